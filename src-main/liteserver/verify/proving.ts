import type { Cell } from '@ton/core'
import { parseBoc, parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../chain/merkle/merkleProof.ts'
import { ProofError } from '../errors.ts'

/**
 * Runs one check of an answer. Whatever goes wrong inside (bytes that are no bag of cells, data that is not of its
 * type, a pruned branch where the proof should show something) means that the answer doesn't prove what it
 * claims, and comes out as a ProofError named `check`; a ProofError from inside passes as it is.
 */
export function proving<T>(check: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw asProofError(check, error)
  }
}

/** The same for a check that takes its time. */
export async function provingLater<T>(check: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw asProofError(check, error)
  }
}

function asProofError(check: string, error: unknown): ProofError {
  if (error instanceof ProofError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new ProofError(check, reason, { cause: error })
}

/** @throws ProofError with `reason` unless `holds` */
export function expect(holds: boolean, check: string, reason: string): asserts holds {
  if (!holds) throw new ProofError(check, reason)
}

/** No honest proof comes near: a whole mainnet configuration has some 10,000 cells. */
const PROOF_LIMITS = { maxCells: 1 << 18, maxRoots: 2 }

/** The virtual root of the one Merkle proof in a BOC: its hash in the proven tree is `hash(0)`. */
export function openProof(boc: Buffer): Cell {
  return openMerkleProof(parseBocRoot(boc, PROOF_LIMITS))
}

/**
 * The second of such two, its hash in the proven tree unchecked: for a caller who knows that hash and compares it with
 * the root's `hash(0)`. The first proof is not looked at.
 */
export function openSecondProof(boc: Buffer): Cell {
  const [, second, ...others] = parseBoc(boc, { ...PROOF_LIMITS, trusted: true })
  if (!second || others.length > 0) throw new ProofError('boc', 'two Merkle proofs were expected')
  return openMerkleProof(second)
}

/** The virtual roots of a BOC of two Merkle proofs: mostly a block's header and the state after it. */
export function openProofPair(boc: Buffer): readonly [Cell, Cell] {
  const [first, second, ...others] = parseBoc(boc, PROOF_LIMITS)
  if (!first || !second || others.length > 0) throw new ProofError('boc', 'two Merkle proofs were expected')
  return [openMerkleProof(first), openMerkleProof(second)]
}

/** `cell` if nothing in it is pruned: else what it holds wasn't delivered, whatever its hash says. */
export function whole(cell: Cell, check: string): Cell {
  expect(cell.level() === 0, check, 'a part of the data is pruned')
  return cell
}
