import { accountKey } from '../decode/accountKey.ts'
import { type AccountName, accountName, masterOf } from '../decode/accountName.ts'
import { useIdentity, useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'
import { useSystemAccount } from './systemAccounts.ts'

/**
 * Returns the currently known name of an account. A better one can follow.
 * @param collectionOf the collection of an NFT item
 */
export function useAccountName(address: string, collectionOf?: string): AccountName | undefined {
  const key = accountKey(address)
  const { labels, scenario, isScenarioPending } = useIdentityState()
  const { network } = useNetworkState()
  // The configuration is read only for accounts without a better name.
  const isNamed = isScenarioPending || labels.has(key) || scenario.has(key)
  const system = useSystemAccount(isNamed ? '' : key)
  const { identity } = useIdentity(address)
  const { identity: master } = useIdentity(masterOf(identity))
  const { identity: collection } = useIdentity(collectionOf)
  return accountName(
    {
      label: labels.get(key),
      scenario: scenario.get(key)?.name,
      system: system?.name,
      identity,
      master,
      collection,
    },
    { key, isMainnet: network?.kind === 'mainnet' },
  )
}
