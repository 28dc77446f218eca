import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { AccountParam, SYSTEM_ACCOUNTS_PATH, SystemAccountJson } from '#shared/schema/systemAccounts.ts'
import { accountKey } from '../decode/accountKey.ts'
import {
  allSystemAccounts,
  CONFIGURED,
  isOwnAccount,
  type SystemAccount,
  systemAccount,
} from '../decode/systemAccounts.ts'
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

/** Returns whether an address of any form is that of an account that only serves the network. */
export type SystemTest = (address: string) => boolean

const NONE: ReadonlyMap<string, SystemAccount> = new Map()

/**
 * Reads the configuration, and returns a test for accounts that only serve the network: by the standard addresses alone
 * if it cannot be read. A list that is filtered before the configuration is known would change with the next block.
 */
export async function systemTest(client: QueryClient, networkId: string): Promise<SystemTest> {
  const configured = await client.fetchQuery(systemAccountsQuery(networkId)).catch(() => NONE)
  return (address) => isOwnAccount(accountKey(address), configured)
}

/**
 * Returns a test for accounts that only serve the network, or undefined until the configuration is read or the request
 * has failed.
 */
export function useIsSystemAccount(): SystemTest | undefined {
  const { network } = useNetworkState()
  const { data, isPending } = useQuery({
    ...systemAccountsQuery(network?.id ?? ''),
    enabled: network !== undefined,
  })
  const isSystem = useCallback((address: string) => isOwnAccount(accountKey(address), data ?? NONE), [data])
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
