import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DEVNET_PREFIX, DevnetStatus } from '#shared/schema/devnet.ts'
import type { Status } from '#shared/schema/status.ts'
import { type ChainClock, devnetClock, isOutdated, MACHINE_CLOCK } from '../format/chainClock.ts'
import { requestEnveloped } from './request.ts'

/** Checked against the schema by the compiler; importing the value would bring all of zod along. */
const PREFIX: typeof DEVNET_PREFIX = '/api/tonscope/devnet'

/** What the explorer reads of a devnet once. */
export type DevnetStart = { readonly scenario: DevnetStatus['scenario']; readonly clock: ChainClock }

/** The devnet's scenario and clock. The scenario stands for as long as the chain does. */
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
 * The clock of the open network: a devnet's own, this machine's on others.
 * @param seenAt when `status` was read, milliseconds
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
