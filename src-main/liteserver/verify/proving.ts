import type { Cell } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import { parseBoc, parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../chain/merkle/merkleProof.ts'
import { ProofError } from '../errors.ts'

/**
 * Runs one check of an answer. Any error inside (a malformed bag of cells, data of another type, a pruned
 * branch) means that the answer does not prove its claim, and becomes a ProofError named `check`. A
 * ProofError from inside passes through.
 */
export function proving<T>(check: string, task: () => T): T {
  try {
    return task()
  } catch (error) {
    throw asProofError(check, error)
  }
}

/** Runs an asynchronous check like proving. */
export async function provingAsync<T>(check: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task()
  } catch (error) {
    throw asProofError(check, error)
  }
}

function asProofError(check: string, error: unknown): ProofError {
  if (error instanceof ProofError) return error
  const reason = messageOf(error)
  return new ProofError(check, reason, { cause: error })
}

/** Throws ProofError with `reason` unless `holds`. */
export function expect(holds: boolean, check: string, reason: string): asserts holds {
  if (!holds) throw new ProofError(check, reason)
}

/** Limits far above any valid proof: a whole mainnet configuration has about 10,000 cells. */
const PROOF_LIMITS = { maxCells: 1 << 18, maxRoots: 2 }

/** Returns the virtual root of the only Merkle proof in a BoC. Its hash in the proven tree is `hash(0)`. */
export function openProof(boc: Buffer): Cell {
  return openMerkleProof(parseBocRoot(boc, PROOF_LIMITS))
}

/**
 * Returns the virtual root of the second of two Merkle proofs without checking its hash: the caller must
 * compare its `hash(0)` with a proved one. Ignores the first proof.
 */
export function openSecondProof(boc: Buffer): Cell {
  const [, second, ...others] = parseBoc(boc, { ...PROOF_LIMITS, trusted: true })
  if (!second || others.length > 0) throw new ProofError('boc', 'two Merkle proofs were expected')
  return openMerkleProof(second)
}

/**
 * Returns the virtual roots of a BoC of two Merkle proofs: mostly a block's header and the state after it.
 */
export function openProofPair(boc: Buffer): readonly [Cell, Cell] {
  const [first, second, ...others] = parseBoc(boc, PROOF_LIMITS)
  if (!first || !second || others.length > 0) throw new ProofError('boc', 'two Merkle proofs were expected')
  return [openMerkleProof(first), openMerkleProof(second)]
}

/** Returns `cell` if nothing in it is pruned: pruned data was not delivered, even if the hash matches. */
export function whole(cell: Cell, check: string): Cell {
  expect(cell.level() === 0, check, 'a part of the data is pruned')
  return cell
}
