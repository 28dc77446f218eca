import { beginCell, type CurrencyCollection } from '@ton/core'
import { type StateInit, storeStateInit } from '../../chain/block/stateInit.ts'
import { systemCode } from './systemCode.ts'
import type { ZeroAccount } from './zeroAccount.ts'

/** The wallet from which all coins of a devnet come: a v3r2 in the masterchain. */
export type GiverWallet = {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  readonly accountId: Buffer
}

/** The wallet id (`subwallet_id`) that every tool uses for a wallet v3 of the basechain, plus the workchain. */
export const GIVER_WALLET_ID = 698983191 - 1

/** Returns the giver of a key: as with any wallet, its account id is the hash of its initial code and data. */
export function giverOf(publicKey: Buffer): GiverWallet {
  const accountId = beginCell()
    .store(storeStateInit(walletInit(publicKey)))
    .endCell()
    .hash()
  return { publicKey, accountId }
}

export function giverAccount(
  { publicKey, accountId }: GiverWallet,
  balance: CurrencyCollection,
): ZeroAccount {
  return { accountId, balance, init: walletInit(publicKey) }
}

function walletInit(publicKey: Buffer): StateInit {
  // seqno:uint32 subwallet_id:uint32 public_key:uint256
  const data = beginCell()
    .storeUint(0, 32)
    .storeUint(GIVER_WALLET_ID, 32)
    .storeBuffer(publicKey, 32)
    .endCell()
  const code = systemCode('wallet-v3r2')
  return { fixedPrefixLength: undefined, special: undefined, code, data, library: undefined }
}
