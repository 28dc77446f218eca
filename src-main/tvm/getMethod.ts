import type { Cell } from '@ton/core'
import { ByteCache } from '../chain/archive/byteCache.ts'
import { hashKey } from '../chain/cells/cellData.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { Lru } from '../platform/lru.ts'
import { type GetMethodEnvironment, getMethodJob } from './getMethodJob.ts'
import { parseStack, stackCell } from './stackCodec.ts'
import type { StackValue } from './stackValue.ts'
import type { TvmConfig } from './tvmConfig.ts'
import { TooManyLibrariesError } from './tvmErrors.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** A call of a get-method on a given state, with arguments as a VmStack. */
export type GetMethodCells = GetMethodEnvironment & {
  readonly code: Cell
  /** The account's own code, if `code` is a frame around it: see framedCode. */
  readonly ownCode?: Cell
  readonly data: Cell
  readonly config: TvmConfig
  readonly stack: Cell
}

/** A call of a get-method with arguments as values, bottom first. */
export type GetMethodCall = Omit<GetMethodCells, 'stack'> & { readonly stack: readonly StackValue[] }

/** The result of a get-method. */
export type GetMethodResult = {
  /** 0 and 1 mean success. */
  readonly exitCode: number
  readonly gasUsed: number
  /** The final stack, bottom first. */
  readonly stack: readonly StackValue[]
  readonly vmLog: string
}

/** The result of a get-method as cells, with the parameters and libraries that the run used. */
export type GetMethodCellsResult = Omit<GetMethodResult, 'stack'> & {
  /** A VmStack. */
  readonly stack: Cell
  readonly params: ReadonlySet<number>
  readonly libraries: ReadonlyMap<string, Cell>
}

/** Finds public libraries by hash (lower-case hexadecimal). The map lacks those that do not exist. */
export type FindLibraries = (hashes: readonly string[]) => Promise<ReadonlyMap<string, Cell>>

/** Runs get-methods on a pool of emulators. */
export type GetMethodRunner = {
  /**
   * Runs a get-method like tonlib (compatibility-v2 §10.3). Rejects like TvmPool.run, and with TooManyLibrariesError,
   * StackError, or the error of `findLibraries`.
   */
  run(call: GetMethodCall, findLibraries: FindLibraries, options?: RunOptions): Promise<GetMethodResult>
  /** Runs a get-method with arguments and results as cells. */
  runCells(
    call: GetMethodCells,
    findLibraries: FindLibraries,
    options?: RunOptions,
  ): Promise<GetMethodCellsResult>
}

const MAX_PRELOADED_LIBRARIES = 32
const MAX_LIBRARY_RETRIES = 8
/** The number of codes whose needed parameters and libraries are cached. */
const CACHED_CODES = 1024
/** The total length of cached base64 texts of cells: an account's data can take megabytes. */
const MAX_TEXT_BYTES = 16 << 20
const LIBRARY_TAG = 2

/** The parameters and libraries that runs of one code have used. */
type Needs = { readonly params: Set<number>; readonly libraries: readonly string[] }

/**
 * Returns a runner on a pool. It repeats a run with missing parameters and libraries, and caches the needs of
 * each code.
 */
export function createGetMethodRunner(pool: Pick<TvmPool, 'run'>): GetMethodRunner {
  const codes = new Lru<string, Needs>(CACHED_CODES)
  const texts = new ByteCache<string>(MAX_TEXT_BYTES)

  function needsOf(code: Cell): Needs {
    const key = hashKey(code)
    return codes.getOrMake(key, () => ({
      params: new Set<number>(),
      libraries: libraryReferences(code),
    }))
  }

  function textOf(cell: Cell): string {
    const key = hashKey(cell)
    const known = texts.get(key)
    if (known !== undefined) return known
    const text = bocBase64(cell)
    texts.set(key, text, key.length + text.length)
    return text
  }

  async function runCells(
    call: GetMethodCells,
    findLibraries: FindLibraries,
    options?: RunOptions,
  ): Promise<GetMethodCellsResult> {
    const { code, ownCode = code, data } = call
    const needs = needsOf(ownCode)
    const libraries = new Map<string, Cell>()
    if (needs.libraries.length > 0) addAll(libraries, await findLibraries(needs.libraries))
    const texts = {
      code: code === ownCode ? textOf(code) : bocBase64(code),
      data: textOf(data),
      stack: bocBase64(call.stack),
    }
    for (let retries = 0; ; ) {
      const config = call.config.text(needs.params)
      const job = getMethodJob(call, { ...texts, config }, libraries)
      const output = await pool.run(job, options)
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
        stack: parseBocRoot(Buffer.from(output.stack, 'base64')),
        vmLog: output.vmLog,
        params: needs.params,
        libraries,
      }
    }
  }

  return {
    runCells,
    async run(call, findLibraries, options) {
      const { exitCode, gasUsed, stack, vmLog } = await runCells(
        { ...call, stack: stackCell(call.stack) },
        findLibraries,
        options,
      )
      return { exitCode, gasUsed, stack: parseStack(stack), vmLog }
    },
  }
}

function addAll(map: Map<string, Cell>, added: ReadonlyMap<string, Cell>): void {
  for (const [key, value] of added) map.set(key, value)
}

/** Returns the hashes of the libraries to which a code refers, at most 32. */
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
