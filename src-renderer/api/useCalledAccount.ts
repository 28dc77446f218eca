import { accountKey } from '../decode/accountKey.ts'
import { type AccountName, accountName, accountSuspicion, masterOf } from '../decode/accountName.ts'
import { tokenOf } from '../decode/tokenInfo.ts'
import type { Imitation } from '../format/imitation.ts'
import { useIdentity, useIdentityState } from './identityContext.tsx'
import { useItemCollection } from './itemCollections.ts'
import { useNetworkState } from './network.tsx'
import { useSystemAccount } from './systemAccounts.ts'

/** How an account is called in lists, and what is suspicious about it, also where it has no name. */
export type CalledAccount = {
  /** The currently known name; a better one can follow. */
  readonly name: AccountName | undefined
  readonly suspicion: Imitation | undefined
}

/** @param known the collection of an NFT item, if the caller has it */
export function useCalledAccount(address: string, known?: string | null): CalledAccount {
  const key = accountKey(address)
  const { labels, scenario, known: knownAccounts, isScenarioPending } = useIdentityState()
  const { network } = useNetworkState()
  // The configuration is read only for accounts without a better name.
  const isNamed = isScenarioPending || labels.has(key) || scenario.has(key)
  const system = useSystemAccount(isNamed ? '' : key)
  const { identity } = useIdentity(address)
  const { identity: master } = useIdentity(masterOf(identity))
  const isItem = tokenOf(identity, 'nft_items') !== undefined
  const found = useItemCollection(isItem && known === undefined ? key : undefined)
  const { identity: collection } = useIdentity(known ?? found)
  const sources = {
    label: labels.get(key),
    scenario: scenario.get(key)?.name,
    system: system?.name,
    known: knownAccounts.get(key),
    identity,
    master,
    collection,
  }
  const name = accountName(sources)
  const context = { key, isMainnet: network?.kind === 'mainnet' }
  return { name, suspicion: accountSuspicion(sources, name, context) }
}
