import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { readShardTops } from '../../chain/archive/masterchainHead.ts'
import { type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import { Lru } from '../../platform/lru.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import type { RetryingClient } from './retryingClient.ts'

/** A masterchain block with its predecessor and the shard blocks that it commits to. */
export type MasterchainBlock = BlockFile & {
  readonly prev: BlockIdExt
  readonly tops: readonly BlockIdExt[]
}

/** A masterchain block with the shard blocks of its predecessor. */
export type MasterchainStep = MasterchainBlock & { readonly topsBefore: readonly BlockIdExt[] }

/** Options of a walk over the masterchain. */
export type WalkOptions = { readonly newestFirst: boolean; readonly signal: AbortSignal }

/**
 * Number of blocks per proof: the topmost block of a batch is proved, and each other one is named by its successor.
 */
const BATCH = 8
/** Number of blocks up to which a batch counts as short: of a question, or the newest ones. */
const SHORT = 2
/** Number of masterchain blocks whose shards are kept. */
const KEPT = 64

type Shards = Pick<MasterchainBlock, 'id' | 'prev' | 'tops'>

/**
 * Reads the masterchain for the index. A proof costs a query and computation, so only every BATCH-th block is
 * proved: `prev_ref` identifies the others.
 */
export class Masterchain {
  readonly #client: RetryingClient
  /** By seqno. */
  readonly #shards = new Lru<number, Shards>(KEPT)

  constructor(client: RetryingClient) {
    this.#client = client
  }

  /** Reads a batch of at most BATCH seqnos, ascending. */
  async batch({ first, last }: SeqnoRange, signal: AbortSignal): Promise<readonly MasterchainStep[]> {
    const below = this.#blockBelow({ first, last }, signal)
    let id = await this.#client.request((session) => session.masterchainBlock(last), signal)
    const blocks: MasterchainBlock[] = []
    while (id.seqno >= first) {
      const block = await this.#block(id, signal)
      blocks.unshift(block)
      id = block.prev
    }
    await below
    let topsBefore = await this.#topsOf(id, signal)
    return blocks.map((block) => {
      const step = { ...block, topsBefore }
      topsBefore = block.tops
      return step
    })
  }

  /**
   * Reads the block before a short batch at the same time as the batch, which saves two round trips of a far network.
   * Never rejects: if it fails, the batch reads that block by its id.
   */
  async #blockBelow({ first, last }: SeqnoRange, signal: AbortSignal): Promise<void> {
    const seqno = first - 1
    if (seqno === 0 || last - first >= SHORT || this.#shards.get(seqno)) return
    try {
      const id = await this.#client.request((session) => session.masterchainBlock(seqno), signal)
      await this.#block(id, signal)
    } catch {
      // An aborted batch rejects with its own requests.
    }
  }

  async #topsOf(id: BlockIdExt, signal: AbortSignal): Promise<readonly BlockIdExt[]> {
    // The shards of a zero state have no blocks.
    if (id.seqno === 0) return []
    const known = this.#shards.get(id.seqno)
    const { tops } = known && sameBlock(known.id, id) ? known : await this.#block(id, signal)
    return tops
  }

  async #block(id: BlockIdExt, signal: AbortSignal): Promise<MasterchainBlock> {
    const data = await this.#client.request((session) => session.linkedBlock(id), signal)
    const [prev] = parentIds(readBlockHead(data))
    if (!prev || prev.seqno !== id.seqno - 1) throw new Error(`${formatBlockId(id)} follows no block`)
    const shards = { id, prev, tops: readShardTops(data) }
    this.#shards.set(id.seqno, shards)
    return { data, ...shards }
  }
}

/** Splits ranges into batches, in the order of a walk. */
export function* batches(
  ranges: readonly SeqnoRange[],
  newestFirst: boolean,
): Generator<SeqnoRange, void, undefined> {
  for (const { first, last } of newestFirst ? ranges.toReversed() : ranges) {
    if (newestFirst) {
      for (let top = last; top >= first; top -= BATCH) {
        yield { first: Math.max(first, top - BATCH + 1), last: top }
      }
    } else {
      for (let bottom = first; bottom <= last; bottom += BATCH) {
        yield { first: bottom, last: Math.min(last, bottom + BATCH - 1) }
      }
    }
  }
}
