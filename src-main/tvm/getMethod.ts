import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { API_BOC, serializeBoc } from '../chain/cells/serializeBoc.ts'
import { parseStack, stackCell } from './stackCodec.ts'
import type { StackValue } from './stackValue.ts'
import type { TvmConfig } from './tvmConfig.ts'
import { TooManyLibrariesError } from './tvmErrors.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** One call of a get-method, on a state that the caller has at hand. */
export type GetMethodCall = {
  readonly code: Cell
  readonly data: Cell
  readonly address: Address
  /** Nanoton. */
  readonly balance: bigint
  readonly extraCurrencies?: Iterable<readonly [id: number, amount: bigint]>
  /** Unix seconds. */
  readonly utime: number
  readonly config: TvmConfig
  readonly methodId: number
  /** Bottom first. */
  readonly stack: readonly StackValue[]
  readonly gasLimit?: number
  /** 32 bytes; zeros unless told. */
  readonly randSeed?: Buffer
}

export type GetMethodResult = {
  /** 0 and 1 mean success. */
  readonly exitCode: number
  readonly gasUsed: number
  /** As the contract left it, bottom first. */
  readonly stack: readonly StackValue[]
  readonly vmLog: string
}

/** Finds public libraries by hash (lower-case hexadecimal); those that don't exist are left out. */
export type FindLibraries = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Cell>>

export type GetMethodRunner = {
  /**
   * Runs a get-method as tonlib does (v2-contract §11.7). Rejects as TvmPool.run does, and with
   * TooManyLibrariesError, StackError, or what `findLibraries` rejects with.
   */
  run(call: GetMethodCall, findLibraries: FindLibraries, options?: RunOptions): Promise<GetMethodResult>
}

/** What get-methods may cost: v2-contract §1.9. */
export const GET_METHOD_GAS = 4_000_000
const MAX_PRELOADED_LIBRARIES = 32
const MAX_LIBRARY_RETRIES = 8
/** Codes whose needs (parameters, libraries) are remembered, and bags of cells kept as texts. */
const REMEMBERED_CODES = 1024
const REMEMBERED_TEXTS = 512
const LIBRARY_TAG = 2

/** What the runs of one code turned out to need. */
type Needs = { readonly params: Set<number>; readonly text: string; readonly libraries: readonly string[] }

export function createGetMethodRunner(pool: Pick<TvmPool, 'run'>): GetMethodRunner {
  const codes = new Map<string, Needs>()
  const texts = new Map<string, string>()

  function needsOf(code: Cell): Needs {
    const key = code.hash().toString('latin1')
    return remembered(codes, key, REMEMBERED_CODES, () => ({
      params: new Set<number>(),
      text: bocText(code),
      libraries: libraryReferences(code),
    }))
  }

  function dataText(data: Cell): string {
    return remembered(texts, data.hash().toString('latin1'), REMEMBERED_TEXTS, () => bocText(data))
  }

  return {
    async run(call, findLibraries, options) {
      const needs = needsOf(call.code)
      const libraries = new Map<string, Cell>()
      if (needs.libraries.length > 0) addAll(libraries, await findLibraries(needs.libraries))
      const stack = bocText(stackCell(call.stack))
      const data = dataText(call.data)
      for (let retries = 0; ; ) {
        const params = JSON.stringify(emulatorParams(call, needs.text, data, libraries))
        const config = call.config.text(needs.params)
        const output = await pool.run({ kind: 'get-method', params, stack, config }, options)
        const missing = output.missingLibrary?.toLowerCase()
        const param = missing === undefined ? undefined : call.config.paramOf(missing)
        if (param !== undefined && !needs.params.has(param)) {
          needs.params.add(param)
          continue
        }
        if (missing !== undefined && !libraries.has(missing)) {
          const found = await findLibraries([missing])
          if (found.size > 0) {
            if (++retries > MAX_LIBRARY_RETRIES) throw new TooManyLibrariesError()
            addAll(libraries, found)
            continue
          }
        }
        return {
          exitCode: output.exitCode,
          gasUsed: Number(output.gasUsed),
          stack: parseStack(parseBocRoot(Buffer.from(output.stack, 'base64'))),
          vmLog: output.vmLog,
        }
      }
    },
  }
}

function bocText(cell: Cell): string {
  return serializeBoc(cell, API_BOC).toString('base64')
}

function addAll(map: Map<string, Cell>, added: ReadonlyMap<string, Cell>): void {
  for (const [key, value] of added) map.set(key, value)
}

function remembered<V>(map: Map<string, V>, key: string, limit: number, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) {
    // Moved to the end: the first key is the one unused for longest.
    map.delete(key)
    map.set(key, known)
    return known
  }
  const value = make()
  const oldest = map.keys().next()
  if (map.size >= limit && !oldest.done) map.delete(oldest.value)
  map.set(key, value)
  return value
}

/** Hashes of the libraries that a code refers to, at most 32. */
export function libraryReferences(code: Cell): readonly string[] {
  const seen = new Set<string>()
  const found: string[] = []
  const cells = [code]
  for (let cell = cells.pop(); cell && found.length < MAX_PRELOADED_LIBRARIES; cell = cells.pop()) {
    const key = cell.hash().toString('hex')
    if (seen.has(key)) continue
    seen.add(key)
    if (!cell.isExotic) cells.push(...cell.refs.toReversed())
    else if (cell.bits.length === 264) {
      const slice = cell.beginParse(true)
      if (slice.loadUint(8) === LIBRARY_TAG) found.push(slice.loadBuffer(32).toString('hex'))
    }
  }
  return [...new Set(found)]
}

/** The dictionary of libraries that the emulator takes, in base64; empty for none. */
export function librariesText(libraries: ReadonlyMap<string, Cell>): string {
  if (libraries.size === 0) return ''
  const dictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell())
  for (const [hash, cell] of libraries) dictionary.set(Buffer.from(hash, 'hex'), cell)
  return bocText(beginCell().storeDictDirect(dictionary).endCell())
}

function emulatorParams(
  call: GetMethodCall,
  code: string,
  data: string,
  libraries: ReadonlyMap<string, Cell>,
): object {
  const { address, balance, extraCurrencies, utime, methodId, gasLimit = GET_METHOD_GAS, randSeed } = call
  return {
    code,
    data,
    verbosity: 0,
    libs: librariesText(libraries),
    address: address.toRawString(),
    unixtime: utime,
    balance: balance.toString(),
    ...extraCurrencyParams([...(extraCurrencies ?? [])]),
    rand_seed: (randSeed ?? Buffer.alloc(32)).toString('hex'),
    gas_limit: gasLimit.toString(),
    method_id: methodId,
    debug_enabled: false,
  }
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
