import { FULL_SHARD, shardsIntersect, shardToHex } from '#shared/ton/shard.ts'
import type { BlockLookup, StoredBlock } from '../../chain/archive/chainStore.ts'
import { loadTopShardBlocks } from '../../chain/archive/shardTops.ts'
import { type BlockIdExt, formatBlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { LiteServerError } from '../errors.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError, NOT_READY, prefixed } from './liteErrors.ts'

const NO_WORKCHAIN = -0x8000_0000

/** The id for "no such block": the reference node's value of an invalidated id. */
export const NO_BLOCK: BlockIdExt = {
  workchain: NO_WORKCHAIN,
  shard: 0n,
  seqno: 0,
  rootHash: Buffer.alloc(32),
  fileHash: Buffer.alloc(32),
}

/** Returns whether an id is complete, of a block of any chain. */
export function isFullId(id: BlockIdExt): boolean {
  return id.workchain !== NO_WORKCHAIN && !id.rootHash.every(isZero) && !id.fileHash.every(isZero)
}

/** Returns whether an id is a masterchain block's complete id. */
export function isMasterchainId(id: BlockIdExt): boolean {
  return id.workchain === MASTERCHAIN && id.shard === FULL_SHARD && isFullId(id)
}

function isZero(byte: number): boolean {
  return byte === 0
}

/** Returns a block or zero state by its id. Throws the reference server's error if it is unknown. */
export function requireBlock({ store }: LiteContext, id: BlockIdExt): StoredBlock {
  const found = store.find(id)
  if (found) return found
  throw liteError(`block handle not in db${outOfReach({ store }, id)}`, NOT_READY)
}

/** Returns a block whose file is needed, like requireBlock. A zero state has no such file. */
export function requireBlockData(context: LiteContext, id: BlockIdExt): StoredBlock {
  const found = requireBlock(context, id)
  if (!found.head) throw liteError('not in db', NOT_READY)
  return found
}

/** Returns a block whose cells are read as a part of another answer. Errors name the block. */
export function requireLoadableBlock(context: LiteContext, id: BlockIdExt): StoredBlock {
  try {
    return requireBlockData(context, id)
  } catch (error) {
    throw error instanceof LiteServerError
      ? prefixed(`cannot load block ${formatBlockIdExt(id)} : `, error)
      : error
  }
}

/** Returns the masterchain block to which a query refers. */
export function requireReferenceBlock(context: LiteContext, id: BlockIdExt): StoredBlock {
  if (id.workchain !== MASTERCHAIN || !isFullId(id)) {
    throw liteError('reference block must belong to the masterchain')
  }
  return requireLoadableBlock(context, id)
}

/** Returns the text that the reference server adds for a block beyond its newest one. */
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

/** Compares seqnos as unsigned integers; TL carries them as signed ones. */
function isBeyond(seqno: number, last: number): boolean {
  return seqno >>> 0 > last
}

function outOfSync(seqno: number): string {
  return ` (possibly out of sync: shard_client_seqno=${seqno} ls_seqno=${seqno})`
}

/**
 * Returns the first block that covers an account prefix and satisfies `by`. Throws the reference server's
 * error if there is none.
 */
export function requireLookup(
  { store }: LiteContext,
  workchain: number,
  prefix: bigint,
  by: BlockLookup,
): StoredBlock {
  const found = store.lookup(workchain, prefix, by)
  // The reference server searches its index of block files, which does not contain zero states.
  if (found?.head) return found
  const [name, value] = Object.entries(by)[0] as [string, number | bigint]
  const shown = name === 'seqno' ? Number(value) >>> 0 : value
  const reason = hasWorkchain({ store }, workchain)
    ? `ltdb: block not found${lookupOutOfReach({ store }, workchain, prefix, by)}`
    : `${name === 'utime' ? 'ts' : name} not in db`
  throw liteError(
    `cannot find block (${workchain},${shardToHex(prefix)}) ${name}=${shown}: ${reason}`,
    NOT_READY,
  )
}

/** Returns whether a workchain has blocks. Without them the reference server has no index of it. */
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

/** Returns the newest block of every shard, as the head commits to them. */
export function topShardBlocks({ store }: Pick<LiteContext, 'store'>): readonly BlockIdExt[] {
  const head = store.find(store.head())
  return head?.head ? loadTopShardBlocks(store.root(head)) : []
}
