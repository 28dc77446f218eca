import type { Cell, Slice } from '@ton/core'
import { hashKey } from '../../chain/cells/cellData.ts'
import { buildMerkleProof } from '../../chain/merkle/merkleProof.ts'
import { openCell } from '../../chain/tlb.ts'

/**
 * The cells of one tree that an answer reads, exactly those that its proof contains. They are noted
 * explicitly instead of by watching Tonscope's own readers, because a proof must contain what the reference
 * server reads, cell by cell.
 */
export class Visits {
  readonly #keys = new Set<string>()

  /** Returns the hashKeys of all noted cells. */
  get cells(): ReadonlySet<string> {
    return this.#keys
  }

  /** Notes a cell. Can be used as the visitor of a dictionary. */
  readonly note = (cell: Cell): void => {
    this.#keys.add(hashKey(cell))
  }

  /** Notes a cell and returns its data. Throws TlbError, PrunedBranchError. */
  open(cell: Cell, type: string): Slice {
    this.note(cell)
    return openCell(cell, type)
  }

  /** Notes a cell and everything below it, including exotic cells. */
  noteAll(cell: Cell): void {
    const waiting = [cell]
    const seen = new Set<Cell>()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      this.note(next)
      waiting.push(...next.refs)
    }
  }

  /** Notes cells by their hashKeys. */
  noteKeys(keys: Iterable<string>): void {
    for (const key of keys) this.#keys.add(key)
  }

  /** Notes a cell and its childless children. Can be used as the visitor of a dictionary. */
  readonly noteWithLeaves = (cell: Cell): void => {
    this.note(cell)
    for (const child of cell.refs) if (child.refs.length === 0) this.note(child)
  }

  /** Returns a proof over a tree that is entirely in the server's memory: it includes leaves beside the path. */
  proveLoaded(root: Cell): Cell {
    return buildMerkleProof(root, this.#keys, { unreadLeaves: 'keep' })
  }

  /**
   * Returns a proof over a state, which the reference server loads from its database on demand: unread cells are
   * pruned, including leaves. (It keeps a leaf that an earlier query happened to load. If recorded answers always have
   * such a leaf, the walk notes it.)
   */
  proveState(root: Cell): Cell {
    return buildMerkleProof(root, this.#keys, { unreadLeaves: 'prune' })
  }
}
