import { BocError } from '#shared/ton/cells/bocError.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { joinedBytes } from '../dialect.ts'
import { StoreError } from '../indexStore.ts'
import { HASH, MESSAGE_FLAGS } from '../packing/layout.ts'
import type { HashedCell, StdAddress } from '../parsedBlock.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import { wholeCell } from './cellParts.ts'
import { messageKind } from './codes.ts'
import type { Reader } from './reader.ts'
import type { MessageRecord } from './records.ts'
import { createRowCache } from './rowCache.ts'

type MessageRow = {
  id: bigint
  hash: Buffer
  hash_norm: Buffer | null
  kind: bigint
  source: bigint | null
  destination: bigint | null
  out_tx: bigint | null
  value: bigint | null
  extra: Buffer | null
  fwd_fee: bigint | null
  ihr_fee: bigint | null
  extra_flags: bigint | null
  flags: bigint
  created_lt: bigint | null
  created_at: bigint | null
  import_fee: bigint | null
  opcode: bigint | null
  body: bigint
  init: bigint | null
}

/** Addresses by account number. */
export type Parties = ReadonlyMap<bigint, StdAddress>

const SELECT = `SELECT id, hash, hash_norm, kind, source, destination, out_tx, value, extra, fwd_fee, ihr_fee, extra_flags,
    flags, created_lt, created_at, import_fee, opcode, body, init
  FROM messages`

/** Loads messages by row number. */
export function loadMessages(reader: Reader, ids: Iterable<bigint>): ReadonlyMap<bigint, MessageRecord> {
  return completed(reader, loadByIds<MessageRow>(reader, SELECT, 'id', ids))
}

/** Messages that transactions received and sent. */
export type MessagesOf = {
  /** Received and sent messages by their row numbers. */
  readonly messages: ReadonlyMap<bigint, MessageRecord>
  /** Sent messages by the transactions' row numbers, in the order of creation. */
  readonly sent: ReadonlyMap<bigint, readonly MessageRecord[]>
}

/**
 * Loads the messages of transactions.
 * @param received row numbers of messages; some can be among those that `transactions` (row numbers) sent
 */
export function loadMessagesOf(
  reader: Reader,
  received: readonly bigint[],
  transactions: readonly bigint[],
): MessagesOf {
  const rows = loadByIds<MessageRow>(reader, SELECT, 'out_tx', transactions)
  const there = new Set(rows.map(({ id }) => id))
  const others = received.filter((id) => !there.has(id))
  const messages = completed(reader, rows.concat(loadByIds<MessageRow>(reader, SELECT, 'id', others)))
  const sent = new Map<bigint, MessageRecord[]>()
  for (const { id, out_tx } of rows) {
    const message = messages.get(id)
    if (out_tx === null || message === undefined) continue
    const others = sent.get(out_tx)
    if (others) others.push(message)
    else sent.set(out_tx, [message])
  }
  for (const list of sent.values()) list.sort(byCreation)
  return { messages, sent }
}

function byCreation(a: MessageRecord, b: MessageRecord): number {
  const [first, second] = [a.createdLt ?? 0n, b.createdLt ?? 0n]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Loads the hashes of the transactions at both ends of messages, by the messages' row numbers. */
export function loadEnds(
  reader: Reader,
  ids: readonly bigint[],
): ReadonlyMap<bigint, Pick<MessageRecord, 'inTx' | 'outTx'>> {
  // Several transactions can have tried an external message: the last one accepted it.
  const received = loadByIds<{ message: bigint; hash: Buffer | null }>(
    reader,
    `SELECT m.id AS message,
       (SELECT t.hash FROM transactions t WHERE t.in_msg = m.id ORDER BY t.lt DESC LIMIT 1) AS hash
     FROM messages m`,
    'm.id',
    ids,
  )
  const sent = loadByIds<{ message: bigint; hash: Buffer }>(
    reader,
    'SELECT m.id AS message, t.hash AS hash FROM messages m JOIN transactions t ON t.id = m.out_tx',
    'm.id',
    ids,
  )
  const inTx = new Map(received.map(({ message, hash }) => [message, hash]))
  const outTx = new Map(sent.map(({ message, hash }) => [message, hash]))
  return new Map(ids.map((id) => [id, { inTx: inTx.get(id) ?? undefined, outTx: outTx.get(id) }]))
}

function completed(reader: Reader, rows: readonly MessageRow[]): ReadonlyMap<bigint, MessageRecord> {
  const parties: Parties = loadAddresses(
    reader,
    rows.flatMap(({ source, destination }) => [source, destination].filter((id) => id !== null)),
  )
  const contents = loadContents(
    reader,
    rows.flatMap(({ body, init }) => (init === null ? [body] : [body, init])),
  )
  return new Map(rows.map((row) => [row.id, messageRecord(row, parties, contents)]))
}

/** `hashed` is the hash, then the bag of cells. */
type ContentRow = { id: bigint; hashed: Buffer }

const CONTENTS = `SELECT id, ${joinedBytes(['hash', 'boc'])} AS hashed FROM contents`

/** Maximum size of a cached content, bytes. Nearly all are smaller. */
const MAX_CACHED_BYTES = 2_048
/** The receiver of a message has the same content as its sender. */
const CACHED_CONTENTS = createRowCache<HashedCell>({
  size: 2_048,
  onSecondUse: true,
  isCacheable: ({ boc }) => boc.length <= MAX_CACHED_BYTES,
})

/**
 * Loads contents; most repeated ones are the same object. Throws StoreError (`corrupt`) if a content has another
 * hash.
 */
function loadContents(reader: Reader, ids: readonly bigint[]): ReadonlyMap<bigint, HashedCell> {
  return CACHED_CONTENTS.load(reader, ids, (others) =>
    loadByIds<ContentRow>(reader, CONTENTS, 'id', others).map(({ id, hashed }) => {
      const hash = hashed.subarray(0, HASH)
      const stored = hashed.subarray(HASH)
      // Hashing takes 6 µs, loading a message ten times as much. Large contents take longer and are rare: they are
      // not checked.
      if (stored.length <= MAX_CACHED_BYTES && !hasHash(stored, hash))
        throw new StoreError('corrupt', `the index is damaged (row ${id} of contents)`)
      return [id, { hash, boc: wholeCell(reader, stored) }]
    }),
  )
}

function hasHash(boc: Buffer, hash: Buffer): boolean {
  try {
    return parseBocRoot(boc).hash(0).equals(hash)
  } catch (error) {
    if (error instanceof BocError) return false
    throw error
  }
}

function messageRecord(
  row: MessageRow,
  parties: Parties,
  contents: ReadonlyMap<bigint, HashedCell>,
): MessageRecord {
  const body = contents.get(row.body)
  if (body === undefined) throw new Error(`the index has no contents ${row.body}`)
  const flags = Number(row.flags)
  const has = (flag: number) => (flags & flag) !== 0
  return {
    kind: messageKind(row.kind),
    hash: row.hash,
    hashNorm: row.hash_norm ?? undefined,
    source: row.source === null ? undefined : parties.get(row.source),
    destination: row.destination === null ? undefined : parties.get(row.destination),
    value: row.value ?? undefined,
    extra: row.extra ?? undefined,
    fwdFee: row.fwd_fee ?? undefined,
    ihrFee: row.ihr_fee ?? undefined,
    extraFlags: row.extra_flags ?? undefined,
    ihrDisabled: has(MESSAGE_FLAGS.ihrDisabled),
    bounce: has(MESSAGE_FLAGS.bounce),
    bounced: has(MESSAGE_FLAGS.bounced),
    createdLt: row.created_lt ?? undefined,
    createdAt: row.created_at === null ? undefined : Number(row.created_at),
    importFee: row.import_fee ?? undefined,
    opcode: row.opcode === null ? undefined : Number(row.opcode),
    body,
    init: row.init === null ? undefined : contents.get(row.init),
  }
}
