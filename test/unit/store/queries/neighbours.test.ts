import { afterAll, describe, expect, test } from 'vitest'
import { findShardState, loadBlocks } from '../../../../src-main/store/queries/blocks.ts'
import {
  findAdjacentTransactions,
  findTransactionsByMessage,
} from '../../../../src-main/store/queries/transactionsByMessage.ts'
import { type ModelTransaction, modelAdjacent, modelOf, modelTransactionsByMessage } from './model.ts'
import { indexSample } from './sampleIndex.ts'

const index = indexSample(1, 800)
const { reader } = index
const model = modelOf(index.facts)
afterAll(() => index.remove())

const hex = (bytes: Buffer) => bytes.toString('hex')
const signed = (shard: bigint) => BigInt.asIntN(64, shard)
const hashes = new Map(
  reader
    .all<{ id: bigint; hash: Buffer }>('SELECT id, hash FROM transactions', [])
    .map(({ id, hash }) => [id, hex(hash)]),
)
const found = (ids: readonly bigint[]) => ids.map((id) => hashes.get(id))
const hashesOf = (transactions: readonly ModelTransaction[]) =>
  transactions.map(({ transaction }) => hex(transaction.hash))

type Filter = Parameters<typeof findTransactionsByMessage>[1]

function expectTransactions(filter: Filter): number {
  const wanted = hashesOf(modelTransactionsByMessage(model, filter))
  const page = (limit: number, offset: number) =>
    found(findTransactionsByMessage(reader, filter, { limit, offset }))
  expect(page(10_000, 0)).toEqual(wanted)
  expect(page(2, 1)).toEqual(wanted.slice(1, 3))
  return wanted.length
}

const DIRECTIONS = [undefined, 'in', 'out'] as const
const unique = <T>(values: readonly T[], keyOf: (value: T) => string) => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]
const { messages } = model

test('every receiver of a sent message is in the trace of its sender, also of the system address', () => {
  const apart = reader.all<{ hash: Buffer }>(
    `SELECT m.hash FROM messages m JOIN transactions s ON s.id = m.out_tx JOIN transactions r ON r.in_msg = m.id
      WHERE r.trace <> s.trace`,
    [],
  )
  expect(apart.map(({ hash }) => hex(hash))).toEqual([])
  const waiting = `SELECT count(*) AS n FROM traces t WHERE pending <> (
    SELECT count(*) FROM transactions s JOIN messages m ON m.out_tx = s.id LEFT JOIN transactions r ON r.in_msg = m.id
    WHERE s.trace = t.id AND m.kind = 0 AND r.id IS NULL)`
  expect(reader.all<{ n: bigint }>(waiting, [])).toEqual([{ n: 0n }])
})

describe('findTransactionsByMessage finds the transactions at both ends of each message', () => {
  test('by its hash and by its normalized hash', () => {
    let count = 0
    for (const { message } of messages) {
      for (const hash of [message.hash, ...(message.hashNorm ? [message.hashNorm] : [])]) {
        for (const direction of DIRECTIONS) count += expectTransactions({ hashes: [hash], direction })
      }
    }
    expect(count).toBe(3_920)
  })

  test('by its body, alone and with its ends', () => {
    let count = 0
    for (const { message } of unique(messages, ({ message: m }) => hex(m.body.hash))) {
      const bodyHash = message.body.hash
      const { source = null, destination = null } = message
      for (const direction of DIRECTIONS) {
        count += expectTransactions({ bodyHash, direction })
        count += expectTransactions({ bodyHash, direction, source, destination })
      }
    }
    expect(count).toBe(7_190)
  })

  test('by its opcode: receivers only', () => {
    let count = 0
    const withOpcode = messages.filter(({ message }) => message.opcode !== undefined)
    const ends = unique(
      withOpcode,
      ({ message: m }) => `${m.opcode} ${m.source && hex(m.source)} ${m.destination && hex(m.destination)}`,
    )
    for (const { message } of unique(withOpcode, ({ message: m }) => String(m.opcode))) {
      for (const direction of DIRECTIONS) {
        count += expectTransactions({ opcode: message.opcode, direction })
      }
    }
    for (const { message } of ends) {
      const { opcode, source = null, destination = null } = message
      for (const direction of DIRECTIONS) {
        count += expectTransactions({ opcode, direction, destination })
        count += expectTransactions({ opcode, direction, source, destination })
      }
    }
    expect(count).toBe(6_852)
  })
})

test('findAdjacentTransactions finds the neighbours of every transaction in its trace', () => {
  const counts = { in: 0, out: 0, both: 0 }
  for (const at of model.transactions) {
    for (const direction of ['in', 'out', 'both'] as const) {
      const wanted = hashesOf(modelAdjacent(model, at, direction))
      expect(found(findAdjacentTransactions(reader, at.transaction.hash, direction))).toEqual(wanted)
      counts[direction] += wanted.length
    }
  }
  expect(counts).toEqual({ in: 451, out: 451, both: 902 })
})

test('findShardState finds the shards at every masterchain block, without blocks for zero states', () => {
  const known = new Set(model.blocks.map(({ block: { id } }) => `${id.workchain}:${id.shard}:${id.seqno}`))
  for (const { blocks, shardTops } of index.facts) {
    const wanted = shardTops
      .toSorted((a, b) => a.workchain - b.workchain || Number(signed(a.shard) - signed(b.shard)))
      .map(({ workchain, shard, seqno }) => `${workchain}:${shard}:${seqno}`)
      .filter((place) => known.has(place))
    const { blocks: ids, tops } = findShardState(reader, (blocks[0] as { id: { seqno: number } }).id.seqno)
    expect(tops).toBe(wanted.length)
    const places = loadBlocks(reader, ids).map(
      ({ workchain, shard, seqno }) => `${workchain}:${BigInt.asUintN(64, shard)}:${seqno}`,
    )
    expect(places).toEqual(wanted)
  }
})
