import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { readShardTops } from '../../chain/archive/masterchainHead.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { Lru } from '../../liteserver/verify/lru.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import type { Asker } from './asker.ts'

/** A masterchain block, what it follows and which shard blocks it commits to. */
export type MasterchainBlock = BlockFile & {
  readonly prev: BlockIdExt
  readonly tops: readonly BlockIdExt[]
}

/** A masterchain block with the shards of the one before it. */
export type MasterchainStep = MasterchainBlock & { readonly topsBefore: readonly BlockIdExt[] }

export type WalkOptions = { readonly newestFirst: boolean; readonly signal: AbortSignal }

/** The top of a stretch is proved; each other block is named by the one above it. */
const STRETCH = 8

type Shards = Pick<MasterchainBlock, 'prev' | 'tops'>

/**
 * Reads the masterchain for the index. Proofs cost a query and work for each block, so that only every few blocks one
 * is asked for: `prev_ref` names the rest.
 */
export class Masterchain {
  readonly #asker: Asker
  readonly #shards = new Lru<string, Shards>(64)

  constructor(asker: Asker) {
    this.#asker = asker
  }

  /** The steps of a stretch of at most STRETCH seqnos, ascending. */
  async stretch({ first, last }: SeqnoRange, signal: AbortSignal): Promise<readonly MasterchainStep[]> {
    let id = await this.#asker.ask((session) => session.masterchainBlock(last), signal)
    const blocks: MasterchainBlock[] = []
    while (id.seqno >= first) {
      const block = await this.#block(id, signal)
      blocks.unshift(block)
      id = block.prev
    }
    let topsBefore = await this.#topsOf(id, signal)
    return blocks.map((block) => {
      const step = { ...block, topsBefore }
      topsBefore = block.tops
      return step
    })
  }

  async #topsOf(id: BlockIdExt, signal: AbortSignal): Promise<readonly BlockIdExt[]> {
    // Shards of a zero state have no blocks.
    if (id.seqno === 0) return []
    const { tops } = this.#shards.get(keyOf(id)) ?? (await this.#block(id, signal))
    return tops
  }

  async #block(id: BlockIdExt, signal: AbortSignal): Promise<MasterchainBlock> {
    const data = await this.#asker.ask((session) => session.linkedBlock(id), signal)
    const [prev] = parentIds(readBlockHead(data))
    if (!prev || prev.seqno !== id.seqno - 1) throw new Error(`${formatBlockId(id)} follows no block`)
    const shards = { prev, tops: readShardTops(data) }
    this.#shards.set(keyOf(id), shards)
    return { id, data, ...shards }
  }
}

function keyOf({ seqno, rootHash }: BlockIdExt): string {
  return `${seqno}:${rootHash.toString('latin1')}`
}

/** Ranges cut into stretches, in the order of a walk. */
export function* stretches(
  ranges: readonly SeqnoRange[],
  newestFirst: boolean,
): Generator<SeqnoRange, void, undefined> {
  for (const { first, last } of newestFirst ? ranges.toReversed() : ranges) {
    if (newestFirst) {
      for (let top = last; top >= first; top -= STRETCH) {
        yield { first: Math.max(first, top - STRETCH + 1), last: top }
      }
    } else {
      for (let bottom = first; bottom <= last; bottom += STRETCH) {
        yield { first: bottom, last: Math.min(last, bottom + STRETCH - 1) }
      }
    }
  }
}
