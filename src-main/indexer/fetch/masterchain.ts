import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { readShardTops } from '../../chain/archive/masterchainHead.ts'
import { type BlockIdExt, formatBlockId, sameBlock } from '../../chain/blockId.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
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
 * Number of blocks per proof: the topmost block of a batch is proved, and its state or their successors name the others.
 */
const BATCH = 8
/** Number of blocks up to which a batch counts as short: of a question, or the newest ones. */
const SHORT = 2
/** Number of masterchain blocks whose shards are kept. */
const KEPT = 256

type Shards = Pick<MasterchainBlock, 'id' | 'prev' | 'tops'>

/** A block that is being read. */
type Flight = { readonly id: BlockIdExt; readonly block: Promise<MasterchainBlock> }

/**
 * Reads the masterchain for the index. A proof costs a query and computation, so blocks are read by ids that are proved
 * already, as those of a followed head are, and otherwise only every BATCH-th block is proved: its state names the
 * others, or where that is gone, `prev_ref` does.
 */
export class Masterchain {
  readonly #client: RetryingClient
  /** By seqno. */
  readonly #shards = new Lru<number, Shards>(KEPT)
  /** By seqno. */
  readonly #flights = new Map<number, Flight>()

  constructor(client: RetryingClient) {
    this.#client = client
  }

  /** Reads a batch of at most BATCH seqnos, ascending. */
  async batch({ first, last }: SeqnoRange, signal: AbortSignal): Promise<readonly MasterchainStep[]> {
    const below = this.#blockBelow({ first, last }, signal)
    let ahead = await this.#readProved({ first, last }, signal)
    let id = await this.#client.request((session) => session.masterchainBlock(last), signal)
    if (last - first >= SHORT && ahead.size < last - first && (await this.#proveBefore(id, signal))) {
      ahead = await this.#readProved({ first, last }, signal)
    }
    const blocks: MasterchainBlock[] = []
    while (id.seqno >= first) {
      const read = ahead.get(id.seqno)
      const block = read && sameBlock(read.id, id) ? await read.block : await this.#block(id, signal)
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

  /** Starts to read all blocks of a batch, and the one below it, that are proved already: not one after the other. */
  async #readProved({ first, last }: SeqnoRange, signal: AbortSignal): Promise<ReadonlyMap<number, Flight>> {
    const ids: BlockIdExt[] = []
    await this.#client.request(async (session) => {
      ids.length = 0
      for (let seqno = Math.max(1, first - 1); seqno <= last; seqno++) {
        const id = session.provedBlock(seqno)
        // Of the block below the batch only the shards are needed.
        if (id && (seqno >= first || !this.#shards.get(seqno))) ids.push(id)
      }
    }, signal)
    const flights = ids.map((id) => {
      const block = this.#block(id, signal)
      // Awaited in its turn; an earlier failure ends the batch first.
      block.catch(() => {})
      return [id.seqno, { id, block }] as const
    })
    return new Map(flights)
  }

  /**
   * Proves the ids of the blocks before a block by its state, with one query, so that they need not be read one after
   * the other. Returns false if the servers have that state no more.
   */
  #proveBefore(id: BlockIdExt, signal: AbortSignal): Promise<boolean> {
    return this.#client.request(async (session) => {
      try {
        await session.earlierBlocks(id)
        return true
      } catch (error) {
        if (error instanceof LiteServerError) return false
        throw error
      }
    }, signal)
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

  /** Reads a block, or waits for another batch that does: the block below a batch is the last one of the batch before. */
  async #block(id: BlockIdExt, signal: AbortSignal): Promise<MasterchainBlock> {
    for (;;) {
      const running = this.#flights.get(id.seqno)
      if (!running || !sameBlock(running.id, id)) break
      try {
        return await running.block
      } catch {
        // The other batch was aborted, or will report the error itself.
        signal.throwIfAborted()
      }
    }
    const block = this.#read(id, signal)
    const flight = { id, block }
    this.#flights.set(id.seqno, flight)
    try {
      return await block
    } finally {
      if (this.#flights.get(id.seqno) === flight) this.#flights.delete(id.seqno)
    }
  }

  async #read(id: BlockIdExt, signal: AbortSignal): Promise<MasterchainBlock> {
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
