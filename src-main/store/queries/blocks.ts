import { BLOCK_HEADER_COLUMNS } from '../blockColumns.ts'
import { headerOfBits } from '../packing/layout.ts'
import type { ParsedHeader, ShardTop } from '../parsedBlock.ts'
import { loadByIds } from './accountIds.ts'
import { direction, equals, isOpen, type Page, type Piece, type Window, where, within } from './conditions.ts'
import type { Reader, SqlColumn } from './reader.ts'
import { createRowCache } from './rowCache.ts'
import { byNumber, pageOf, type Stream } from './streams.ts'

/** Conditions of `/blocks`: all of them must hold. */
export type BlockFilter = {
  readonly workchain?: number | undefined
  /** The shard prefix with its end bit, as int64. */
  readonly shard?: bigint | undefined
  readonly seqno?: number | undefined
  readonly rootHash?: Buffer | undefined
  readonly fileHash?: Buffer | undefined
  /** Seqno of the masterchain block that committed it. */
  readonly mcSeqno?: number | undefined
  readonly utimes?: Window<number>
  /** Bounds of start_lt. */
  readonly lts?: Window<bigint>
}

/** A block's id without hashes. `shard` is an int64. */
export type BlockRef = ShardTop

/** A block's row: the header's fields (ParsedHeader) with hashes, id, and committing masterchain block. */
export type BlockRecord = BlockRef &
  ParsedHeader & {
    readonly rootHash: Buffer
    readonly fileHash: Buffer
    readonly mcSeqno: number
    readonly txCount: number
  }

/** A shard's blocks. Within a shard, time and lt grow with the seqno. */
export type ShardChain = { readonly workchain: number; readonly shard: bigint }

type BlockKey = {
  readonly id: bigint
  readonly gen_utime: bigint
  readonly workchain: bigint
  readonly shard: bigint
  readonly seqno: bigint
}

const KEY = 'SELECT id, gen_utime, workchain, shard, seqno FROM blocks'
/** Blocks whose header was not read (read-through has only their id) are never listed. */
const WHOLE: Piece = { sql: 'gen_utime IS NOT NULL', values: [] }

/** Compares by time, then id. */
function compareBlocks({ sort }: Page): (a: BlockKey, b: BlockKey) => number {
  return (a, b) =>
    byNumber(a.gen_utime, b.gen_utime, sort) ||
    byNumber(a.workchain, b.workchain, 'asc') ||
    byNumber(a.shard, b.shard, 'asc') ||
    byNumber(a.seqno, b.seqno, sort)
}

type BlockRefRow = Omit<BlockKey, 'gen_utime'>

const BLOCK_REFS = createRowCache<BlockRef>({ size: 1_024 })

/** Loads the ids of blocks by their row numbers. */
export function loadBlockRefs(reader: Reader, ids: Iterable<bigint>): ReadonlyMap<bigint, BlockRef> {
  const select = 'SELECT id, workchain, shard, seqno FROM blocks'
  return BLOCK_REFS.load(reader, ids, (others) =>
    loadByIds<BlockRefRow>(reader, select, 'id', others).map(({ id, workchain, shard, seqno }) => [
      id,
      { workchain: Number(workchain), shard, seqno: Number(seqno) },
    ]),
  )
}

/** Finds the row numbers of a page's blocks, in its order. */
export function findBlocks(reader: Reader, filter: BlockFilter, page: Page): bigint[] {
  return pageOf(blockStreams(reader, filter, page), compareBlocks(page), page).map(({ id }) => id)
}

function blockStreams(reader: Reader, filter: BlockFilter, page: Page): Stream<BlockKey>[] {
  const { workchain, shard, seqno, rootHash, fileHash, mcSeqno, utimes: utime = {}, lts: lt = {} } = filter
  const way = direction(page.sort)
  const byTime = `ORDER BY gen_utime ${way}, workchain, shard, seqno ${way}`
  const stream =
    (driving: readonly Piece[], others: readonly Piece[], order: string): Stream<BlockKey> =>
    (limit, offset) => {
      const { sql, values } = where([...driving, WHOLE, ...others])
      return reader.all<BlockKey>(`${KEY}${sql} ${order} LIMIT ? OFFSET ?`, [...values, limit, offset])
    }
  const windows = [...within('+gen_utime', utime), ...within('+start_lt', lt)]
  const ofBlock = [
    ...equals('+workchain', workchain),
    ...equals('+shard', shard),
    ...equals('+seqno', seqno),
    ...equals('+mc_seqno', mcSeqno),
  ]
  const hashes = [...equals('root_hash', rootHash), ...equals('file_hash', fileHash)]
  if (hashes.length > 0) return [stream(hashes, [...ofBlock, ...windows], byTime)]
  if (seqno !== undefined) {
    const others = [...equals('+mc_seqno', mcSeqno), ...windows]
    const whole = workchain !== undefined && shard !== undefined
    const driving = whole
      ? [...equals('workchain', workchain), ...equals('shard', shard), ...equals('seqno', seqno)]
      : equals('seqno', seqno)
    const rest = whole ? [] : [...equals('+workchain', workchain), ...equals('+shard', shard)]
    return [stream(driving, [...rest, ...others], byTime)]
  }
  if (mcSeqno !== undefined) {
    return [
      stream(
        [...equals('mc_seqno', mcSeqno), ...within('gen_utime', utime)],
        [...ofBlock, ...within('+start_lt', lt)],
        byTime,
      ),
    ]
  }
  if (workchain !== undefined || shard !== undefined || !isOpen(lt)) {
    return shardChains(reader, { workchain, shard }).map((chain) =>
      chainStream(reader, chain, utime, lt, stream, way),
    )
  }
  return [stream(within('gen_utime', utime), [], byTime)]
}

type MakeStream = (driving: readonly Piece[], others: readonly Piece[], order: string) => Stream<BlockKey>

/** Returns the stream of a chain's blocks in their order. Both windows become a range of seqnos. */
function chainStream(
  reader: Reader,
  chain: ShardChain,
  utime: Window<number>,
  lt: Window<bigint>,
  stream: MakeStream,
  way: 'ASC' | 'DESC',
): Stream<BlockKey> {
  const span = seqnosWithin(reader, chain, utime, lt)
  const driving = [
    ...equals('workchain', chain.workchain),
    ...equals('shard', chain.shard),
    ...within('seqno', span),
  ]
  return stream(
    driving,
    [...within('+gen_utime', utime), ...within('+start_lt', lt)],
    `ORDER BY seqno ${way}`,
  )
}

/** Finds all chains; the index needs one step for each. */
export function shardChains(
  reader: Reader,
  { workchain, shard }: { readonly workchain?: number | undefined; readonly shard?: bigint | undefined },
): ShardChain[] {
  const workchains = workchain === undefined ? distinct(reader, 'workchain', []) : [BigInt(workchain)]
  return workchains.flatMap((wc) => {
    const shards = shard === undefined ? distinct(reader, 'shard', equals('workchain', wc)) : [shard]
    return shards.map((of) => ({ workchain: Number(wc), shard: of }))
  })
}

/** Returns the distinct values of a column of blocks_by_place, with one lookup for each. */
function distinct(reader: Reader, column: 'workchain' | 'shard', within: readonly Piece[]): bigint[] {
  const values: bigint[] = []
  for (;;) {
    const after = values.at(-1)
    const { sql, values: bound } = where([
      ...within,
      ...(after === undefined ? [] : [{ sql: `${column} > ?`, values: [after] }]),
    ])
    const [row] = reader.all<{ value: bigint }>(
      `SELECT ${column} AS value FROM blocks${sql} ORDER BY ${column} LIMIT 1`,
      bound,
    )
    if (row === undefined) return values
    values.push(row.value)
  }
}

/**
 * Returns a range of seqnos of a chain that contains all blocks and transactions within both windows, and hardly
 * more. Binary search finds it, because time and lt grow with the seqno.
 */
export function seqnosWithin(
  reader: Reader,
  { workchain, shard }: ShardChain,
  utime: Window<number>,
  lt: Window<bigint>,
): Window<bigint> {
  if (isOpen(utime) && isOpen(lt)) return {}
  const { start: startUtime = -Infinity, end: endUtime = Infinity } = utime
  const isEarly = (block: ChainBlock) =>
    Number(block.gen_utime) < startUtime || (lt.start !== undefined && block.start_lt < lt.start)
  const isLate = (block: ChainBlock) =>
    Number(block.gen_utime) > endUtime || (lt.end !== undefined && block.start_lt > lt.end)
  const blockFrom = (seqno: bigint): ChainBlock | undefined =>
    reader.all<ChainBlock>(
      `SELECT seqno, gen_utime, start_lt FROM blocks
       WHERE workchain = ? AND shard = ? AND seqno >= ? AND gen_utime IS NOT NULL ORDER BY seqno LIMIT 1`,
      [workchain, shard, seqno],
    )[0]
  const [last] = reader.all<{ seqno: bigint }>(
    `SELECT seqno FROM blocks WHERE workchain = ? AND shard = ? ORDER BY seqno DESC LIMIT 1`,
    [workchain, shard],
  )
  /** Returns the seqno of the first block for which `isAfter` holds. */
  const first = (isAfter: (block: ChainBlock) => boolean): bigint | undefined => {
    let [low, high] = [0n, (last?.seqno ?? -1n) + 1n]
    while (low < high) {
      const middle = (low + high) / 2n
      const block = blockFrom(middle)
      if (block === undefined || isAfter(block)) high = middle
      else low = block.seqno + 1n
    }
    return blockFrom(low)?.seqno
  }
  const start = first((block) => !isEarly(block))
  const end = first(isLate)
  return {
    // The block before can have lts inside the window, above its own start_lt; so can the last block of all.
    start: start === undefined ? last?.seqno : start - 1n,
    end: end === undefined ? undefined : end - 1n,
  }
}

type ChainBlock = { readonly seqno: bigint; readonly gen_utime: bigint; readonly start_lt: bigint }

/** Finds the row numbers of blocks by seqno and optionally the rest of their id: at most one for each chain. */
export function findBlocksAt(
  reader: Reader,
  place: {
    readonly workchain?: number | undefined
    readonly shard?: bigint | undefined
    readonly seqno: number
  },
): bigint[] {
  const { workchain, shard, seqno } = place
  const whole = workchain !== undefined && shard !== undefined
  const { sql, values } = where([
    ...equals('seqno', seqno),
    ...equals(whole ? 'workchain' : '+workchain', workchain),
    ...equals(whole ? 'shard' : '+shard', shard),
  ])
  return reader.all<{ id: bigint }>(`SELECT id FROM blocks${sql}`, values).map(({ id }) => id)
}

/**
 * Finds the shard configuration of a masterchain block, including that block, sorted by workchain, shard and seqno.
 * `tops` is the number of shards; blocks of some can be missing in the index. A shard at its zero state has no block
 * yet.
 */
export function findShardState(
  reader: Reader,
  mcSeqno: number,
): { readonly blocks: readonly bigint[]; readonly tops: number } {
  const rows = reader.all<{ id: bigint | null }>(
    `SELECT b.id AS id FROM shard_tops s
     LEFT JOIN blocks b ON b.workchain = s.workchain AND b.shard = s.shard AND b.seqno = s.seqno
       AND b.gen_utime IS NOT NULL
     WHERE s.mc_seqno = ? AND s.seqno > 0 ORDER BY s.workchain, s.shard, s.seqno`,
    [mcSeqno],
  )
  return { blocks: rows.flatMap(({ id }) => id ?? []), tops: rows.length }
}

type BlockRow = { readonly [column in (typeof COLUMNS)[number]]: SqlColumn }
const COLUMNS = [
  'id',
  'workchain',
  'shard',
  'seqno',
  'root_hash',
  'file_hash',
  ...BLOCK_HEADER_COLUMNS,
] as const

/** Loads blocks by row number, in the order of `ids`. */
export function loadBlocks(reader: Reader, ids: readonly bigint[]): BlockRecord[] {
  const rows = loadByIds<BlockRow>(reader, `SELECT ${COLUMNS.join(', ')} FROM blocks`, 'id', ids)
  const byId = new Map(rows.map((row) => [row.id as bigint, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [blockRecord(row)]
  })
}

function blockRecord(row: BlockRow): BlockRecord {
  const workchain = Number(row.workchain)
  const previous = [
    [row.prev_shard, row.prev_seqno],
    [row.prev2_shard, row.prev2_seqno],
  ].flatMap(([shard, seqno]) =>
    typeof shard === 'bigint' ? [{ workchain, shard, seqno: Number(seqno) }] : [],
  )
  return {
    workchain,
    shard: row.shard as bigint,
    seqno: Number(row.seqno),
    rootHash: row.root_hash as Buffer,
    fileHash: row.file_hash as Buffer,
    mcSeqno: Number(row.mc_seqno),
    globalId: Number(row.global_id),
    version: Number(row.version),
    flags: Number(row.flags),
    ...headerOfBits(Number(row.bits)),
    vertSeqno: Number(row.vert_seqno),
    genUtime: Number(row.gen_utime),
    startLt: row.start_lt as bigint,
    endLt: row.end_lt as bigint,
    validatorListHashShort: Number(row.validator_list_hash_short),
    genCatchainSeqno: Number(row.gen_catchain_seqno),
    minRefMcSeqno: Number(row.min_ref_mc_seqno),
    prevKeyBlockSeqno: Number(row.prev_key_block_seqno),
    masterRefSeqno: Number(row.master_ref_seqno),
    randSeed: row.rand_seed as Buffer,
    createdBy: row.created_by as Buffer,
    txCount: Number(row.tx_count),
    prevBlocks: previous,
  }
}
