import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import type { TvmJob } from './workerMessages.ts'

/** The parts of c7 and the parameters of a get-method, without code, data and stack. */
export type GetMethodEnvironment = {
  readonly address: Address
  /** Nanotons. */
  readonly balance: bigint
  readonly extraCurrencies?: Iterable<readonly [id: number, amount: bigint]>
  /** Unix seconds. */
  readonly utime: number
  readonly methodId: number
  readonly gasLimit?: number
  /** 32 bytes; zeros by default. */
  readonly randSeed?: Buffer
  /** The value of PREVMCBLOCKS and similar instructions, a VmStackValue (see prevBlocksValue); null by default. */
  readonly prevBlocks?: Cell | undefined
}

/** The gas limit of get-methods: compatibility-v2 §1.8. */
export const GET_METHOD_GAS = 4_000_000

/**
 * Returns the job of a TVM worker for a run. Code, data, stack and configuration are bags of cells in base64.
 */
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

/** Returns the emulator's dictionary of libraries in base64; empty without libraries. */
export function librariesText(libraries: ReadonlyMap<string, Cell>): string {
  if (libraries.size === 0) return ''
  const dictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [hash, cell] of libraries) dictionary.set(Buffer.from(hash, 'hex'), cell)
  return bocBase64(beginCell().storeDictDirect(dictionary).endCell())
}

/**
 * Returns the currencies as one pair whose value contains the others. The emulator (f801e1c1) joins separate
 * pairs to `id=amount id=amount` and then rejects its own text if there are two or more.
 */
function extraCurrencyParams(currencies: readonly (readonly [id: number, amount: bigint])[]): object {
  const [first, ...others] = currencies
  if (!first) return {}
  const text = [first[1].toString(), ...others.map(([id, amount]) => `${id >>> 0}=${amount}`)].join(' ')
  return { extra_currencies: { [first[0] >>> 0]: text } }
}
