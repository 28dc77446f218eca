import { type BlockIdExt, formatBlockId, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { ProofError } from '../errors.ts'
import type { ProvedLink } from './blockLink.ts'
import { Lru } from './lru.ts'

export type TrustOptions = {
  /** The config's `init_block`, or the zero state: believed because the user's config says so. */
  readonly anchor: BlockIdExt
  /** A key block that was proved from the anchor in an earlier run. */
  readonly remembered?: BlockIdExt | undefined
  /** How many proved blocks to remember beside the newest ones. */
  readonly limit?: number
}

/** Which masterchain blocks are proved: the anchor, and what verified links led to. Only proved blocks are noted. */
export class Trust {
  #blocks: Lru<number, BlockIdExt>
  #newest: BlockIdExt
  #keyBlock: BlockIdExt
  #isKeyBlockKnown: boolean
  #isRemembered: boolean
  readonly #anchor: BlockIdExt
  readonly #limit: number

  constructor(options: TrustOptions) {
    const { anchor, remembered, limit = 16_384 } = options
    const start = remembered && remembered.seqno > anchor.seqno ? remembered : anchor
    this.#anchor = anchor
    this.#limit = limit
    this.#isRemembered = start !== anchor
    this.#isKeyBlockKnown = this.#isRemembered
    this.#blocks = new Lru(limit)
    this.#newest = start
    this.#keyBlock = start
    this.#remember(anchor)
    this.#remember(start)
  }

  /** Trust starts at the key block of an earlier run, and nothing was proved from it in this one. */
  get isRemembered(): boolean {
    return this.#isRemembered
  }

  /** Starts at the anchor again, as a first run does. Only while `isRemembered`. */
  forgetRemembered(): void {
    this.#isRemembered = false
    this.#isKeyBlockKnown = false
    this.#blocks = new Lru(this.#limit)
    this.#newest = this.#anchor
    this.#keyBlock = this.#anchor
    this.#remember(this.#anchor)
  }

  /** The newest proved block. */
  get newest(): BlockIdExt {
    return this.#newest
  }

  /** Where proofs of later blocks start: the newest proved key block (the anchor before there is any). */
  get keyBlock(): BlockIdExt {
    return this.#keyBlock
  }

  /**
   * Remembers where a verified link leads.
   * @throws ProofError if another block of the same seqno is proved
   */
  note({ to, isKeyBlock }: ProvedLink): void {
    this.isProved(to)
    this.#isRemembered = false
    this.#remember(to)
    if (to.seqno > this.#newest.seqno) this.#newest = to
    if (isKeyBlock && (!this.#isKeyBlockKnown || to.seqno > this.#keyBlock.seqno)) {
      this.#keyBlock = to
      this.#isKeyBlockKnown = true
    }
  }

  /**
   * Whether this very block is proved; false where that isn't remembered.
   * @throws ProofError if another block of the same seqno is proved
   */
  isProved(id: BlockIdExt): boolean {
    const known = this.#blocks.get(id.seqno)
    if (id.workchain !== MASTERCHAIN || !known) return false
    if (sameBlock(known, id)) return true
    throw new ProofError('fork', `another block ${formatBlockId(id)} is proved`)
  }

  /** The proved block of a seqno, if it is remembered. */
  block(seqno: number): BlockIdExt | undefined {
    return this.#blocks.get(seqno)
  }

  #remember(id: BlockIdExt): void {
    this.#blocks.set(id.seqno, id)
  }
}
