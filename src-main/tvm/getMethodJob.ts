import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import type { TvmJob } from './workerMessages.ts'

/** What c7 and the VM get, code, data and stack aside. */
export type GetMethodEnvironment = {
  readonly address: Address
  /** Nanoton. */
  readonly balance: bigint
  readonly extraCurrencies?: Iterable<readonly [id: number, amount: bigint]>
  /** Unix seconds. */
  readonly utime: number
  readonly methodId: number
  readonly gasLimit?: number
  /** 32 bytes; zeros unless told. */
  readonly randSeed?: Buffer
  /** What contracts read by PREVMCBLOCKS and its like, as a VmStackValue (see prevBlocksValue); null unless told. */
  readonly prevBlocks?: Cell | undefined
}

/** What get-methods may cost: compatibility-v2 §1.8. */
export const GET_METHOD_GAS = 4_000_000

/** A run as a TVM worker takes it; code, data, stack and configuration are bags of cells in base64. */
export function getMethodJob(
  environment: GetMethodEnvironment,
  texts: { readonly code: string; readonly data: string; readonly stack: string; readonly config: string },
  libraries: ReadonlyMap<string, Cell>,
): Extract<TvmJob, { kind: 'get-method' }> {
  const { code, data, stack, config } = texts
  const { address, balance, extraCurrencies, utime, methodId, prevBlocks } = environment
  const params = {
    code,
    data,
    verbosity: 0,
    libs: librariesText(libraries),
    address: address.toRawString(),
    unixtime: utime,
    balance: balance.toString(),
    ...extraCurrencyParams([...(extraCurrencies ?? [])]),
    ...(prevBlocks && { prev_blocks_info: bocBase64(prevBlocks) }),
    rand_seed: (environment.randSeed ?? Buffer.alloc(32)).toString('hex'),
    gas_limit: (environment.gasLimit ?? GET_METHOD_GAS).toString(),
    method_id: methodId,
    debug_enabled: false,
  }
  return { kind: 'get-method', params: JSON.stringify(params), stack, config }
}

/** The dictionary of libraries that the emulator takes, in base64; empty for none. */
export function librariesText(libraries: ReadonlyMap<string, Cell>): string {
  if (libraries.size === 0) return ''
  const dictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [hash, cell] of libraries) dictionary.set(Buffer.from(hash, 'hex'), cell)
  return bocBase64(beginCell().storeDictDirect(dictionary).endCell())
}

/**
 * The emulator joins these pairs to `id=amount id=amount` and then refuses its own text when there are two or more
 * (f801e1c1); joined beforehand in the first one's value they pass.
 */
function extraCurrencyParams(currencies: readonly (readonly [id: number, amount: bigint])[]): object {
  const [first, ...others] = currencies
  if (!first) return {}
  const text = [first[1].toString(), ...others.map(([id, amount]) => `${id >>> 0}=${amount}`)].join(' ')
  return { extra_currencies: { [first[0] >>> 0]: text } }
}
