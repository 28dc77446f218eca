import { parentIds, readBlockHead } from '../../chain/archive/blockHead.ts'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import type { Asker } from './asker.ts'
import type { MasterchainStep } from './masterchain.ts'

/** A masterchain block commits to a few blocks of each shard; more than this is no chain that anybody runs. */
const MAX_BLOCKS = 4_096

/**
 * The shard blocks that a masterchain block is the first to commit to (compatibility-v3 §14.1): from its shards back to
 * those of the masterchain block before, over splits and merges. Parents come before their children.
 */
export async function newShardBlocks(
  { id, tops, topsBefore }: MasterchainStep,
  asker: Asker,
  signal: AbortSignal,
): Promise<readonly BlockFile[]> {
  const seen = new Set(topsBefore.map(placeOf))
  const found: BlockFile[] = []
  let frontier = unseen(tops, seen)
  while (frontier.length > 0) {
    if (seen.size > MAX_BLOCKS) throw new Error(`${formatBlockId(id)} commits to too many shard blocks`)
    const files = await Promise.all(
      frontier.map(async (block) => {
        const data = await asker.ask((session) => session.linkedBlock(block), signal)
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

/** Those not seen yet, which they are from now on. A shard begins with its zero state, which is no block. */
function unseen(ids: readonly BlockIdExt[], seen: Set<string>): BlockIdExt[] {
  return ids.filter((id) => {
    const place = placeOf(id)
    const isNew = id.seqno > 0 && !seen.has(place)
    if (isNew) seen.add(place)
    return isNew
  })
}

/** None where the block before is known to be committed already: most blocks need not be opened for that. */
function parentsOf({ id, data }: BlockFile, seen: ReadonlySet<string>): readonly BlockIdExt[] {
  return seen.has(placeOf({ ...id, seqno: id.seqno - 1 })) ? [] : parentIds(readBlockHead(data))
}

function placeOf({ workchain, shard, seqno }: Pick<BlockIdExt, 'workchain' | 'shard' | 'seqno'>): string {
  return `${workchain}:${shard}:${seqno}`
}
