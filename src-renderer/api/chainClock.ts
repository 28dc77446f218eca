import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DEVNET_PREFIX, DevnetStatus } from '#shared/schema/devnet.ts'
import type { Status } from '#shared/schema/status.ts'
import { type ChainClock, devnetClock, isOutdated, MACHINE_CLOCK } from '../format/chainClock.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PREFIX: typeof DEVNET_PREFIX = '/api/tonscope/devnet'

/** The facts about a devnet that the explorer reads once. */
export type DevnetStart = { readonly scenario: DevnetStatus['scenario']; readonly clock: ChainClock }

/**
 * Returns the query for the devnet's scenario and clock. The scenario does not change as long as the chain
 * exists.
 */
export function devnetStartQuery(networkId: string) {
  return queryOptions({
    queryKey: [networkId, 'devnetStart'],
    queryFn: async ({ signal }): Promise<DevnetStart> => {
      const status = await requestEnveloped<DevnetStatus>(PREFIX, signal)
      return { scenario: status.scenario, clock: devnetClock(status, Date.now()) }
    },
    staleTime: 60_000,
    retry: false,
  })
}

/**
 * Returns the clock of the open network: a devnet's own, or this machine's.
 * @param seenAt when `status` was read, ms
 */
export function useChainClock(status: Status | undefined, seenAt: number): ChainClock {
  const client = useQueryClient()
  const isDevnet = status?.network.kind === 'devnet'
  const id = status?.network.id ?? status?.network.name ?? ''
  const { data: clock } = useQuery({
    ...devnetStartQuery(id),
    select: ({ clock }) => clock,
    enabled: isDevnet,
  })
  const head = status?.head
  const isSet = isDevnet && clock !== undefined && isOutdated(clock, head, seenAt)
  useEffect(() => {
    if (isSet) void client.invalidateQueries({ queryKey: devnetStartQuery(id).queryKey })
  }, [client, id, isSet])
  return (isDevnet && clock) || MACHINE_CLOCK
}
