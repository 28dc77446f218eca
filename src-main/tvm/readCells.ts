import { beginCell, type Cell } from '@ton/core'
import { hashKey } from '../chain/cells/cellData.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { withRefs } from '../chain/merkle/merkleCells.ts'
import type { GetMethodCells, GetMethodCellsResult } from './getMethod.ts'
import { GET_METHOD_GAS, getMethodJob } from './getMethodJob.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** A completed run to analyse. `frame` wraps the contract's code (see framedCode). */
export type WatchedRun = {
  readonly call: GetMethodCells & { readonly ownCode: Cell }
  frame(ownCode: Cell): Cell
  readonly result: GetMethodCellsResult
}

/** The number of repetitions and the time, in milliseconds, after which all of the account counts as read. */
const MAX_REPEATS = 200
const MAX_MS = 2_000
/** Opening a stand-in costs the gas twice. */
const GAS_FACTOR = 4

/**
 * Returns the cells of code and data that a run reads, by hashKey, including those to which its result
 * refers; undefined if they cannot be determined, so that all must count as read.
 *
 * The emulator does not report them. But if a library cell replaces a cell of the account, a run that opens
 * it stops with that library missing. So the run is repeated, each time with one more cell restored, until it
 * ends like the run on the whole account. (A contract that reads hashes of its cells can end differently.)
 */
export async function findReadCells(
  pool: Pick<TvmPool, 'run'>,
  { call, frame, result }: WatchedRun,
  options?: RunOptions,
): Promise<ReadonlySet<string> | undefined> {
  const read = new Set<string>()
  const texts = { stack: bocBase64(call.stack), config: call.config.text(result.params) }
  const gasLimit = GAS_FACTOR * (call.gasLimit ?? GET_METHOD_GAS)
  const until = performance.now() + MAX_MS
  for (let repeats = 0; repeats < MAX_REPEATS && performance.now() < until; repeats++) {
    const standing = new StandIns(read)
    const code = bocBase64(frame(standing.shownOf(call.ownCode)))
    const data = bocBase64(standing.shownOf(call.data))
    const job = getMethodJob({ ...call, gasLimit }, { ...texts, code, data }, result.libraries)
    const output = await pool.run(job, options)
    const missing = output.missingLibrary?.toLowerCase()
    const cell = missing === undefined ? undefined : standing.cells.get(missing)
    if (cell) {
      read.add(hashKey(cell))
      continue
    }
    if (output.exitCode !== result.exitCode) return undefined
    const stack = standing.restored(parseBocRoot(Buffer.from(output.stack, 'base64')))
    if (!stack.hash().equals(result.stack.hash())) return undefined
    noteAll(read, result.stack)
    return read
  }
  return undefined
}

/** A tree in which unread cells are replaced by library cells with their hashes. */
class StandIns {
  /** The replaced cells by hash in lower-case hexadecimal. */
  readonly cells = new Map<string, Cell>()
  readonly #read: ReadonlySet<string>
  readonly #done = new Map<string, Cell>()

  constructor(read: ReadonlySet<string>) {
    this.#read = read
  }

  shownOf(cell: Cell): Cell {
    // Exotic cells, such as a library cell or a proof in a contract's data, are not opened like ordinary ones.
    if (cell.isExotic) return cell
    const key = hashKey(cell)
    let shown = this.#done.get(key)
    if (!shown) {
      shown = this.#read.has(key)
        ? withRefs(
            cell,
            cell.refs.map((ref) => this.shownOf(ref)),
          )
        : this.#standIn(cell)
      this.#done.set(key, shown)
    }
    return shown
  }

  #standIn(cell: Cell): Cell {
    const hash = cell.hash()
    this.cells.set(hash.toString('hex'), cell)
    return beginCell().storeUint(2, 8).storeBuffer(hash).endCell({ exotic: true })
  }

  /** Returns a tree with the original cells in place of their stand-ins. */
  restored(root: Cell): Cell {
    const done = new Map<string, Cell>()
    const restore = (cell: Cell): Cell => {
      const key = hashKey(cell)
      let whole = done.get(key)
      if (!whole) {
        const isStandIn = cell.isExotic && cell.bits.length === 264
        const hash = isStandIn ? cell.beginParse(true).skip(8).loadBuffer(32).toString('hex') : ''
        whole = this.cells.get(hash) ?? withRefs(cell, cell.refs.map(restore))
        done.set(key, whole)
      }
      return whole
    }
    return restore(root)
  }
}

function noteAll(read: Set<string>, root: Cell): void {
  const seen = new Set<string>()
  const waiting = [root]
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const key = hashKey(cell)
    if (seen.has(key)) continue
    seen.add(key)
    read.add(key)
    waiting.push(...cell.refs)
  }
}
