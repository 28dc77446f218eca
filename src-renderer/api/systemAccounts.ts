import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { STANDARD_ACCOUNTS } from '#shared/contracts/standardAccounts.ts'
import type { AccountParam, SYSTEM_ACCOUNTS_PATH, SystemAccountJson } from '#shared/schema/systemAccounts.ts'
import { accountKey } from '../decode/accountKey.ts'
import { allSystemAccounts, CONFIGURED, type SystemAccount, systemAccount } from '../decode/systemAccounts.ts'
import { useNetworkState } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add it to the start script. */
const PATH: typeof SYSTEM_ACCOUNTS_PATH = '/api/tonscope/system-accounts'

function askConfiguredAccounts(signal: AbortSignal): Promise<readonly SystemAccountJson[]> {
  return requestEnveloped<readonly SystemAccountJson[]>(PATH, signal)
}

/** Reads the account (raw address) in a configuration parameter; undefined if it is not set. */
export async function getConfiguredAccount(
  param: AccountParam,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await askConfiguredAccounts(signal)
  return found.find((account) => account.param === param)?.address
}

function systemAccountsQuery(networkId: string) {
  return queryOptions({
    queryKey: [networkId, 'systemAccounts'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, SystemAccount>> => {
      const found = await askConfiguredAccounts(signal)
      const accounts = new Map<string, SystemAccount>()
      // An account can have several roles, of which the first one names it.
      for (const { param, address } of found) {
        const key = accountKey(address)
        if (!accounts.has(key)) accounts.set(key, CONFIGURED[param])
      }
      return accounts
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Returns whether an address of any form is that of a protocol account. */
export type SystemTest = (address: string) => boolean

/** Returns a test by the standard addresses and by the configuration as far as it is cached. */
export function standardSystemTest(client: QueryClient, networkId: string): SystemTest {
  const configured = client.getQueryData(systemAccountsQuery(networkId).queryKey) ?? NONE
  return (address) => {
    const key = accountKey(address)
    return (
      key.startsWith('-1:') && (STANDARD_ACCOUNTS.has(key) || systemAccount(key, configured) !== undefined)
    )
  }
}

const NONE: ReadonlyMap<string, SystemAccount> = new Map()

/**
 * Returns a test for protocol accounts, or undefined until the configuration is read or the request has failed.
 */
export function useIsSystemAccount(): ((address: string) => boolean) | undefined {
  const { network } = useNetworkState()
  const { data, isPending } = useQuery({
    ...systemAccountsQuery(network?.id ?? ''),
    enabled: network !== undefined,
  })
  const isSystem = useCallback(
    (address: string) => {
      const key = accountKey(address)
      return key.startsWith('-1:') && systemAccount(key, data ?? NONE) !== undefined
    },
    [data],
  )
  return isPending ? undefined : isSystem
}

/**
 * Returns the protocol account of a key (raw address). The configuration is read when the first masterchain
 * account is shown.
 */
export function useSystemAccount(key: string): SystemAccount | undefined {
  const { network } = useNetworkState()
  const { data } = useQuery({
    ...systemAccountsQuery(network?.id ?? ''),
    enabled: network !== undefined && key.startsWith('-1:'),
  })
  return systemAccount(key, data ?? NONE)
}

/** Returns the protocol accounts by key, those of the configuration once it is read. */
export function useSystemAccounts(): ReadonlyMap<string, SystemAccount> {
  const { network } = useNetworkState()
  const { data } = useQuery({
    ...systemAccountsQuery(network?.id ?? ''),
    enabled: network !== undefined,
  })
  return useMemo(() => allSystemAccounts(data ?? NONE), [data])
}
