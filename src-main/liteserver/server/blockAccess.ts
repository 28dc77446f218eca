import type { Cell } from '@ton/core'
import { FULL_SHARD, shardsIntersect, shardToHex } from '#shared/ton/shard.ts'
import type { BlockLookup, StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { type BlockIdExt, formatBlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../errors.ts'
import type { LiteContext } from './liteContext.ts'
import { NOT_READY, prefixed, refusal } from './refusals.ts'

const NO_WORKCHAIN = -0x8000_0000

/** The id that says "no such block": what the reference makes of an id that it invalidates. */
export const NO_BLOCK: BlockIdExt = {
  workchain: NO_WORKCHAIN,
  shard: 0n,
  seqno: 0,
  rootHash: Buffer.alloc(32),
  fileHash: Buffer.alloc(32),
}

/** A block with its id complete, of any chain. */
export function isFullId(id: BlockIdExt): boolean {
  return id.workchain !== NO_WORKCHAIN && !id.rootHash.every(isZero) && !id.fileHash.every(isZero)
}

/** A masterchain block's complete id. */
export function isMasterchainId(id: BlockIdExt): boolean {
  return id.workchain === MASTERCHAIN && id.shard === FULL_SHARD && isFullId(id)
}

function isZero(byte: number): boolean {
  return byte === 0
}

/** A block or zero state by its id. Throws what the reference says of one that it does not have. */
export function requireBlock({ store }: LiteContext, id: BlockIdExt): StoredBlock {
  const found = store.find(id)
  if (found) return found
  throw refusal(`block handle not in db${outOfReach({ store }, id)}`, NOT_READY)
}

/** Like requireBlock, where a block's file is wanted: a zero state has none. */
export function requireBlockData(context: LiteContext, id: BlockIdExt): StoredBlock {
  const found = requireBlock(context, id)
  if (!found.head) throw refusal('not in db', NOT_READY)
  return found
}

/** A block whose cells are to be read in passing: errors say which one failed. */
export function requireLoadableBlock(context: LiteContext, id: BlockIdExt): StoredBlock {
  try {
    return requireBlockData(context, id)
  } catch (error) {
    throw error instanceof LiteServerError
      ? prefixed(`cannot load block ${formatBlockIdExt(id)} : `, error)
      : error
  }
}

/** The masterchain block that a query refers to. */
export function requireReferenceBlock(context: LiteContext, id: BlockIdExt): StoredBlock {
  if (id.workchain !== MASTERCHAIN || !isFullId(id)) {
    throw refusal('reference block must belong to the masterchain')
  }
  return requireLoadableBlock(context, id)
}

/** What the server's manager adds where a block is beyond what it has seen. */
function outOfReach(context: Pick<LiteContext, 'store'>, id: BlockIdExt): string {
  const head = context.store.head()
  if (id.workchain === MASTERCHAIN) {
    return isBeyond(id.seqno, head.seqno) ? ` (last known masterchain block: ${head.seqno})` : ''
  }
  const top = topShardBlocks(context).find(
    (shard) => shard.workchain === id.workchain && shardsIntersect(shard.shard, id.shard),
  )
  return top && isBeyond(id.seqno, top.seqno) ? outOfSync(head.seqno) : ''
}

/** Seqnos are unsigned; TL carries them signed. */
function isBeyond(seqno: number, last: number): boolean {
  return seqno >>> 0 > last
}

function outOfSync(seqno: number): string {
  return ` (possibly out of sync: shard_client_seqno=${seqno} ls_seqno=${seqno})`
}

/** The first block that covers an account prefix and satisfies `by`; throws the reference's error otherwise. */
export function requireLookup(
  { store }: LiteContext,
  workchain: number,
  prefix: bigint,
  by: BlockLookup,
): StoredBlock {
  const found = store.lookup(workchain, prefix, by)
  // The reference finds blocks by its index of block files, in which zero states aren't.
  if (found?.head) return found
  const [name, value] = Object.entries(by)[0] as [string, number | bigint]
  const shown = name === 'seqno' ? Number(value) >>> 0 : value
  const reason = hasWorkchain({ store }, workchain)
    ? `ltdb: block not found${lookupOutOfReach({ store }, workchain, prefix, by)}`
    : `${name === 'utime' ? 'ts' : name} not in db`
  throw refusal(
    `cannot find block (${workchain},${shardToHex(prefix)}) ${name}=${shown}: ${reason}`,
    NOT_READY,
  )
}

/** Of a workchain without blocks the reference finds no index at all. */
function hasWorkchain(context: Pick<LiteContext, 'store'>, workchain: number): boolean {
  return workchain === MASTERCHAIN || topShardBlocks(context).some((shard) => shard.workchain === workchain)
}

function lookupOutOfReach(
  context: Pick<LiteContext, 'store'>,
  workchain: number,
  prefix: bigint,
  by: BlockLookup,
): string {
  const { store } = context
  const headId = store.head()
  const { head } = store.find(headId) ?? {}
  if (workchain === MASTERCHAIN) {
    const last = { seqno: headId.seqno, lt: head?.endLt ?? 0n, utime: head?.genUtime ?? 0 }
    return exceeds(by, last) ? ` (last known masterchain block: ${headId.seqno})` : ''
  }
  const top = topShardBlocks(context).find(
    (shard) => shard.workchain === workchain && shardsIntersect(shard.shard, prefix | 1n),
  )
  if (!top) return ''
  const last = {
    seqno: top.seqno,
    lt: store.find(top)?.head?.endLt ?? 0n,
    utime: head?.genUtime ?? 0,
  }
  return exceeds(by, last) ? outOfSync(headId.seqno) : ''
}

function exceeds(by: BlockLookup, last: { seqno: number; lt: bigint; utime: number }): boolean {
  if ('seqno' in by) return isBeyond(by.seqno, last.seqno)
  return 'lt' in by ? by.lt > last.lt : by.utime > last.utime
}

/** The newest block of every shard, as the head commits to them. */
export function topShardBlocks({ store }: Pick<LiteContext, 'store'>): readonly BlockIdExt[] {
  const head = store.find(store.head())
  return head?.head ? loadTopShardBlocks(store.root(head)) : []
}

/** The root cell of a block, by its id. */
export function blockRoot(context: LiteContext, id: BlockIdExt): Cell {
  return context.store.root(requireLoadableBlock(context, id))
}
