import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { formatRawAddress } from '#shared/ton/address.ts'
import type { ActionKind } from '../classifiedTraces.ts'
import { unpackFields } from '../packing/actionFields.ts'
import { unpackNumbers } from '../packing/numbers.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import { loadActionKinds, loadActionWords } from './actionKinds.ts'
import type { Reader } from './reader.ts'
import { byNumber } from './streams.ts'

/** A stored action with data of its trace. */
export type ActionRecord = ActionKind & {
  readonly actionId: Buffer
  /** Hash of the trace's first transaction. */
  readonly traceId: Buffer
  readonly startLt: bigint
  readonly endLt: bigint
  readonly startUtime: number
  readonly endUtime: number
  readonly traceEndLt: bigint
  readonly traceEndUtime: number
  readonly traceMcSeqnoEnd: number
  /** Hash of the external message that began the trace; `externalHashNorm` is its normalized hash if that differs. */
  readonly externalHash: Buffer | undefined
  readonly externalHashNorm: Buffer | undefined
  readonly success: boolean
  /** Row numbers of the action's transactions, sorted by lt and account. */
  readonly transactionNumbers: readonly bigint[]
  readonly transactions: readonly Buffer[]
  /** Accounts that take part in the action. */
  readonly accounts: readonly StdAddress[]
  /** `accounts` and all further accounts that its fields name. */
  readonly parties: readonly StdAddress[]
  /** Fields by the flat names of docs/actions §1; addresses are texts. */
  readonly fields: { readonly [name: string]: JsonValue }
}

type Row = {
  id: bigint
  action_id: Buffer
  kind: bigint
  start_lt: bigint
  end_lt: bigint
  start_utime: bigint
  end_utime: bigint
  success: bigint
  transactions: Buffer
  accounts: bigint
  parties: Buffer
  fields: Buffer
  trace_end_lt: bigint
  trace_end_utime: bigint
  mc_seqno_end: bigint
  hash: Buffer
  external: Buffer | null
  external_norm: Buffer | null
}

const SELECT = `SELECT a.id, a.action_id, a.kind, a.start_lt, a.end_lt, a.start_utime, a.end_utime, a.success,
    a.transactions, a.accounts, a.parties, a.fields, a.trace_end_lt, a.trace_end_utime, tr.mc_seqno_end, r.hash,
    m.hash AS external, m.hash_norm AS external_norm
  FROM actions a JOIN traces tr ON tr.id = a.trace JOIN transactions r ON r.id = tr.root_tx
    LEFT JOIN messages m ON m.id = r.in_msg`

const ACCOUNT_NUMBER = 8

/** Loads actions by number, in the order of `ids`. */
export function loadActions(reader: Reader, ids: readonly bigint[]): ActionRecord[] {
  const rows = loadByIds<Row>(reader, SELECT, 'a.id', ids)
  const parties = new Map(rows.map(({ id, parties: packed }) => [id, partiesOf(packed)]))
  const members = new Map(rows.map(({ id, transactions }) => [id, unpackNumbers(transactions).map(BigInt)]))
  const addresses = loadAddresses(reader, [...parties.values()].flat())
  const transactions = loadByIds<{ id: bigint; hash: Buffer; lt: bigint; account: bigint }>(
    reader,
    'SELECT id, hash, lt, account FROM transactions',
    'id',
    [...members.values()].flat(),
  ).sort((a, b) => byNumber(a.lt, b.lt, 'asc') || byNumber(a.account, b.account, 'asc'))
  const indexes = new Map(transactions.map(({ id }, index) => [id, index]))
  const kinds = loadActionKinds(reader)
  const words = loadActionWords(reader)
  const addressOf = (id: bigint): StdAddress => {
    const address = addresses.get(id)
    if (!address) throw new Error(`the index has no account ${id}`)
    return address
  }
  const word = (id: number): string => {
    const text = words.get(id)
    if (text === undefined) throw new Error(`the index has no word ${id}`)
    return text
  }
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const kind = kinds.get(Number(row.kind))
    if (!kind) throw new Error(`the index has no kind ${row.kind} of actions`)
    const named = (parties.get(id) ?? []).map(addressOf)
    const own = (members.get(id) ?? []).flatMap((number) => indexes.get(number) ?? [])
    const sent = own.sort((a, b) => a - b).flatMap((index) => transactions[index] ?? [])
    return [recordOf(row, kind, { parties: named, transactions: sent, word })]
  })
}

type Known = {
  readonly parties: readonly StdAddress[]
  readonly transactions: readonly { readonly id: bigint; readonly hash: Buffer }[]
  word(id: number): string
}

function recordOf(row: Row, kind: ActionKind, { parties, transactions, word }: Known): ActionRecord {
  const party = (index: number): string => {
    const address = parties[index]
    if (!address) throw new Error(`an action of the index has no party ${index}`)
    return formatRawAddress({ workchain: address.readInt8(0), hash: address.subarray(1) }, 'upper')
  }
  return {
    ...kind,
    actionId: row.action_id,
    traceId: row.hash,
    startLt: row.start_lt,
    endLt: row.end_lt,
    startUtime: Number(row.start_utime),
    endUtime: Number(row.end_utime),
    traceEndLt: row.trace_end_lt,
    traceEndUtime: Number(row.trace_end_utime),
    traceMcSeqnoEnd: Number(row.mc_seqno_end),
    externalHash: row.external ?? undefined,
    externalHashNorm: row.external_norm ?? undefined,
    success: row.success === 1n,
    transactionNumbers: transactions.map(({ id }) => id),
    transactions: transactions.map(({ hash }) => hash),
    accounts: parties.slice(0, Number(row.accounts)),
    parties,
    fields: unpackFields(row.fields, { word, party }),
  }
}

function partiesOf(packed: Buffer): bigint[] {
  return Array.from({ length: packed.length / ACCOUNT_NUMBER }, (_, index) =>
    packed.readBigInt64BE(index * ACCOUNT_NUMBER),
  )
}
