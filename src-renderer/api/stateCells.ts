import { queryOptions } from '@tanstack/react-query'
import type { KeptCells } from '../decode/stateCells.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Returns the query for the cells of an account's newest state. v3 has no older ones. */
export function stateCellsQuery(network: Network, address: string, headSeqno: number) {
  return queryOptions({
    queryKey: [network.id, 'stateCells', address, headSeqno],
    queryFn: async ({ signal }): Promise<KeptCells> => {
      const { result } = await getV3('accountStates', { address: [address], include_boc: true }, signal)
      const entries = result.accounts.flatMap(({ data_hash, data_boc, code_hash, code_boc }) => [
        [data_hash, data_boc] as const,
        [code_hash, code_boc] as const,
      ])
      return new Map(
        entries.flatMap(([hash, boc]) => (hash == null || boc === undefined ? [] : [[hash, boc] as const])),
      )
    },
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
}
