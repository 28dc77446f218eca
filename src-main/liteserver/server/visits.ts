import type { Cell, Slice } from '@ton/core'
import { hashKey } from '../../chain/cells/cellData.ts'
import { buildMerkleProof } from '../../chain/merkle/merkleProof.ts'
import { openCell } from '../../chain/tlb.ts'

/**
 * The cells that an answer reads of one tree: a proof shows exactly those. They are noted by hand rather than
 * by watching our own readers, because a proof has to show what the reference server reads, cell by cell.
 */
export class Visits {
  private readonly keys = new Set<string>()

  /** The hashKeys of all noted cells. */
  get cells(): ReadonlySet<string> {
    return this.keys
  }

  /** Notes a cell; usable as the visitor of a dictionary. */
  readonly note = (cell: Cell): void => {
    this.keys.add(hashKey(cell))
  }

  /** Notes a cell and gives its data. Throws TlbError, PrunedBranchError. */
  open(cell: Cell, type: string): Slice {
    this.note(cell)
    return openCell(cell, type)
  }

  /** Notes a cell and everything below it, exotic cells included. */
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
    for (const key of keys) this.keys.add(key)
  }

  /** Notes a cell and those of its children that have none: usable as the visitor of a dictionary. */
  readonly noteWithLeaves = (cell: Cell): void => {
    this.note(cell)
    for (const child of cell.refs) if (child.refs.length === 0) this.note(child)
  }

  /** A proof over a tree that is wholly in the server's memory: leaves beside the way come along. */
  proveLoaded(root: Cell): Cell {
    return buildMerkleProof(root, this.keys, { unreadLeaves: 'keep' })
  }

  /**
   * A proof over a state, which the reference loads from its database as it goes: what it did not read is
   * pruned, leaves too. (It keeps a leaf that an earlier question happened to load. Where recorded answers
   * always have one, the walk notes it.)
   */
  proveState(root: Cell): Cell {
    return buildMerkleProof(root, this.keys, { unreadLeaves: 'prune' })
  }
}
