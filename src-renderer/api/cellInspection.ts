import { queryOptions } from '@tanstack/react-query'
import type { CELL_PATH, CellInspection } from '#shared/schema/cellInspection.ts'
import type { Network } from './network.tsx'
import { requestEnveloped } from './request.ts'
import { getV3 } from './v3.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PATH: typeof CELL_PATH = '/api/tonscope/cell'

/** Query for the types of block.tlb that a bag of cells (base64) is a value of. Nothing is sent to the network. */
export function cellTypesQuery(boc: string) {
  return queryOptions({
    queryKey: ['cellTypes', boc],
    queryFn: ({ signal }) => requestEnveloped<CellInspection>(PATH, signal, { sent: { boc } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** Query for the fields of a bag of cells (base64), decoded as a message body of known contracts. */
export function cellBodyQuery(network: Network, boc: string) {
  return queryOptions({
    queryKey: [network.id, 'cellBody', boc],
    queryFn: ({ signal }) => getV3('decode', { bodies: [boc] }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}
