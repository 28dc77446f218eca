import { shardFromSigned, shardToSigned } from '#shared/ton/shard.ts'
import type { BlockId, BlockIdExt } from '../../chain/blockId.ts'
import type { LookupQuery } from '../../liteserver/session.ts'
import type { ArchiveRef } from '../../store/archive/segments.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { Connection } from '../../store/sqlite/driver.ts'

/** A block that is stored as a whole, with the columns that a lookup needs. */
export type CoveredBlock = {
  readonly id: BlockIdExt
  readonly mcSeqno: number
  readonly endLt: bigint
  /** Undefined for a zero state. */
  readonly prev: BlockId | undefined
  /** Undefined if the block's file is not archived. */
  readonly ref: ArchiveRef | undefined
}

/** Lookup of blocks by their rows. */
export type BlockRows = {
  coverage(): readonly SeqnoRange[]
  /** Finds a block by its exact id; also an indexed zero state. */
  at(place: BlockId): CoveredBlock | undefined
  byId(id: number): CoveredBlock | undefined
  /** Returns the location of a block's file. */
  refOf(rootHash: Buffer): ArchiveRef | undefined
  /** Returns the hashes of a masterchain block, even if only they are known. */
  hashes(
    seqno: number,
  ): { readonly rootHash: Buffer; readonly fileHash: Buffer; readonly endLt: bigint } | undefined
  /**
   * Finds the first block that matches, as a liteserver does (see LookupQuery); undefined if the index cannot tell
   * that it is the first.
   */
  lookup(place: LookupQuery): CoveredBlock | undefined
}

type Row = {
  workchain: bigint
  shard: bigint
  seqno: bigint
  root_hash: Buffer
  file_hash: Buffer
  mc_seqno: bigint
  end_lt: bigint
  prev_shard: bigint | null
  prev_seqno: bigint | null
  segment: bigint | null
  place: bigint
  length: bigint
  unpacked: bigint
}

const SELECT = `SELECT workchain, shard, seqno, root_hash, file_hash, mc_seqno, end_lt, prev_shard, prev_seqno,
  segment, place, length, unpacked FROM blocks LEFT JOIN archived ON block = id`
/** Number of prefixes of an account's address that can be a shard. */
const PREFIX_BITS = 61

/** Prepares the lookups on a connection. */
export function openBlockRows(connection: Connection): BlockRows {
  const prepare = (sql: string) => connection.prepare<unknown[], Row>(sql).safeIntegers()
  const coverage = connection.prepare<[], SeqnoRange>('SELECT first, last FROM coverage ORDER BY first')
  const hashes = connection
    .prepare<[number], { root_hash: Buffer; file_hash: Buffer; end_lt: bigint | null }>(
      'SELECT root_hash, file_hash, end_lt FROM blocks WHERE workchain = -1 AND shard = -9223372036854775808 AND seqno = ?',
    )
    .safeIntegers()
  const at = prepare(`${SELECT} WHERE workchain = ? AND shard = ? AND seqno = ? AND gen_utime IS NOT NULL`)
  const byRoot = prepare(`${SELECT} WHERE root_hash = ? AND gen_utime IS NOT NULL`)
  const byId = prepare(`${SELECT} WHERE id = ? AND gen_utime IS NOT NULL`)
  const shards = `shard IN (${Array.from({ length: PREFIX_BITS }, () => '?').join(', ')})`
  const here = `workchain = ? AND ${shards} AND gen_utime IS NOT NULL AND seqno > 0`
  const bySeqno = prepare(`${SELECT} WHERE seqno = ? AND ${here} LIMIT 1`)
  const hasAny = connection.prepare<[number]>('SELECT 1 FROM blocks WHERE workchain = ? LIMIT 1')
  // The block that contains a logical time, or the first after it, is one of its two neighbours by start_lt.
  const holding = prepare(`${SELECT} WHERE start_lt < ? AND ${here} ORDER BY start_lt DESC LIMIT 1`)
  const starting = prepare(`${SELECT} WHERE start_lt >= ? AND ${here} ORDER BY start_lt LIMIT 1`)
  const since = prepare(`${SELECT} WHERE gen_utime >= ? AND ${here} ORDER BY gen_utime, start_lt LIMIT 1`)

  function first(place: LookupQuery): CoveredBlock | undefined {
    const { workchain, shard, by } = place
    // Without a block of the workchain, the queries below would scan whole indexes.
    if (!hasAny.get(workchain)) return undefined
    const rest = [workchain, ...shardsOf(shard)]
    if ('seqno' in by) return blockOf(bySeqno.get(by.seqno, ...rest))
    if ('utime' in by) return blockOf(since.get(by.utime, ...rest))
    const lt = BigInt.asIntN(64, by.lt)
    const held = blockOf(holding.get(lt, ...rest))
    return held && held.endLt >= by.lt ? held : blockOf(starting.get(lt, ...rest))
  }

  return {
    coverage: () => coverage.all(),
    at: ({ workchain, shard, seqno }) => blockOf(at.get(workchain, shardToSigned(shard), seqno)),
    byId: (id) => blockOf(byId.get(id)),
    refOf: (rootHash) => blockOf(byRoot.get(rootHash))?.ref,
    hashes(seqno) {
      const row = hashes.get(seqno)
      return row && { rootHash: row.root_hash, fileHash: row.file_hash, endLt: row.end_lt ?? 0n }
    },
    lookup(place) {
      const found = first(place)
      if (!found || 'seqno' in place.by) return found
      // An earlier block can match. That is known only if it is stored, or if there is none.
      const { prev } = found
      const isHeld = 'lt' in place.by && found.endLt >= place.by.lt && isStartedBefore(found, place.by.lt)
      if (isHeld || !prev || prev.seqno === 0) return found
      return blockOf(at.get(prev.workchain, shardToSigned(prev.shard), prev.seqno)) && found
    },
  }

  function isStartedBefore(block: CoveredBlock, lt: bigint): boolean {
    const { workchain, shard, seqno } = block.id
    const row = connection
      .prepare<[number, bigint, number], { start_lt: bigint }>(
        'SELECT start_lt FROM blocks WHERE workchain = ? AND shard = ? AND seqno = ?',
      )
      .safeIntegers()
      .get(workchain, shardToSigned(shard), seqno)
    return row !== undefined && row.start_lt < lt
  }
}

/** Returns every shard that contains a prefix, as int64. */
function shardsOf(prefix: bigint): bigint[] {
  return Array.from({ length: PREFIX_BITS }, (_, length) => {
    const tag = 1n << BigInt(63 - length)
    return shardToSigned((prefix & ~((tag << 1n) - 1n)) | tag)
  })
}

function blockOf(row: Row | undefined): CoveredBlock | undefined {
  if (!row) return undefined
  const workchain = Number(row.workchain)
  return {
    id: {
      workchain,
      shard: shardFromSigned(row.shard),
      seqno: Number(row.seqno),
      rootHash: row.root_hash,
      fileHash: row.file_hash,
    },
    mcSeqno: Number(row.mc_seqno),
    endLt: row.end_lt,
    prev:
      row.prev_seqno === null || row.prev_shard === null
        ? undefined
        : { workchain, shard: shardFromSigned(row.prev_shard), seqno: Number(row.prev_seqno) },
    ref:
      row.segment === null
        ? undefined
        : {
            segment: Number(row.segment),
            offset: Number(row.place),
            length: Number(row.length),
            unpacked: Number(row.unpacked),
          },
  }
}
