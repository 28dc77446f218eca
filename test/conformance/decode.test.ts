import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cell, Dictionary, type Slice } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { decodeBlock, decodeMessage, decodeTransaction } from '../../src-main/cli/decode.ts'
import { readRealnetLines } from '../fixtures/recorded.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

type RecordedBlock = {
  workchain: number
  shard: string
  seqno: number
  root_hash: string
  file_hash: string
  boc: string
}
type DecodedBlock = {
  id: Omit<RecordedBlock, 'boc'>
  prev: Omit<RecordedBlock, 'boc'>[]
  start_lt: string
  transactions: { account: string; lt: string; hash: string }[]
}

/** Transactions by @ton/core alone: its dictionaries, with extras skipped. */
function transactionsByTonCore(block: Cell): Set<string> {
  const accountBlocks = (block.refs[3] as Cell).refs[2] as Cell
  const skipExtra = (slice: Slice) => {
    slice.loadCoins()
    slice.loadMaybeRef()
  }
  const cells = {
    serialize: () => undefined,
    parse: (slice: Slice) => {
      skipExtra(slice)
      return slice.loadRef()
    },
  }
  const found = new Set<string>()
  const accounts = {
    serialize: () => undefined,
    parse: (slice: Slice) => {
      skipExtra(slice)
      slice.skip(4)
      const account = slice.loadBuffer(32).toString('hex')
      const transactions = Dictionary.loadDirect(Dictionary.Keys.BigUint(64), cells, slice)
      for (const [lt, cell] of transactions) found.add(`${account} ${lt} ${cell.hash().toString('hex')}`)
      return null
    },
  }
  const root = accountBlocks.beginParse().loadMaybeRef()
  if (root) Dictionary.loadDirect(Dictionary.Keys.BigUint(256), accounts, root)
  return found
}

describe('decode', () => {
  const blocks = readRealnetLines<RecordedBlock>('blocks.ndjson.gz').slice(0, 900)

  it('gives every block the id it was recorded under, and links it to blocks recorded before it', () => {
    const seen = new Set<string>()
    let links = 0
    for (const { boc, ...recorded } of blocks) {
      const id = {
        ...recorded,
        root_hash: recorded.root_hash.toLowerCase(),
        file_hash: recorded.file_hash.toLowerCase(),
      }
      const data = Buffer.from(boc, 'base64')
      const decoded = decodeBlock({ data, root: parseBocRoot(data) }) as unknown as DecodedBlock
      expect(decoded.id).toEqual(id)
      for (const prev of decoded.prev) {
        if (prev.seqno > 0) {
          links++
          expect(seen, `parent of ${id.workchain}:${id.seqno}`).toContain(prev.root_hash + prev.file_hash)
        }
      }
      seen.add(id.root_hash + id.file_hash)
    }
    expect(links).toBeGreaterThan(800)
  })

  it('lists the transactions that @ton/core finds, in order of account and lt, and decodes each', () => {
    let count = 0
    for (const { boc } of blocks.filter((_, index) => index % 9 === 0)) {
      const data = Buffer.from(boc, 'base64')
      const root = parseBocRoot(data)
      const { transactions } = decodeBlock({ data, root }) as unknown as DecodedBlock
      const places = transactions.map(({ account, lt, hash }) => `${account.split(':')[1]} ${lt} ${hash}`)
      expect(new Set(places)).toEqual(transactionsByTonCore(Cell.fromBoc(data)[0] as Cell))
      const keys = transactions.map(({ account, lt }) => account + lt.padStart(20, '0'))
      expect(keys).toEqual([...keys].sort())
      count += transactions.length
    }
    expect(count).toBeGreaterThan(200)
  })

  it.skipIf(!hasShared)(`shows a mainnet transaction with recorded values (${NEEDS_SHARED})`, () => {
    const root = parseBocRoot(readFileSync(join(SHARED, 'fixtures/ston-fi-ton-rs/tx_16BEFDC4.boc')))
    const decoded = decodeTransaction(root) as Record<string, unknown>
    expect([decoded.hash, decoded.lt, decoded.now]).toEqual([
      '16befdc4512ca3ffaa2919e1f0d7635588edcb9fa7d3990fe83e89275c291cc7',
      '64954068000009',
      Date.parse('2025-12-23T00:39:49Z') / 1000,
    ])
  })

  it.skipIf(!hasShared)(`shows an external message under its recorded hash (${NEEDS_SHARED})`, () => {
    const name = '10faf0f8114b8da6'
    const folder = join(SHARED, 'fixtures/rsquad-ton-rust-node/bundle-56703839/ext-msg')
    const decoded = decodeMessage(parseBocRoot(readFileSync(join(folder, `${name}.boc`)))) as {
      hash: string
      info: { type: string }
    }
    expect([decoded.hash.slice(0, 16), decoded.info.type]).toEqual([name, 'external-in'])
  })
})
