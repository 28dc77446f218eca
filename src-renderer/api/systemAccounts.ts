import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { CONFIG_ADDRESS, ELECTOR_ADDRESS } from '#shared/contracts/standardAccounts.ts'
import type { AccountParam, SYSTEM_ACCOUNTS_PATH, SystemAccountJson } from '#shared/schema/systemAccounts.ts'
import { accountKey } from '../decode/accountKey.ts'
import { CONFIGURED, type SystemAccount, systemAccount } from '../decode/systemAccounts.ts'
import { useNetworkState } from './network.tsx'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler: importing the value would add it to the start script. */
const PATH: typeof SYSTEM_ACCOUNTS_PATH = '/api/tonscope/system-accounts'

function askConfiguredAccounts(signal: AbortSignal): Promise<readonly SystemAccountJson[]> {
  return requestEnveloped<readonly SystemAccountJson[]>(PATH, signal)
}

/** Reads the account (raw address) that a configuration parameter names; undefined where that is not set. */
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
      // One account can have several roles: the first parameter names it.
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

const STANDARD: ReadonlySet<string> = new Set([CONFIG_ADDRESS, ELECTOR_ADDRESS])

/** Tells protocol accounts, in any form of their address. */
export type SystemTest = (address: string) => boolean

/** Returns a test by the standard addresses and by what is known of the configuration: it is not read for it. */
export function standardSystemTest(client: QueryClient, networkId: string): SystemTest {
  const configured = client.getQueryData(systemAccountsQuery(networkId).queryKey) ?? NONE
  return (address) => {
    const key = accountKey(address)
    return key.startsWith('-1:') && (STANDARD.has(key) || systemAccount(key, configured) !== undefined)
  }
}

const NONE: ReadonlyMap<string, SystemAccount> = new Map()

/** Tells protocol accounts, in any form of their address; undefined until the configuration is read, or refused. */
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

/** The protocol account of a key (raw address). The configuration is read when the first masterchain account is shown. */
export function useSystemAccount(key: string): SystemAccount | undefined {
  const { network } = useNetworkState()
  const { data } = useQuery({
    ...systemAccountsQuery(network?.id ?? ''),
    enabled: network !== undefined && key.startsWith('-1:'),
  })
  return systemAccount(key, data ?? NONE)
}
