import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import { shardTagBit } from '#shared/ton/shard.ts'
import { type BlockId, blockIdKey, indexedBlockId, isMasterchain, masterchainBlockId } from './blockId.ts'
import type { BlockCount, MasterSummary } from './masterSummary.ts'

/** Number of account prefixes of a workchain, of which its shards cover all. */
const WORKCHAIN = 1n << 64n

/** The block with which a list of summaries begins. */
export type Newest = { readonly seqno: number; readonly shards: readonly BlockId[] }

/** Returns the newest masterchain seqno up to `to` among the blocks; 0 if there is none. */
export function newestMaster(blocks: readonly BlockJson[], to: number): number {
  return blocks.reduce(
    (newest, { workchain, seqno }) => (workchain === -1 && seqno <= to && seqno > newest ? seqno : newest),
    0,
  )
}

/** Returns whether the blocks of each workchain cover all of its accounts. The basechain must be among them. */
function isWhole(shards: readonly BlockId[]): boolean {
  const widths = new Map<number, bigint>([[0, 0n]])
  for (const { workchain, shard } of shards) {
    widths.set(workchain, (widths.get(workchain) ?? 0n) + (shardTagBit(shard) << 1n))
  }
  return [...widths.values()].every((width) => width === WORKCHAIN)
}

/**
 * Returns the newest block of each shard as of masterchain block `seqno`: blocks that no other one follows.
 * Returns undefined if the list has no block of one of the shards.
 */
export function shardsAfter(blocks: readonly BlockJson[], seqno: number): BlockId[] | undefined {
  const committed = blocks.filter(
    ({ workchain, masterchain_block_ref: ref }) => workchain !== -1 && ref.seqno <= seqno,
  )
  const followed = new Set(
    committed.flatMap(({ prev_blocks }) => prev_blocks.map((id) => blockIdKey(indexedBlockId(id)))),
  )
  const tops = committed.map(indexedBlockId).filter((blockId) => !followed.has(blockIdKey(blockId)))
  return isWhole(tops) ? tops : undefined
}

/** The shard blocks of a masterchain block, oldest first, and the newest ones before them. */
type Added = { readonly blocks: readonly BlockJson[]; readonly before: readonly BlockId[] }

/**
 * Follows the blocks from the tops down to those that an earlier masterchain block committed. Returns undefined
 * if a block is missing.
 */
function addedBy(
  seqno: number,
  tops: readonly BlockId[],
  byId: ReadonlyMap<string, BlockJson>,
): Added | undefined {
  const blocks: BlockJson[] = []
  const before = new Map<string, BlockId>()
  const seen = new Set<string>()
  const open = [...tops]
  for (let blockId = open.pop(); blockId; blockId = open.pop()) {
    const key = blockIdKey(blockId)
    if (seen.has(key)) continue
    seen.add(key)
    const block = byId.get(key)
    // A shard has no block 0, only its state in the zero state.
    if (!block && blockId.seqno > 0) return undefined
    if (block && block.masterchain_block_ref.seqno >= seqno) {
      blocks.push(block)
      open.push(...block.prev_blocks.map(indexedBlockId))
    } else {
      before.set(key, blockId)
    }
  }
  return { blocks: blocks.sort(byShardAndSeqno), before: [...before.values()] }
}

function byShardAndSeqno(a: BlockJson, b: BlockJson): number {
  if (a.workchain !== b.workchain) return a.workchain - b.workchain
  const [left, right] = [BigInt(`0x${a.shard}`), BigInt(`0x${b.shard}`)]
  return left === right ? a.seqno - b.seqno : left < right ? -1 : 1
}

function countOfBlock(block: BlockJson): BlockCount {
  // The list does not have the accounts of the transactions.
  return { blockId: indexedBlockId(block), transactions: block.tx_count, more: false, quiet: false }
}

/**
 * Summarizes masterchain blocks from `newest` down, each with all shard blocks that it committed. Stops before
 * the first summary for which the answer of v3 can lack a block.
 */
export function deriveSummaries(blocks: readonly BlockJson[], newest: Newest): MasterSummary[] {
  const byId = new Map(blocks.map((block) => [blockIdKey(indexedBlockId(block)), block]))
  const summaries: MasterSummary[] = []
  let shards = newest.shards.filter((blockId) => !isMasterchain(blockId))
  for (let seqno = newest.seqno; seqno > 0; seqno--) {
    const master = byId.get(blockIdKey(masterchainBlockId(seqno)))
    const added = addedBy(seqno, shards, byId)
    if (!master || !added) break
    summaries.push({
      seqno,
      utime: Number(master.gen_utime),
      rootHash: master.root_hash,
      isKeyBlock: master.key_block,
      globalId: master.global_id,
      shards,
      blocks: [master, ...added.blocks].map(countOfBlock),
    })
    shards = [...added.before]
  }
  return summaries
}
