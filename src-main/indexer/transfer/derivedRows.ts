import { BocError } from '#shared/ton/cells/bocError.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { wholeHash } from '../../store/dedupedCells.ts'
import type { Connection } from '../../store/sqlite/driver.ts'

/** Rows that can be derived from a masterchain block and its shard blocks alone. */
export type RowSet = {
  /** Name of their table. */
  readonly table: string
  /**
   * A query with the masterchain seqno as parameter. Rows refer to others by hash and address, because row numbers
   * differ between databases; the first column is the row's key.
   */
  readonly sql: string
}

const MESSAGE = `m.hash, m.hash_norm, m.kind, source.address AS source, destination.address AS destination, m.value,
  m.extra, m.fwd_fee, m.ihr_fee, m.extra_flags, m.flags, m.created_lt, m.created_at, m.import_fee, m.opcode,
  body.hash AS body, body.boc AS body_boc, init.hash AS init, init.boc AS init_boc`
const MESSAGE_JOINS = `LEFT JOIN accounts AS source ON source.id = m.source
  LEFT JOIN accounts AS destination ON destination.id = m.destination
  JOIN contents AS body ON body.id = m.body LEFT JOIN contents AS init ON init.id = m.init`

export const DERIVED_ROWS: readonly RowSet[] = [
  {
    table: 'blocks',
    sql: `SELECT root_hash, file_hash, workchain, shard, seqno, mc_seqno, gen_utime, start_lt, end_lt, global_id,
      version, flags, bits, validator_list_hash_short, gen_catchain_seqno, min_ref_mc_seqno, prev_key_block_seqno,
      vert_seqno, master_ref_seqno, rand_seed, created_by, tx_count, prev_shard, prev_seqno, prev2_shard, prev2_seqno
    FROM blocks WHERE mc_seqno = ? AND gen_utime IS NOT NULL ORDER BY workchain, shard, seqno`,
  },
  {
    table: 'shard_tops',
    sql: 'SELECT shard, workchain, seqno FROM shard_tops WHERE mc_seqno = ? ORDER BY workchain, shard',
  },
  {
    table: 'transactions',
    sql: `SELECT t.hash, a.address, t.lt, b.root_hash AS block, t.now, m.hash AS in_msg, t.prev_hash, t.prev_lt,
      t.orig_status, t.end_status, t.total_fees, t.total_fees_extra, t.state_before, t.state_after, t.description,
      t.after_balance, t.after_extra, t.after_status, t.after_frozen, t.after_data, c.hash AS after_code
    FROM transactions AS t JOIN accounts AS a ON a.id = t.account JOIN blocks AS b ON b.id = t.block
      LEFT JOIN messages AS m ON m.id = t.in_msg LEFT JOIN codes AS c ON c.id = t.after_code
    WHERE t.mc_seqno = ? AND b.gen_utime IS NOT NULL ORDER BY t.lt, a.address`,
  },
  {
    table: 'messages',
    sql: `SELECT ${MESSAGE} FROM transactions AS t JOIN messages AS m ON m.id = t.in_msg ${MESSAGE_JOINS}
    WHERE t.mc_seqno = ? ORDER BY m.hash, t.lt`,
  },
  {
    table: 'messages',
    sql: `SELECT ${MESSAGE}, t.hash AS sender FROM transactions AS t JOIN messages AS m ON m.out_tx = t.id
    ${MESSAGE_JOINS} WHERE t.mc_seqno = ? ORDER BY m.hash`,
  },
  {
    // Only accounts without later transactions.
    table: 'latest_states',
    sql: `SELECT s.last_tx_hash, a.address, s.hash, s.balance, s.extra, s.status, s.last_tx_lt, s.frozen_hash,
      s.data_hash, c.hash AS code
    FROM transactions AS t JOIN latest_states AS s ON s.account = t.account AND s.last_tx_lt = t.lt
      JOIN accounts AS a ON a.id = t.account LEFT JOIN codes AS c ON c.id = s.code
    WHERE t.mc_seqno = ? ORDER BY a.address`,
  },
]

/** A row by column name. */
export type Row = Readonly<Record<string, unknown>>

/** Reads the rows of a set for a masterchain seqno. */
export function derivedRows(connection: Connection, { sql }: RowSet, mcSeqno: number): readonly Row[] {
  return connection.prepare<[number], Row>(sql).safeIntegers().all(mcSeqno)
}

/** A difference between a stored and a derived row. */
export type Difference = {
  readonly mcSeqno: number
  readonly table: string
  /** The row's key, hexadecimal for bytes. */
  readonly row: string
  readonly column: string
  readonly stored: string
  readonly derived: string
}

/** Compares the rows of a database with those derived from its blocks. */
export function compareRows(
  mcSeqno: number,
  { table }: RowSet,
  stored: readonly Row[],
  derived: readonly Row[],
): readonly Difference[] {
  const left = byName(stored)
  const right = byName(derived)
  const differences: Difference[] = []
  for (const row of new Set([...left.keys(), ...right.keys()])) {
    const [here, there] = [left.get(row), right.get(row)]
    const about = { mcSeqno, table, row }
    if (!here || !there) {
      const [are, should] = here ? ['there', 'nothing'] : ['nothing', 'there']
      differences.push({ ...about, column: '', stored: are, derived: should })
      continue
    }
    for (const column of Object.keys(there)) {
      const print = CELLS.has(column) ? cellText : text
      const [is, ought] = [print(here[column]), print(there[column])]
      if (is !== ought) differences.push({ ...about, column, stored: is, derived: ought })
    }
  }
  return differences
}

/** Keys rows; the second row with a key gets a suffix, because a message can occur twice. */
function byName(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const named = new Map<string, Row>()
  for (const row of rows) {
    const name = text(Object.values(row)[0])
    let unique = name
    for (let again = 2; named.has(unique); again++) unique = `${name} (${again})`
    named.set(unique, row)
  }
  return named
}

/**
 * Columns of cells that are stored without shared parts. Which parts are shared depends on the order of the blocks.
 */
const CELLS: ReadonlySet<string> = new Set(['extra', 'after_extra', 'body_boc', 'init_boc'])

/** Returns the hash of the whole cell; bytes that are not a cell are printed in hexadecimal. */
function cellText(value: unknown): string {
  if (!(value instanceof Uint8Array)) return text(value)
  try {
    return Buffer.from(wholeHash(parseBocRoot(value)), 'latin1').toString('hex')
  } catch (error) {
    if (error instanceof BocError) return text(value)
    throw error
  }
}

function text(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return String(value)
}
