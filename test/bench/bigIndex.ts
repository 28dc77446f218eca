/**
 * Makes a large index of a made-up chain quickly: rows first, then their indexes, which is many times faster than writing
 * blocks. A fifth of all transactions are those of twenty hot accounts; bodies and descriptions are those of a recorded
 * network. Alone: `node test/bench/bigIndex.ts DIR [COUNT]`.
 */

import { rmSync } from 'node:fs'
import { Address, beginCell, type Cell } from '@ton/core'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { accountCell } from '../../src-main/chain/state/account.ts'
import { poolCode } from '../../src-main/devnet/scenario/code/pool.ts'
import { walletCode } from '../../src-main/devnet/scenario/code/wallets.ts'
import { storeAccountCell } from '../../src-main/store/accountCell.ts'
import { accountId } from '../../src-main/store/accountId.ts'
import { packDescription } from '../../src-main/store/description.ts'
import { databaseFile, openWriter } from '../../src-main/store/openDatabase.ts'
import type { Connection } from '../../src-main/store/sqlite/driver.ts'
import { leaveOneFile } from '../../src-main/store/sqlite/pragmas.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { accountAddress } from '../fixtures/store/generatedChain.ts'
import { CHAIN } from '../fixtures/store/openWriter.ts'
import { sampleFacts } from '../unit/store/queries/sampleIndex.ts'
import { type BigTokens, writeBigTokens } from './bigTokens.ts'

export type BigIndex = {
  readonly file: string
  /** The hot accounts' addresses, the hottest first. */
  readonly hot: readonly Buffer[]
  /** Masterchain seqnos. */
  readonly first: number
  readonly last: number
  readonly tokens: BigTokens
}

const ACCOUNTS = 100_000
const HOT = 20
const HOT_SHARE = 0.2
const FIRST_SEQNO = 1_000
const BLOCK_TRANSACTIONS = 300
const LT_OF_BLOCK = 1_000_000
const FIRST_UTIME = 1_700_000_000
const COMMIT_TRACES = 20_000
/** Of all bodies: the others occur again and again. */
const NEW_BODIES = 0.4
const FULL_SHARD = -(1n << 63n)
/** Codes of the accounts, a quarter each: most accounts of a chain are wallets. */
const CODES = [walletCode('v4r2'), walletCode('v3r2'), walletCode('v5r1'), poolCode()]
/** Masterchain blocks of the recorded network whose bodies and descriptions are used. */
const RECORDED = { first: 20, last: 160 }

/** Makes an index with slightly more transactions than requested in the folder `dir`, which must be empty. */
export function makeBigIndex(dir: string, transactions = 3_000_000): BigIndex {
  const connection = openWriter(dir, CHAIN)
  // It is made again if the process dies.
  connection.pragma('synchronous = OFF')
  leaveOneFile(connection)
  connection.pragma('journal_mode = OFF')
  const indexes = connection
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all()
  for (const { name } of indexes) connection.exec(`DROP INDEX ${name}`)
  const accounts = Array.from({ length: ACCOUNTS }, (_, i) => accountAddress(i + 1))
  const last = writeTraces(connection, accounts, transactions)
  writeStates(connection, accounts)
  const tokens = writeBigTokens(connection, accounts, CODES.length)
  for (const { sql } of indexes) connection.exec(sql)
  connection.exec('ANALYZE')
  leaveOneFile(connection)
  connection.close()
  return { file: databaseFile(dir), hot: accounts.slice(0, HOT), first: FIRST_SEQNO, last, tokens }
}

/** @returns the last masterchain seqno */
function writeTraces(connection: Connection, accounts: readonly Buffer[], wanted: number): number {
  const insert = (table: string, columns: number) =>
    connection.prepare(`INSERT INTO ${table} VALUES (${Array(columns).fill('?').join(', ')})`)
  const transaction = insert('transactions', 25)
  const message = insert('messages', 19)
  const content = insert('contents', 3)
  const trace = insert('traces', 13)
  const listed = connection.prepare('INSERT INTO trace_accounts VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const random = new SeededRandom(1)
  const below = (limit: number) => random.below(limit)
  const ids = accounts.map(accountId)
  const previous: (Node | undefined)[] = []
  let messageId = 0
  let contentId = 0
  /** Reading compares contents with their hashes. */
  const saveContent = (cell: Cell) => {
    content.run(++contentId, cell.hash(0), serializeBoc(cell, PROOF_BOC))
    return contentId
  }
  const { descriptions, bodies } = recordedCells()
  const popular = new Map<string, number>()
  const popularContent = ({ cell }: Body) => {
    const key = cell.hash(0).toString('latin1')
    const known = popular.get(key)
    if (known !== undefined) return known
    const saved = saveContent(cell)
    popular.set(key, saved)
    return saved
  }
  const newContent = (body: Body, isSigned: boolean) => {
    const cell = varied(body.cell, contentId, isSigned)
    return cell ? saveContent(cell) : popularContent(body)
  }
  const pick = <T>(list: readonly T[]) => list[below(list.length)] as T

  const someAccount = () =>
    random.next() < HOT_SHARE ? Math.floor(HOT * random.next() ** 2) : below(ACCOUNTS)
  const writeMessage = (
    kind: number,
    from: number | undefined,
    to: number | undefined,
    sender: Node | undefined,
  ) => {
    const body = pick(bodies[kind === 1 ? 1 : 0] as readonly Body[])
    const isTimed = kind !== 1
    const hash = hashLike('message', ++messageId)
    const value = kind === 0 ? below(1e9) : null
    message.run(
      messageId,
      hash,
      kind === 1 ? hashLike('norm', messageId) : null,
      kind,
      from === undefined ? null : ids[from],
      to === undefined ? null : ids[to],
      sender?.id ?? null,
      value,
      null,
      kind === 0 ? 266_669 : null,
      null,
      kind === 0 ? 0 : null,
      3,
      isTimed && sender ? BigInt(sender.lt + 1 + below(5)) : null,
      isTimed && sender ? sender.now : null,
      kind === 1 ? 0 : null,
      body.opcode ?? null,
      // Those from outside are signed: no two are the same.
      kind === 1 || random.next() < NEW_BODIES ? newContent(body, kind === 1) : popularContent(body),
      null,
    )
    return { id: messageId, opcode: body.opcode ?? null }
  }

  let count = 0
  let traceId = 0
  let seqno = FIRST_SEQNO
  connection.exec('BEGIN')
  while (count < wanted) {
    traceId++
    seqno = FIRST_SEQNO + Math.floor(count / BLOCK_TRANSACTIONS)
    const isTickTock = random.next() < 0.03
    const rootAccount = someAccount()
    const size = isTickTock ? 1 : 1 + below(7)
    const nodes: Node[] = []
    const open: { readonly message: Message; readonly to: number; readonly sender: Node }[] = []
    let messages = 0
    for (let i = 0; i < size; i++) {
      const received = open.shift()
      if (i > 0 && !received) break
      const account = received?.to ?? rootAccount
      const block = seqno + below(2) + (received ? received.sender.seqno - seqno : 0)
      const before = received?.sender
      const node: Node = {
        id: ++count,
        account,
        seqno: block,
        lt: Math.max(
          block * LT_OF_BLOCK + (count % LT_OF_BLOCK),
          (before?.lt ?? 0) + 10,
          (previous[account]?.lt ?? 0) + 1,
        ),
        now: FIRST_UTIME + block * 2,
      }
      nodes.push(node)
      const inMsg = received?.message ?? (isTickTock ? null : writeMessage(1, undefined, account, undefined))
      if (inMsg) messages++
      const earlier = previous[account]
      previous[account] = node
      transaction.run(
        node.id,
        ids[account],
        BigInt(node.lt),
        hashLike('transaction', node.id),
        blockId(node.seqno, accounts[account] as Buffer),
        node.seqno,
        node.now,
        traceId,
        inMsg?.id ?? null,
        earlier ? hashLike('transaction', earlier.id) : ZERO,
        BigInt(earlier?.lt ?? 0),
        2,
        2,
        below(1e7),
        null,
        hashLike('state', earlier?.id),
        hashLike('state', node.id),
        pick(descriptions),
        below(1e12),
        null,
        2,
        null,
        hashLike('data', node.id),
        1 + (account % CODES.length),
        inMsg?.opcode ?? null,
      )
      // As many messages as there will be receivers.
      const children = Math.min(size - 1 - i - open.length, 1 + below(3))
      for (let child = 0; child < children; child++) {
        const to = someAccount()
        open.push({ message: writeMessage(0, account, to, node), to, sender: node })
      }
      if (random.next() < 0.1) {
        writeMessage(2, account, undefined, node)
        messages++
      }
    }
    const endLt = BigInt(Math.max(...nodes.map(({ lt }) => lt)))
    const endSeqno = Math.max(...nodes.map((node) => node.seqno))
    const endUtime = Math.max(...nodes.map(({ now }) => now))
    const root = nodes[0] as Node
    trace.run(
      traceId,
      root.id,
      1,
      root.seqno,
      endSeqno,
      BigInt(root.lt),
      root.now,
      endLt,
      endUtime,
      nodes.length,
      messages,
      0,
      // Classified.
      2,
    )
    for (const { account } of nodes) listed.run(ids[account], endLt, traceId, endUtime)
    if (traceId % COMMIT_TRACES === 0) connection.exec('COMMIT; BEGIN')
  }
  const last = seqno + 12
  writeBlocks(connection, last)
  connection.exec('COMMIT')
  return last
}

type Node = {
  readonly id: number
  readonly account: number
  readonly seqno: number
  readonly lt: number
  readonly now: number
}

const ZERO = Buffer.alloc(32)
const KINDS = ['signature', 'message', 'norm', 'transaction', 'state', 'data', 'root', 'file'] as const

/** 32 bytes that are as far from each other as hashes, much faster. */
function hashLike(kind: (typeof KINDS)[number], number = 0, more = 0): Buffer {
  const bytes = Buffer.allocUnsafe(32)
  let state = Math.imul(number, 0x9e3779b1) ^ Math.imul(KINDS.indexOf(kind) + 1, 0x85ebca6b) ^ (more << 7)
  for (let at = 0; at < 32; at += 4) {
    state = Math.imul(state ^ (state >>> 16), 0x7feb352d) + number
    state = Math.imul(state ^ (state >>> 15), 0x846ca68b)
    bytes.writeInt32LE(state ^ (state >>> 16), at)
  }
  return bytes
}

type Message = { readonly id: number; readonly opcode: number | null }
type Body = { readonly cell: Cell; readonly opcode: number | undefined }

/** Bits before the field of a body that varies: its signature, or after the opcode the query id or the text. */
const OPCODE_BITS = 32
const VARIED_BITS = 64
const SIGNATURE_BITS = 512

/** Returns a body like `cell` that no other message has; undefined if it has no room for that. */
function varied(cell: Cell, number: number, isSigned: boolean): Cell | undefined {
  const [start, length] = isSigned ? [0, SIGNATURE_BITS] : [OPCODE_BITS, VARIED_BITS]
  const { bits, refs } = cell
  if (bits.length < start + length) return undefined
  const end = start + length
  const builder = beginCell().storeBits(bits.substring(0, start))
  if (isSigned)
    builder.storeBuffer(hashLike('signature', number)).storeBuffer(hashLike('signature', number, 1))
  else builder.storeUint(number, length)
  builder.storeBits(bits.substring(end, bits.length - end))
  for (const ref of refs) builder.storeRef(ref)
  return builder.endCell()
}

/** Cells as they are on a real chain: bodies of internal messages, then of those from outside. */
function recordedCells(): { readonly descriptions: readonly Buffer[]; readonly bodies: readonly Body[][] } {
  const facts = sampleFacts(RECORDED.first, RECORDED.last)
  const transactions = facts.flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
  const messages = transactions.flatMap(({ inMsg, outMsgs }) => (inMsg ? [inMsg, ...outMsgs] : outMsgs))
  const bodies = ['internal', 'external-in'].map((kind) =>
    messages
      .filter((message) => message.kind === kind)
      .map(({ body, opcode }) => ({ cell: parseBocRoot(body.boc), opcode })),
  )
  return { descriptions: transactions.map(({ description }) => packDescription(description)), bodies }
}

/** Each masterchain block commits one block of the one shard. */
function blockId(seqno: number, address: Buffer): number {
  return (seqno - FIRST_SEQNO) * 2 + (address[0] === 0xff ? 1 : 2)
}

function writeBlocks(connection: Connection, last: number): void {
  const block = connection.prepare(`INSERT INTO blocks VALUES (${Array(27).fill('?').join(', ')})`)
  const top = connection.prepare('INSERT INTO shard_tops VALUES (?, ?, ?, ?)')
  for (let seqno = FIRST_SEQNO; seqno <= last; seqno++) {
    for (const workchain of [-1, 0]) {
      block.run(
        (seqno - FIRST_SEQNO) * 2 + 2 + workchain,
        workchain,
        FULL_SHARD,
        seqno,
        hashLike('root', seqno, workchain),
        hashLike('file', seqno, workchain),
        seqno,
        FIRST_UTIME + seqno * 2,
        seqno * LT_OF_BLOCK,
        (seqno + 1) * LT_OF_BLOCK - 1,
        -777,
        0,
        1,
        0,
        5,
        6,
        seqno - 1,
        0,
        1,
        workchain === -1 ? 0 : seqno - 1,
        ZERO,
        ZERO,
        BLOCK_TRANSACTIONS,
        FULL_SHARD,
        seqno - 1,
        null,
        null,
      )
      top.run(seqno, workchain, FULL_SHARD, seqno)
    }
  }
  // Lists are answered from an index of the whole chain.
  connection.prepare('INSERT INTO coverage (first, last) VALUES (1, ?)').run(last)
}

function writeStates(connection: Connection, accounts: readonly Buffer[]): void {
  const hashes = new Set(CODES.map((code) => code.hash().toString('latin1')))
  const account = connection.prepare('INSERT INTO accounts VALUES (?, ?, ?)')
  const code = connection.prepare('INSERT INTO codes VALUES (?, ?, ?)')
  const state = connection.prepare(`INSERT INTO latest_states VALUES (${Array(13).fill('?').join(', ')})`)
  const lastOf = connection.prepare<[], { account: bigint; lt: bigint; hash: Buffer; now: bigint }>(
    'SELECT account, max(lt) AS lt, hash, now FROM transactions GROUP BY account',
  )
  const parts = {
    hasCode: (hash: string) => hashes.has(hash),
    hasCachedCode: () => false,
    isFirst: false,
    saveCode() {},
    before: [],
  }
  const newest = new Map(
    lastOf
      .safeIntegers()
      .all()
      .map((row) => [row.account, row]),
  )
  connection.exec('BEGIN')
  CODES.forEach((cell, i) => void code.run(i + 1, cell.hash(), serializeBoc(cell, PROOF_BOC)))
  for (const [i, address] of accounts.entries()) {
    const id = accountId(address)
    const last = newest.get(id)
    account.run(id, address, last ? 1 + (i % CODES.length) : null)
    if (!last) continue
    const contract = CODES[i % CODES.length]
    const data = beginCell().storeBuffer(hashLike('data', i)).endCell()
    const coins = BigInt(i) * 1_000_003n
    const cell = accountCell({
      addr: new Address(address.readInt8(0), address.subarray(1)),
      storageStat: {
        used: { cells: 3n, bits: 900n },
        dictHash: undefined,
        lastPaid: FIRST_UTIME,
        duePayment: undefined,
      },
      storage: {
        lastTransLt: last.lt + 1n,
        balance: { coins },
        state: {
          type: 'active',
          init: {
            fixedPrefixLength: undefined,
            special: undefined,
            code: contract,
            data,
            library: undefined,
          },
        },
      },
    })
    const stored = storeAccountCell(serializeBoc(cell, PROOF_BOC), contract?.hash().toString('latin1'), parts)
    state.run(
      id,
      cell.hash(),
      coins,
      null,
      2,
      last.now,
      last.hash,
      last.lt,
      null,
      data.hash(),
      1 + (i % CODES.length),
      stored.boc,
      stored.isWhole ? 1 : 0,
    )
  }
  connection.exec('COMMIT')
}

if (import.meta.main) {
  const [dir, count] = process.argv.slice(2)
  if (!dir) throw new Error('usage: node test/bench/bigIndex.ts DIR [COUNT]')
  rmSync(databaseFile(dir), { force: true })
  const startedAt = performance.now()
  const { file, first, last } = makeBigIndex(dir, count === undefined ? undefined : Number(count))
  console.log(
    `${file}: masterchain ${first}–${last}, ${Math.round((performance.now() - startedAt) / 1000)} s`,
  )
}
