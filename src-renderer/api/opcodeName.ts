import { queryOptions } from '@tanstack/react-query'
import { operationWords } from '../decode/indexedTransaction.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Query for the words of a message's opcode (`0x` and hexadecimal); null if no known contract has it. */
export function opcodeNameQuery(network: Network, opcode: string) {
  return queryOptions({
    queryKey: [network.id, 'opcodeName', opcode],
    queryFn: async ({ signal }) => {
      const { result } = await getV3('decode', { opcodes: [opcode] }, signal)
      const name = result.opcodes[0]
      return name === undefined || name === '' || name === 'unknown' ? null : operationWords(name)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
