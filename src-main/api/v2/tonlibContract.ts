import type { Cell, Slice } from '@ton/core'
import type { AccountStateJson } from '#shared/schema/v2/accounts.ts'
import type { TonlibContractKind } from '../../contracts/tonlibWallets.ts'

/** Storage that begins with `seqno:uint32 wallet_id:uint32`; tonlib prints the seqno signed. */
function seqnoAndWalletId(slice: Slice) {
  const seqno = slice.loadInt(32)
  return { wallet_id: slice.loadUint(32), seqno }
}

const DECODERS: { readonly [Kind in TonlibContractKind]: (slice: Slice) => AccountStateJson } = {
  'wallet.v3.accountState': (slice) => ({
    '@type': 'wallet.v3.accountState',
    ...seqnoAndWalletId(slice),
  }),
  'wallet.v4.accountState': (slice) => ({
    '@type': 'wallet.v4.accountState',
    ...seqnoAndWalletId(slice),
  }),
  'wallet.highload.v1.accountState': (slice) => ({
    '@type': 'wallet.highload.v1.accountState',
    ...seqnoAndWalletId(slice),
  }),
  'wallet.highload.v2.accountState': (slice) => ({
    '@type': 'wallet.highload.v2.accountState',
    wallet_id: slice.loadUint(32),
  }),
  'dns.accountState': (slice) => ({ '@type': 'dns.accountState', wallet_id: slice.loadUint(32) }),
}

const HEADER_BITS = 64

/**
 * `account_state` of a contract by its storage (v2-contract §5.2), undefined when the storage is too short to be
 * that contract's.
 */
export function decodeTonlibContract(kind: TonlibContractKind, data: Cell): AccountStateJson | undefined {
  if (data.isExotic || data.bits.length < HEADER_BITS) return undefined
  return DECODERS[kind](data.beginParse())
}
