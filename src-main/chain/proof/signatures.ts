import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { TypedError } from '#shared/typedError.ts'
import { Lru } from '../../platform/lru.ts'
import type { BlockIdExt } from '../blockId.ts'
import { formatBlockId, sameBlock } from '../blockId.ts'
import { validatorNodeId } from '../config/validatorSet.ts'
import type { BlockSignatures } from './blockSignatures.ts'
import { readByteChain } from './byteChain.ts'
import { candidateBlock, finalizeVote } from './simplexVote.ts'

/** One signature of a set: `liteServer.signature` in TL, `CryptoSignaturePair` in TL-B. */
export type Signature = {
  readonly nodeIdShort: Buffer
  /** 64 bytes. */
  readonly signature: Buffer
}

/**
 * The validators' signatures of a block, as read from `liteServer.SignatureSet` (in liteserver/tl and
 * chain/archive; TL names the session of the simplex form `cc_seqno`) and converted from TL-B by
 * signatureSet. Both numbers can be signed or unsigned.
 */
export type SignatureSet = OrdinarySignatureSet | SimplexSignatureSet

/** Signatures under catchain consensus: of the block's id. */
export type OrdinarySignatureSet = {
  readonly kind: 'ordinary'
  readonly catchainSeqno: number
  readonly validatorSetHash: number
  readonly signatures: readonly Signature[]
}

/** Signatures under simplex consensus: of a vote that finalizes the block's candidate. */
export type SimplexSignatureSet = {
  readonly kind: 'simplex'
  readonly validatorSetHash: number
  readonly signatures: readonly Signature[]
  readonly sessionId: Buffer
  readonly slot: number
  /** Boxed `consensus.CandidateHashData`. */
  readonly candidate: Buffer
  readonly ccSeqno: number
}

/** The validators that can sign, for one shard, session (`ccSeqno`) and configuration. */
export type Signers = {
  readonly ccSeqno: number
  /** The short hash of the list, as in headers (gen_validator_list_hash_short). */
  readonly hashShort: number
  readonly validators: readonly { readonly publicKey: Buffer; readonly weight: bigint }[]
}

/** The check that a set of signatures fails. */
export type SignatureCheck =
  | 'cc-seqno'
  | 'validator-set-hash'
  /** The candidate of the vote is malformed, or is another block. */
  | 'candidate'
  | 'unknown-node'
  | 'duplicate'
  | 'signature'
  /** Not more than two thirds of the weight. */
  | 'weight'

/** The error for signatures that do not make `block` valid. */
export class SignatureError extends TypedError<SignatureCheck> {
  readonly block: BlockIdExt

  constructor(check: SignatureCheck, block: BlockIdExt, reason: string) {
    super(check, `signatures of ${formatBlockId(block)}: ${reason}`)
    this.block = block
  }
}

/**
 * Converts the signatures of a BlockProof or TopBlockDescr to a SignatureSet.
 * @throws TlbError if the simplex candidate is not a byte chain
 */
export function signatureSet(value: BlockSignatures): SignatureSet {
  const { signatures, validatorListHashShort: validatorSetHash, catchainSeqno } = value
  if (value.kind === 'ordinary') return { kind: 'ordinary', catchainSeqno, validatorSetHash, signatures }
  const { sessionId, slot } = value
  const candidate = readByteChain(value.candidateData)
  return { kind: 'simplex', ccSeqno: catchainSeqno, validatorSetHash, signatures, sessionId, slot, candidate }
}

/** `ton.blockId root_cell_hash:int256 file_hash:int256 = ton.BlockId`, id 0xc50b6e70. */
const TON_BLOCK_ID = Buffer.from('706e0bc5', 'hex')

/** Returns the bytes under each signature of an ordinary set. */
export function ordinarySignedBytes(block: BlockIdExt): Buffer {
  return Buffer.concat([TON_BLOCK_ID, block.rootHash, block.fileHash])
}

/** The DER encoding of an Ed25519 SubjectPublicKeyInfo up to the key. */
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex')
const SIGNATURE_BYTES = 64

/** A validator's public key and the id that names it in sets of signatures. */
type KnownKey = { readonly nodeId: string; readonly publicKey: Buffer; imported?: KeyObject }

/** The weight that signed, and the total weight of the signers. */
export type SignedWeight = { readonly signed: bigint; readonly total: bigint }

/** One signature of a set and its validator. */
type Vote = { readonly key: KnownKey; readonly weight: bigint; readonly signature: Buffer }

/** A well-formed set whose signers are validators. The signatures themselves are not checked yet. */
type OpenedSet = { readonly signedBytes: Buffer; readonly votes: readonly Vote[]; readonly total: bigint }

/**
 * Checks sets of signatures. Caches imported keys, since the same few hundred validators sign for hours;
 * drops the least recently used one beyond `maxKeys`.
 */
export class SignatureVerifier {
  readonly #keys: Lru<string, KnownKey>

  constructor(options: { readonly maxKeys?: number } = {}) {
    this.#keys = new Lru(options.maxKeys ?? 2048)
  }

  /**
   * Checks that more than two thirds of the signers' weight signed `block`, and that no signature in the set is wrong.
   * @throws SignatureError
   */
  check(block: BlockIdExt, set: SignatureSet, signers: Signers): SignedWeight {
    const { signedBytes, votes, total } = this.#open(block, set, signers)
    for (const { key, signature } of votes) {
      if (!verify(null, signedBytes, importedKey(key), signature)) throw wrongSignature(block, key)
    }
    return expectMajority(block, votes, total)
  }

  /**
   * Checks that more than two thirds of the signers' weight signed `block`, in libuv's threads. Checks only as many
   * signatures as that takes, heaviest validators first, so the set must not be passed on as checked.
   * Rejects with SignatureError.
   */
  async prove(block: BlockIdExt, set: SignatureSet, signers: Signers): Promise<SignedWeight> {
    const { signedBytes, votes, total } = this.#open(block, set, signers)
    const majority = smallestMajority(votes, total)
    const weight = expectMajority(block, majority, total)
    const wrong = await Promise.all(
      majority.map(async (vote) => ((await isSigned(signedBytes, vote)) ? undefined : vote)),
    )
    const first = wrong.find((vote) => vote !== undefined)
    if (first) throw wrongSignature(block, first.key)
    return weight
  }

  /** @throws SignatureError */
  #open(block: BlockIdExt, set: SignatureSet, signers: Signers): OpenedSet {
    const fail = (check: SignatureCheck, reason: string): never => {
      throw new SignatureError(check, block, reason)
    }
    const ccSeqno = set.kind === 'ordinary' ? set.catchainSeqno : set.ccSeqno
    if (ccSeqno >>> 0 !== signers.ccSeqno >>> 0) {
      fail('cc-seqno', `of session ${ccSeqno >>> 0}, not ${signers.ccSeqno}`)
    }
    if (set.validatorSetHash >>> 0 !== signers.hashShort >>> 0) {
      fail('validator-set-hash', `of list ${set.validatorSetHash >>> 0}, not ${signers.hashShort >>> 0}`)
    }
    const signedBytes = set.kind === 'ordinary' ? ordinarySignedBytes(block) : this.#vote(block, set)
    const nodes = new Map<string, { key: KnownKey; weight: bigint }>()
    let total = 0n
    for (const { publicKey, weight } of signers.validators) {
      const key = this.#known(publicKey)
      nodes.set(key.nodeId, { key, weight })
      total += weight
    }
    const votes: Vote[] = []
    const seen = new Set<string>()
    for (const { nodeIdShort: id, signature } of set.signatures) {
      const nodeId = id.toString('hex')
      const node = nodes.get(nodeId)
      if (!node) throw new SignatureError('unknown-node', block, `${nodeId} is no validator`)
      if (seen.has(nodeId)) fail('duplicate', `two of ${nodeId}`)
      seen.add(nodeId)
      if (signature.length !== SIGNATURE_BYTES) throw wrongSignature(block, node.key)
      votes.push({ ...node, signature })
    }
    return { signedBytes, votes, total }
  }

  #vote(block: BlockIdExt, set: SimplexSignatureSet): Buffer {
    const voted = candidateBlock(set.candidate)
    if (!voted) throw new SignatureError('candidate', block, 'the candidate is malformed')
    if (!sameBlock(voted, block)) {
      throw new SignatureError('candidate', block, `for another block, ${formatBlockId(voted)}`)
    }
    return finalizeVote(set.sessionId, set.slot, set.candidate)
  }

  #known(publicKey: Buffer): KnownKey {
    const name = publicKey.toString('latin1')
    return this.#keys.getOrMake(name, () => ({
      nodeId: validatorNodeId(publicKey).toString('hex'),
      // A copy: a view would keep its proof in memory.
      publicKey: Buffer.from(publicKey),
    }))
  }
}

/**
 * Requires strictly more than two thirds, as the reference node does.
 * @throws SignatureError
 */
function expectMajority(block: BlockIdExt, votes: readonly Vote[], total: bigint): SignedWeight {
  const signed = votes.reduce((sum, { weight }) => sum + weight, 0n)
  if (isMajority(signed, total)) return { signed, total }
  throw new SignatureError('weight', block, `weight ${signed} of ${total}`)
}

function isMajority(signed: bigint, total: bigint): boolean {
  return signed * 3n > total * 2n
}

/** Returns the fewest votes that form a majority; all votes if they form none. */
function smallestMajority(votes: readonly Vote[], total: bigint): readonly Vote[] {
  const heaviest = votes.toSorted((a, b) => (a.weight < b.weight ? 1 : a.weight > b.weight ? -1 : 0))
  let signed = 0n
  const last = heaviest.findIndex(({ weight }) => {
    signed += weight
    return isMajority(signed, total)
  })
  return last < 0 ? heaviest : heaviest.slice(0, last + 1)
}

function isSigned(signedBytes: Buffer, { key, signature }: Vote): Promise<boolean> {
  return new Promise((resolve, reject) => {
    verify(null, signedBytes, importedKey(key), signature, (error, holds) =>
      error ? reject(error) : resolve(holds),
    )
  })
}

function wrongSignature(block: BlockIdExt, { nodeId }: KnownKey): SignatureError {
  return new SignatureError('signature', block, `that of ${nodeId} is wrong`)
}

/** Imports a key on its first use: importing takes as long as hashing a header, and not every key is used. */
function importedKey(known: KnownKey): KeyObject {
  known.imported ??= createPublicKey({
    key: Buffer.concat([SPKI_ED25519, known.publicKey]),
    format: 'der',
    type: 'spki',
  })
  return known.imported
}
