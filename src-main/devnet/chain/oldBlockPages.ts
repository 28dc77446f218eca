import type { Cell } from '@ton/core'
import { ByteCache, CELL_WEIGHT } from '../../chain/archive/byteCache.ts'
import { hashKey } from '../../chain/cells/cellData.ts'
import { isPaged, pagedCell } from '../../chain/cells/pagedCell.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { branch, openEdge } from '../../chain/hashmap/walk.ts'
import { withOwnData } from '../../chain/merkle/merkleCells.ts'
import { openMcStateDetails, openMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { OLD_MC_BLOCKS } from '../../chain/state/oldMcBlocksInfo.ts'
import { mcStateExtraCell, openShardStateUnsplit } from '../../chain/state/shardState.ts'
import type { ScratchFile } from './scratchFile.ts'

/** Bits of a block's number in its page: a page has 256 blocks. */
const PAGE_BITS = 8
/**
 * Maximum size of pages in memory, bytes: twelve of 28 kB. Eight of them have the last sixteen blocks whose seqno is a
 * multiple of 100, which every block makes available to contracts; the others serve queries.
 */
const KEPT_BYTES = 12 * (28 << 10)

export type OldBlockPagesOptions = {
  /** Logarithm of the number of blocks of a page. */
  readonly pageBits?: number
  readonly keptBytes?: number
}

/** The path is only for messages. */
const UNKNOWN_PATH = Buffer.alloc(OLD_MC_BLOCKS.keyBits / 8)

/**
 * Stores the list of earlier masterchain blocks, which grows in every masterchain state by a leaf and a fork for each
 * block, in a file: pages of 256 blocks, each a subtree that never changes again. A restart writes them again from the
 * saved states. In memory are one cell for each page, the newest page or two, and the most recently read pages.
 */
export class OldBlockPages {
  readonly #file: ScratchFile
  readonly #pageBits: number
  readonly #read: ByteCache<Cell[]>
  /** The paged cell of every page by its hash: all states share it. */
  readonly #pages = new Map<string, Cell>()

  constructor(
    file: ScratchFile,
    { pageBits = PAGE_BITS, keptBytes = KEPT_BYTES }: OldBlockPagesOptions = {},
  ) {
    this.#file = file
    this.#pageBits = pageBits
    this.#read = new ByteCache(keptBytes, { weight: CELL_WEIGHT })
  }

  /** Returns whether the state after masterchain block `seqno` has one page more than the one before. */
  isDue(seqno: number): boolean {
    return seqno % (1 << this.#pageBits) === 0
  }

  /**
   * Returns a masterchain state equal to `state` that has its complete pages in the file.
   * @throws DevnetDirectoryError if the file cannot be written
   */
  pageOut(state: Cell): Cell {
    const extraCell = mcStateExtraCell(openShardStateUnsplit(state))
    const { details } = openMcStateExtra(extraCell)
    const { root } = openMcStateDetails(details).prevBlocks
    if (!root) return state
    const paged = this.#pageOutEdge(root, 0, false)
    return [details, extraCell, state].reduce(
      ({ was, is }, parent) => ({ was: parent, is: replaceRef(parent, was, is) }),
      { was: root, is: paged },
    ).is
  }

  /**
   * Returns the edge at bit `depth` of the keys with its complete pages in the file. The list has all seqnos up to the
   * newest, so that the left side of a fork is always complete.
   */
  #pageOutEdge(cell: Cell, depth: number, isComplete: boolean): Cell {
    if (isPaged(cell)) return cell
    const { type, keyBits } = OLD_MC_BLOCKS
    const end = depth + openEdge({ type, keyBits, root: cell }, cell, UNKNOWN_PATH, depth).length
    if (keyBits - end < this.#pageBits) return cell
    if (keyBits - end === this.#pageBits) return isComplete ? this.#page(cell) : cell
    const left = this.#pageOutEdge(branch(cell, 0), end + 1, true)
    const right = this.#pageOutEdge(branch(cell, 1), end + 1, isComplete)
    return left === cell.refs[0] && right === cell.refs[1] ? cell : withOwnData(cell, [left, right])
  }

  #page(cell: Cell): Cell {
    const key = hashKey(cell)
    const known = this.#pages.get(key)
    if (known) return known
    const span = this.#file.append(serializeBoc(cell))
    const page = pagedCell(cell, () => {
      const kept = this.#read.get(key)
      if (kept) return kept
      const { refs } = parseBocRoot(this.#file.read(span), { trusted: true })
      this.#read.set(key, refs, span.length)
      return refs
    })
    this.#pages.set(key, page)
    return page
  }
}

function replaceRef(parent: Cell, was: Cell, is: Cell): Cell {
  if (was === is) return parent
  return withOwnData(
    parent,
    parent.refs.map((ref) => (ref === was ? is : ref)),
  )
}
