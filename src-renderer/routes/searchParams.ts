import { ACTION_KINDS } from '../actions/describe/actionLine.ts'

/**
 * Parameters in the URLs of pages: tabs and cursors. Unknown and malformed ones are ignored, so that an old or
 * mistyped link still opens the page.
 */

type Parameters = Record<string, unknown>

/** Reads all values as texts: a logical time must not become a number. */
export function parseSearch(search: string): Parameters {
  return Object.fromEntries(new URLSearchParams(search))
}

export function stringifySearch(search: Parameters): string {
  const pairs = Object.entries(search).filter(([, value]) => value !== undefined)
  const texts = pairs.map(([key, value]): [string, string] => [key, String(value)])
  const written = new URLSearchParams(texts).toString()
  return written === '' ? '' : `?${written}`
}

function text(value: unknown, pattern: RegExp): string | undefined {
  return typeof value === 'string' && pattern.test(value) ? value : undefined
}

function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice | undefined {
  return choices.find((choice) => choice === value)
}

const DIGITS = /^\d{1,20}$/
const HEX_HASH = /^[0-9a-f]{64}$/
const SEQNO = /^\d{1,10}$/
const METHOD = /^\S{1,100}$/
const ARGUMENTS = /^\[.{0,4000}\]$/s
const SHARD = /^[0-9a-f]{1,16}$/i
const OPCODE = /^(?:0x[0-9a-f]{1,8}|-?\d{1,10})$/i
const ACCOUNT = /^[\w+/:-]{1,80}$/

function present<Fields extends Record<string, unknown>>(fields: Fields) {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [Key in keyof Fields]?: Fields[Key] | undefined }
}

/** Messages of an account: received, sent, or received from outside of the blockchain. */
export type MessageWay = 'in' | 'out' | 'external'
const MESSAGE_WAYS: readonly MessageWay[] = ['in', 'out', 'external']

export type BlockTab = 'transactions' | 'shards' | 'signatures' | 'raw'
const BLOCK_TABS: readonly BlockTab[] = ['transactions', 'shards', 'signatures', 'raw']

/**
 * `after_lt` and `after_hash` (an account) begin a page of transactions. With the scope `shards` they include
 * those of committed shard blocks, from `offset` on. The hashes are those of a full block id.
 */
export function readBlockSearch(search: Parameters) {
  return present({
    tab: oneOf(search.tab, BLOCK_TABS),
    after_lt: text(search.after_lt, DIGITS),
    after_hash: text(search.after_hash, ACCOUNT),
    scope: oneOf(search.scope, ['shards'] as const),
    offset: text(search.offset, SEQNO),
    root_hash: text(search.root_hash, HEX_HASH),
    file_hash: text(search.file_hash, HEX_HASH),
  })
}

/** The chain of a list of blocks. Undefined means masterchain blocks with their shard blocks. */
export type BlocksChain = 'all' | '-1' | '0'
const BLOCKS_CHAINS: readonly BlocksChain[] = ['all', '-1', '0']

/** Reads `at` and `skip` of a page's key (api/pageKey.ts). */
function readKey(search: Parameters) {
  return { at: text(search.at, DIGITS), skip: text(search.skip, SEQNO) }
}

/**
 * `before`: the page begins below this masterchain seqno. The other parameters belong to the list of a chain;
 * `from` and `to` are unix seconds.
 */
export function readBlocksSearch(search: Parameters) {
  return present({
    before: text(search.before, DIGITS),
    chain: oneOf(search.chain, BLOCKS_CHAINS),
    shard: text(search.shard, SHARD),
    from: text(search.from, SEQNO),
    to: text(search.to, SEQNO),
    ...readKey(search),
  })
}

/** `internal` between accounts, `external` into the blockchain, `log` out of it. */
export type MessageKind = 'internal' | 'external' | 'log'
const MESSAGE_KINDS: readonly MessageKind[] = ['internal', 'external', 'log']

export function readMessagesSearch(search: Parameters) {
  return present({
    kind: oneOf(search.kind, MESSAGE_KINDS),
    opcode: text(search.opcode, OPCODE),
    source: text(search.source, ACCOUNT),
    destination: text(search.destination, ACCOUNT),
    ...readKey(search),
  })
}

export const ACCOUNT_TABS = [
  'history',
  'holders',
  'items',
  'orders',
  'transfers',
  'tokens',
  'nfts',
  'messages',
  'contract',
  'methods',
  'raw',
] as const
export type AccountTab = (typeof ACCOUNT_TABS)[number]

/** Views of a history: actions, or the account's own transactions. */
export const HISTORY_VIEWS = ['actions', 'transactions'] as const
export type HistoryView = (typeof HISTORY_VIEWS)[number]

/**
 * `view` of the history with the filters of its actions (`kind`, `spam` and `system` shown or hidden, `failed`
 * only); `lt` and `hash` (hexadecimal) of a page's first transaction; `method`, `args` (JSON) and `seqno` of a
 * get-method; `zero` shows tokens without a balance; `assets` selects the transfers.
 */
export function readAccountSearch(search: Parameters) {
  return present({
    tab: oneOf(search.tab, ACCOUNT_TABS),
    view: oneOf(search.view, HISTORY_VIEWS),
    kind: oneOf(search.kind, ACTION_KINDS),
    spam: oneOf(search.spam, ['shown'] as const),
    system: oneOf(search.system, ['hidden'] as const),
    failed: oneOf(search.failed, ['only'] as const),
    lt: text(search.lt, DIGITS),
    hash: text(search.hash, HEX_HASH),
    method: text(search.method, METHOD),
    args: text(search.args, ARGUMENTS),
    seqno: text(search.seqno, SEQNO),
    way: oneOf(search.way, MESSAGE_WAYS),
    zero: oneOf(search.zero, ['1'] as const),
    assets: oneOf(search.assets, ['nfts'] as const),
    ...readKey(search),
  })
}

export type TransactionTab = 'overview' | 'raw'
const TRANSACTION_TABS: readonly TransactionTab[] = ['overview', 'raw']

export function readTransactionSearch(search: Parameters) {
  return present({ tab: oneOf(search.tab, TRANSACTION_TABS) })
}

/** `account`: the account in the form for fetching a history. */
export function readIndexSearch(search: Parameters) {
  return present({ account: text(search.account, ACCOUNT) })
}

export type TraceTab = 'graph' | 'outline' | 'flow' | 'raw'
const TRACE_TABS: readonly TraceTab[] = ['graph', 'outline', 'flow', 'raw']

/**
 * `tx`: the hash of the selected transaction in hexadecimal. `account` and `lt`: where the transaction is whose hash the
 * path has, without which liteservers do not find it.
 */
export function readTraceSearch(search: Parameters) {
  return present({
    tab: oneOf(search.tab, TRACE_TABS),
    tx: text(search.tx, HEX_HASH),
    account: text(search.account, ACCOUNT),
    lt: text(search.lt, DIGITS),
  })
}

/** Reads the masterchain seqnos of the shown configuration and of the one to compare with. */
export function readConfigSearch(search: Parameters) {
  return present({ seqno: text(search.seqno, SEQNO), with: text(search.with, SEQNO) })
}

/** Maximum length of a bag of cells in a link, characters: servers and chats cut longer ones. */
export const MAX_LINKED_BOC = 6_000
const BOC = /^[\w+/=-]{1,6000}$/

/** `boc`: the bag of cells that is inspected, in base64 or hexadecimal. */
export function readCellSearch(search: Parameters) {
  return present({ boc: text(search.boc, BOC) })
}

/**
 * The transaction by `lt`, or the get-method by `method`, `stack` (JSON in the form of runGetMethodStd) and `seqno`; the
 * selected `step`, from 1.
 */
export function readReplaySearch(search: Parameters) {
  return present({
    lt: text(search.lt, DIGITS),
    method: text(search.method, METHOD),
    stack: text(search.stack, ARGUMENTS),
    seqno: text(search.seqno, SEQNO),
    step: text(search.step, SEQNO),
  })
}

/** `skip`: number of rows before the page. */
export function readListSearch(search: Parameters) {
  return present({ skip: text(search.skip, SEQNO) })
}
