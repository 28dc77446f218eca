import { type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { Lru } from '../../platform/lru.ts'
import { ProofError } from '../errors.ts'
import type { ProvedLink } from './blockLink.ts'

/** The trusted blocks at the start. */
export type TrustOptions = {
  /** The config's `init_block`, or the zero state: trusted because the user's config names it. */
  readonly anchor: BlockIdExt
  /** A key block that was proved from the anchor in an earlier run. */
  readonly storedKeyBlock?: BlockIdExt | undefined
  /** The number of proved blocks to keep besides the newest ones. */
  readonly limit?: number
}

/** The proved masterchain blocks: the anchor, and the ends of verified links. */
export class Trust {
  #blocks: Lru<number, BlockIdExt>
  #newest: BlockIdExt
  #keyBlock: BlockIdExt
  #isKeyBlockKnown: boolean
  #startsAtStoredBlock: boolean
  readonly #anchor: BlockIdExt
  readonly #limit: number

  constructor(options: TrustOptions) {
    const { anchor, storedKeyBlock, limit = 16_384 } = options
    const start = storedKeyBlock && storedKeyBlock.seqno > anchor.seqno ? storedKeyBlock : anchor
    this.#anchor = anchor
    this.#limit = limit
    this.#startsAtStoredBlock = start !== anchor
    this.#isKeyBlockKnown = this.#startsAtStoredBlock
    this.#blocks = new Lru(limit)
    this.#newest = start
    this.#keyBlock = start
    this.#add(anchor)
    this.#add(start)
  }

  /** Whether trust starts at the key block of an earlier run, and nothing was proved from it yet. */
  get startsAtStoredBlock(): boolean {
    return this.#startsAtStoredBlock
  }

  /** Resets trust to the anchor, as in a first run. Allowed only while `startsAtStoredBlock`. */
  resetToAnchor(): void {
    this.#startsAtStoredBlock = false
    this.#isKeyBlockKnown = false
    this.#blocks = new Lru(this.#limit)
    this.#newest = this.#anchor
    this.#keyBlock = this.#anchor
    this.#add(this.#anchor)
  }

  /** The newest proved block. */
  get newest(): BlockIdExt {
    return this.#newest
  }

  /** The start of proofs of later blocks: the newest proved key block (initially the anchor). */
  get keyBlock(): BlockIdExt {
    return this.#keyBlock
  }

  /**
   * Records the end of a verified link.
   * @throws ProofError if another block of the same seqno is proved
   */
  note({ to, isKeyBlock }: ProvedLink): void {
    this.isProved(to)
    this.#startsAtStoredBlock = false
    this.#add(to)
    if (to.seqno > this.#newest.seqno) this.#newest = to
    if (isKeyBlock && (!this.#isKeyBlockKnown || to.seqno > this.#keyBlock.seqno)) {
      this.#keyBlock = to
      this.#isKeyBlockKnown = true
    }
  }

  /**
   * Returns whether exactly this block is recorded as proved.
   * @throws ProofError if another block of the same seqno is proved
   */
  isProved(id: BlockIdExt): boolean {
    const known = this.#blocks.get(id.seqno)
    if (id.workchain !== MASTERCHAIN || !known) return false
    if (sameBlock(known, id)) return true
    throw new ProofError('fork', `another block ${formatBlockId(id)} is proved`)
  }

  /** Returns the proved block of the same seqno, if it is another one. */
  contradicting(id: BlockIdExt): BlockIdExt | undefined {
    const known = id.workchain === MASTERCHAIN ? this.#blocks.get(id.seqno) : undefined
    return known && !sameBlock(known, id) ? known : undefined
  }

  /** Returns the proved block with the given seqno, if it is recorded. */
  block(seqno: number): BlockIdExt | undefined {
    return this.#blocks.get(seqno)
  }

  #add(id: BlockIdExt): void {
    this.#blocks.set(id.seqno, id)
  }
}
