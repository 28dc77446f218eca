import { describe, expect, test } from 'vitest'
import { blockTransactions } from '../../../../src-main/chain/block/blockTransactions.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { parseBlock } from '../../../../src-main/indexer/parse/parseBlock.ts'
import type { ParsedCell, ParsedTransaction } from '../../../../src-main/store/parsedBlock.ts'
import { loadBlockHeader } from '../../../chain/blockCodecs.ts'
import { sampleContents } from '../../chain/archive/sampleNetwork.ts'

/** Every block of the recorded network that the program carries. */
const blocks = sampleContents().blocks.map((block) => {
  const file = block.read()
  return { file, root: parseBocRoot(file), facts: parseBlock(block.id, file) }
})

const messagesOf = ({ inMsg, outMsgs }: ParsedTransaction) => (inMsg ? [inMsg, ...outMsgs] : outMsgs)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('parseBlock', () => {
  test("returns a block's transactions by lt and then by account", () => {
    let count = 0
    for (const { facts, root } of blocks) {
      const there = [...blockTransactions(root)]
        .sort((a, b) => Number(a.lt - b.lt) || a.account.compare(b.account))
        .map(({ account, lt, cell }) => [hex(account), lt, hex(cell.hash())])
      const found = facts.transactions.map(({ account, lt, hash }) => [
        hex(account.subarray(1)),
        lt,
        hex(hash),
      ])
      expect(found).toEqual(there)
      count += found.length
    }
    expect(count).toBe(4576)
  })

  test('returns the previous blocks with their shards, before and after a split', () => {
    for (const { facts, root } of blocks) {
      const { afterSplit, startLt } = loadBlockHeader(root.beginParse())
      const { id, header } = facts
      expect(header).toMatchObject({ afterSplit, startLt })
      const shard = afterSplit ? 1n << 63n : id.shard
      expect(header.prevBlocks).toEqual([{ workchain: id.workchain, shard, seqno: id.seqno - 1 }])
    }
  })

  test('returns every cell in the same BOC as the reference node', () => {
    const check = ({ hash, boc }: ParsedCell) => {
      const root = parseBocRoot(boc)
      expect(hex(root.hash())).toBe(hex(hash))
      expect(serializeBoc(root).equals(boc)).toBe(true)
    }
    for (const { facts } of blocks) {
      for (const transaction of facts.transactions) {
        expect(serializeBoc(parseBocRoot(transaction.description)).equals(transaction.description)).toBe(true)
        for (const { body, init } of messagesOf(transaction)) {
          check(body)
          if (init) check(init)
        }
      }
    }
  })
})
