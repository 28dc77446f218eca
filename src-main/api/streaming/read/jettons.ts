import type { StdAddress } from '../../../store/parsedBlock.ts'
import { findJettonWallets, loadJettonWallets } from '../../../store/queries/jettonWallets.ts'
import type { ReadContext } from '../../v3/read/context.ts'
import { jettonWalletJson } from '../../v3/render/jettonJson.ts'
import { addressText } from '../../v3/render/scalars.ts'
import type { JettonChange } from '../streamReading.ts'
import { jsonText } from './jsonText.ts'
import { stdAddressOf } from './stdAddressOf.ts'

type ReadJetton = {
  readonly address: StdAddress
  readonly owner: StdAddress
  readonly jetton: StdAddress
  readonly change: JettonChange
}

/** Returns the jetton wallets among accounts, by detection's tables. */
export function readJettons({ reader }: ReadContext, accounts: readonly string[]): ReadJetton[] {
  if (accounts.length === 0) return []
  const addresses = accounts.map(stdAddressOf)
  const ids = findJettonWallets(reader, { addresses }, { limit: accounts.length, offset: 0 })
  return loadJettonWallets(reader, ids).map((wallet) => {
    const { address, owner, jetton } = wallet
    const change = {
      address: addressText(address),
      owner: addressText(owner),
      jetton: addressText(jetton),
      json: jsonText(jettonWalletJson, wallet, undefined),
    }
    return { address, owner, jetton, change }
  })
}
