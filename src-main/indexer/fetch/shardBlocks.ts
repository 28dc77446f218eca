import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import type { MasterchainStep } from './masterchain.ts'
import type { RetryingClient } from './retryingClient.ts'

/**
 * Maximum number of new shard blocks. No real chain comes near: a masterchain block commits to a few blocks of each
 * shard.
 */
const MAX_BLOCKS = 4_096

/**
 * Fetches the shard blocks that a masterchain block is the first to commit to (compatibility-v3 §14.1): from its
 * shards back to those of its predecessor, through splits and merges. Parents come before their children.
 */
export async function newShardBlocks(
  { id, tops, topsBefore }: MasterchainStep,
  client: RetryingClient,
  signal: AbortSignal,
): Promise<readonly BlockFile[]> {
  const seen = new Set(topsBefore.map(keyOf))
  const found: BlockFile[] = []
  let frontier = unseen(tops, seen)
  while (frontier.length > 0) {
    if (seen.size > MAX_BLOCKS) throw new Error(`${formatBlockId(id)} commits to too many shard blocks`)
    const files = await Promise.all(
      frontier.map(async (block) => {
        const data = await client.request((session) => session.linkedBlock(block), signal)
        return { id: block, data }
      }),
    )
    found.push(...files)
    frontier = unseen(
      files.flatMap((file) => parentsOf(file, seen)),
      seen,
    )
  }
  return found.sort((a, b) => a.id.seqno - b.id.seqno)
}

/** Returns the unseen ids and marks them as seen. A shard's zero state is not a block. */
function unseen(ids: readonly BlockIdExt[], seen: Set<string>): BlockIdExt[] {
  return ids.filter((id) => {
    const key = keyOf(id)
    const isNew = id.seqno > 0 && !seen.has(key)
    if (isNew) seen.add(key)
    return isNew
  })
}

/** Returns a block's parents; none if the previous block is already committed, which saves opening most blocks. */
function parentsOf({ id, data }: BlockFile, seen: ReadonlySet<string>): readonly BlockIdExt[] {
  return seen.has(keyOf({ ...id, seqno: id.seqno - 1 })) ? [] : parentIds(readBlockHead(data))
}

function keyOf({ workchain, shard, seqno }: Pick<BlockIdExt, 'workchain' | 'shard' | 'seqno'>): string {
  return `${workchain}:${shard}:${seqno}`
}
