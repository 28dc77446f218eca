import type { BlockIdExt } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'

/** Number of masterchain blocks before a block that the proof of its state names. */
const NAMED = 15

/** Masterchain blocks from a newest one back: one query proves the ids of 15 of them. */
export class MasterchainWalk {
  readonly #session: NetworkSession
  readonly #newest: number
  /** By the number of times that NAMED blocks lie between them and the newest block. */
  readonly #named = new Map<number, Promise<void>>()

  constructor(session: NetworkSession, newest: number) {
    this.#session = session
    this.#newest = newest
  }

  /** Returns the block with a seqno. Rejects as sessions do. */
  async block(seqno: number): Promise<BlockIdExt> {
    const known = this.#session.provedBlock(seqno)
    if (known && seqno > 0) return known
    if (seqno < this.#newest) await this.#name(Math.floor((this.#newest - 1 - seqno) / NAMED))
    return this.#session.masterchainBlock(seqno)
  }

  /** Proves the ids of a group. If a server refuses, as of a state that it has no more, each block is looked up. */
  #name(group: number): Promise<void> {
    const known = this.#named.get(group)
    if (known) return known
    const naming = this.#askForNames(group).catch((error: unknown) => {
      if (!(error instanceof LiteServerError)) throw error
    })
    this.#named.set(group, naming)
    return naming
  }

  async #askForNames(group: number): Promise<void> {
    // The newest block of a group is the oldest one of the group before it.
    const newest = await this.block(this.#newest - group * NAMED)
    await this.#session.earlierBlocks(newest)
  }
}
