import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  Address,
  type Builder,
  beginCell,
  Cell,
  Dictionary,
  type DictionaryKey,
  type DictionaryValue,
  loadCurrencyCollection,
  loadTransaction,
  type Slice,
  storeCurrencyCollection,
  storeTransaction,
  type Transaction,
} from '@ton/core'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { FILE_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url))

/** Four mainnet blocks of 2025 and 2026: 1.5 MB, 1,173 transactions. */
const MAINNET_BLOCKS = [
  'tonkeeper-tongo/block-1.boc',
  'tonkeeper-tongo/block-3.boc',
  'xssnick-tonutils-go/wc0_71398501.boc',
  'rsquad-ton-rust-node/bundle-56703839/block_56703839.boc',
]

const ROUNDS = 5
const GOAL = 3.5

/** @ton/core's own integer keys build a cell for every key; these don't, for either side. */
function integerKey(bits: number): DictionaryKey<bigint> {
  return { bits, serialize: (key) => key, parse: (key) => key }
}

const TRANSACTION_VALUE: DictionaryValue<Transaction> = {
  serialize: (transaction, builder) => {
    builder
      .store(storeCurrencyCollection({ coins: 1n }))
      .storeRef(beginCell().store(storeTransaction(transaction)))
  },
  parse: (slice) => {
    loadCurrencyCollection(slice)
    return loadTransaction(slice.loadRef().beginParse())
  },
}

/** acc_trans#5 account_addr:bits256 transactions:(HashmapAug 64 ^Transaction CurrencyCollection) … = AccountBlock; */
const ACCOUNT_VALUE: DictionaryValue<Transaction[]> = {
  serialize: (transactions, builder) => {
    const byLt = Dictionary.empty(integerKey(64), TRANSACTION_VALUE)
    for (const transaction of transactions) byLt.set(transaction.lt, transaction)
    builder
      .store(storeCurrencyCollection({ coins: 1n }))
      .storeUint(5, 4)
      .storeUint(0, 256)
    byLt.storeDirect(builder as Builder)
  },
  parse: (slice: Slice) => {
    loadCurrencyCollection(slice)
    if (slice.loadUint(4) !== 5) throw new Error('no account block')
    slice.skip(256)
    return Dictionary.loadDirect(integerKey(64), TRANSACTION_VALUE, slice).values()
  },
}

/** All transactions of a block: the fourth reference is BlockExtra, the third of that the account blocks. */
function loadBlockTransactions(block: Cell): Transaction[] {
  const accounts = block.refs[3]?.refs[2]
  if (!accounts) throw new Error('no account blocks')
  return accounts.beginParse().loadDict(integerKey(256), ACCOUNT_VALUE).values().flat()
}

/** Where no recorded blocks are at hand: one block of 400 accounts, a transaction each. */
function generatedBlock(): Buffer {
  const accounts = Dictionary.empty(integerKey(256), ACCOUNT_VALUE)
  for (let i = 1; i <= 400; i++) {
    const key = BigInt(i) ** 30n % 2n ** 256n
    const address = new Address(0, Buffer.from(key.toString(16).padStart(64, '0'), 'hex'))
    const body = beginCell().storeUint(0, 32).storeStringTail(`transfer ${i}`).endCell()
    accounts.set(key, [
      {
        address: key,
        lt: BigInt(i) * 1000n,
        prevTransactionHash: key,
        prevTransactionLt: BigInt(i),
        now: 1_700_000_000 + i,
        outMessagesCount: 0,
        oldStatus: 'active',
        endStatus: 'active',
        inMessage: {
          info: {
            type: 'internal',
            ihrDisabled: true,
            bounce: true,
            bounced: false,
            src: address,
            dest: address,
            value: { coins: BigInt(i) * 10n ** 9n },
            ihrFee: 0n,
            forwardFee: 400_000n,
            createdLt: BigInt(i) * 1000n - 1n,
            createdAt: 1_700_000_000 + i,
          },
          init: null,
          body,
        },
        outMessages: Dictionary.empty(),
        totalFees: { coins: 100_000n },
        stateUpdate: { oldHash: body.hash(), newHash: body.hash() },
        description: {
          type: 'generic',
          creditFirst: true,
          computePhase: { type: 'skipped', reason: 'no-state' },
          aborted: true,
          destroyed: false,
        },
        raw: body,
        hash: () => body.hash(),
      },
    ])
  }
  const empty = beginCell().endCell()
  const extra = beginCell()
    .storeRef(empty)
    .storeRef(empty)
    .storeRef(beginCell().storeDict(accounts))
    .endCell()
  return serializeBoc(
    beginCell().storeRef(empty).storeRef(empty).storeRef(empty).storeRef(extra).endCell(),
    FILE_BOC,
  )
}

type Lap = { readonly parseMs: number; readonly decodeMs: number; readonly transactions: number }

function lap(files: readonly Buffer[], parse: (file: Buffer) => Cell): Lap {
  let parseMs = 0
  let decodeMs = 0
  let transactions = 0
  for (const file of files) {
    const start = performance.now()
    const block = parse(file)
    const parsed = performance.now()
    for (const transaction of loadBlockTransactions(block)) {
      transaction.hash()
      transactions++
    }
    parseMs += parsed - start
    decodeMs += performance.now() - parsed
  }
  return { parseMs, decodeMs, transactions }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}

const round = (value: number) => Math.round(value * 100) / 100

/**
 * Reads whole blocks and decodes and hashes all their transactions, with the same decoder over @ton/core's cells
 * and over ours; medians of laps that take turns in one process. "trusted" is our reader over bytes whose file
 * hash is known to be right, as the index reads its archive.
 */
export async function benchCells(): Promise<object[]> {
  const recorded = MAINNET_BLOCKS.map((name) => FIXTURES + name)
  const isRecorded = recorded.every((path) => existsSync(path))
  const files = isRecorded ? recorded.map((path) => readFileSync(path)) : [generatedBlock()]
  const readers: Record<string, (file: Buffer) => Cell> = {
    '@ton/core': (file) => Cell.fromBoc(file)[0] as Cell,
    tonscope: (file) => parseBocRoot(file),
    'tonscope trusted': (file) => parseBocRoot(file, { trusted: true }),
  }
  const laps = new Map<string, Lap[]>()
  for (let i = 0; i <= ROUNDS; i++) {
    for (const [name, parse] of Object.entries(readers)) {
      const measured = lap(files, parse)
      // The first lap warms up.
      if (i > 0) laps.set(name, [...(laps.get(name) ?? []), measured])
    }
  }
  const rateOf = (name: string) =>
    median((laps.get(name) ?? []).map((l) => (l.transactions / (l.parseMs + l.decodeMs)) * 1000))
  const shipped = rateOf('@ton/core')
  return Object.keys(readers).map((name) => ({
    bench: 'cells',
    what: 'parse BOC + decode all transactions',
    reader: name,
    blocks: isRecorded ? 'mainnet' : 'generated',
    files: files.length,
    bytes: files.reduce((sum, file) => sum + file.length, 0),
    transactions: laps.get(name)?.[0]?.transactions,
    parseMs: round(median((laps.get(name) ?? []).map((l) => l.parseMs))),
    decodeMs: round(median((laps.get(name) ?? []).map((l) => l.decodeMs))),
    transactionsPerSecond: Math.round(rateOf(name)),
    ratio: round(rateOf(name) / shipped),
    ...(name === 'tonscope' ? { goal: GOAL } : {}),
  }))
}
