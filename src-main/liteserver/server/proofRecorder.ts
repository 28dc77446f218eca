import type { Cell, Slice } from '@ton/core'
import { hashKey } from '../../chain/cells/cellData.ts'
import { buildMerkleProof } from '../../chain/merkle/merkleProof.ts'
import { openCell } from '../../chain/tlb.ts'

/**
 * Records the cells of one tree that an answer reads, exactly those that its proof contains. They are recorded
 * explicitly instead of by watching Tonscope's own readers, because a proof must contain what the reference
 * server reads, cell by cell.
 */
export class ProofRecorder {
  readonly #keys = new Set<string>()

  /** Returns the hashKeys of all recorded cells. */
  get cells(): ReadonlySet<string> {
    return this.#keys
  }

  /** Records a cell. Can be used as the visitor of a dictionary. */
  readonly record = (cell: Cell): void => {
    this.#keys.add(hashKey(cell))
  }

  /** Records a cell and returns its data. Throws TlbError, PrunedBranchError. */
  open(cell: Cell, type: string): Slice {
    this.record(cell)
    return openCell(cell, type)
  }

  /** Records a cell and everything below it, including exotic cells. */
  recordTree(cell: Cell): void {
    const waiting = [cell]
    const seen = new Set<Cell>()
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      this.record(next)
      waiting.push(...next.refs)
    }
  }

  /** Records cells by their hashKeys. */
  recordKeys(keys: Iterable<string>): void {
    for (const key of keys) this.#keys.add(key)
  }

  /** Records a cell and its childless children. Can be used as the visitor of a dictionary. */
  readonly recordWithLeaves = (cell: Cell): void => {
    this.record(cell)
    for (const child of cell.refs) if (child.refs.length === 0) this.record(child)
  }

  /** Returns a proof over a tree that is entirely in the server's memory: it includes leaves beside the path. */
  proveLoaded(root: Cell): Cell {
    return buildMerkleProof(root, this.#keys, { unreadLeaves: 'keep' })
  }

  /**
   * Returns a proof over a state, which the reference server loads from its database on demand: unread cells are
   * pruned, including leaves. (It keeps a leaf that an earlier query happened to load. If recorded answers always have
   * such a leaf, the reader records it.)
   */
  proveState(root: Cell): Cell {
    return buildMerkleProof(root, this.#keys, { unreadLeaves: 'prune' })
  }
}
