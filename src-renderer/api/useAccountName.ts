import { accountKey } from '../decode/accountKey.ts'
import { type AccountName, accountName, masterOf } from '../decode/accountName.ts'
import { useIdentity, useIdentityState } from './identityContext.tsx'
import { useNetworkState } from './network.tsx'
import { useSystemAccount } from './systemAccounts.ts'

/** The name of an account as far as it is known now; a better one can follow. */
export function useAccountName(address: string): AccountName | undefined {
  const key = accountKey(address)
  const { labels, scenario } = useIdentityState()
  const { network } = useNetworkState()
  const system = useSystemAccount(key)
  const { identity } = useIdentity(address)
  const { identity: master } = useIdentity(masterOf(identity))
  return accountName(
    {
      label: labels.get(key),
      scenario: scenario.get(key)?.name,
      system: system?.name,
      identity,
      master,
    },
    { key, isMainnet: network?.kind === 'mainnet' },
  )
}
