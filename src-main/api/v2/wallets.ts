import { readWallet } from '../../contracts/walletStorage.ts'
import { readAccount } from './accountState.ts'
import type { V2Handler } from './context.ts'

export const getWalletInformation: V2Handler<'getWalletInformation'> = async (values, context) => {
  const account = await readAccount(values, context)
  const wallet = account.code && account.data && readWallet(account.code, account.data)
  return {
    '@type': 'ext.accounts.walletInformation',
    wallet: wallet !== undefined,
    balance: account.balance.coins.toString(),
    account_state: account.status,
    last_transaction_id: account.lastTransactionId,
    ...(wallet && {
      wallet_type: wallet.type,
      seqno: wallet.seqno,
      ...(wallet.walletId !== undefined && { wallet_id: wallet.walletId }),
      ...(wallet.isSignatureAllowed !== undefined && { is_signature_allowed: wallet.isSignatureAllowed }),
    }),
  }
}
