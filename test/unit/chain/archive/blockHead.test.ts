import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { readBlockHead } from '../../../../src-main/chain/archive/blockHead.ts'
import { FlatBocError, flatCell, scanBoc } from '../../../../src-main/chain/archive/flatBoc.ts'
import { loadBlock } from '../../../../src-main/chain/block/block.ts'
import { prevBlocks } from '../../../../src-main/chain/block/blockInfo.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { merkleUpdateHashes } from '../../../../src-main/chain/merkle/merkleUpdate.ts'
import { sampleContents } from './sampleNetwork.ts'

describe('readBlockHead', () => {
  it('returns the fields of the cells for every tenth block', () => {
    const blocks = sampleContents().blocks.filter((_, index) => index % 10 === 0)
    for (const { id, head, read } of blocks) {
      const { info, stateUpdate } = loadBlock(parseBocRoot(read()).beginParse())
      expect(head).toEqual({
        workchain: info.shard.workchain,
        shard: info.shard.shard,
        seqno: info.seqno,
        startLt: info.startLt,
        endLt: info.endLt,
        genUtime: info.genUtime,
        keyBlock: info.keyBlock,
        afterSplit: info.afterSplit,
        afterMerge: false,
        prevKeyBlockSeqno: info.prevKeyBlockSeqno,
        masterRefSeqno: info.masterRef?.seqno,
        prev: info.prevRef,
        stateHash: merkleUpdateHashes(stateUpdate).newHash,
      })
      expect(prevBlocks(info)[0]?.seqno, `${id.seqno}`).toBe(head.prev[0]?.seqno)
    }
  })

  it('rejects other cells and truncated files', () => {
    const block = sampleContents().blocks[0]!.read()
    expect(() => readBlockHead(serializeBoc(beginCell().storeUint(1, 32).endCell()))).toThrow('not a block')
    expect(() => readBlockHead(Buffer.from('0123456789'))).toThrow('a bag of cells begins with b5ee9c72')
    for (let length = 0; length < block.length; length += 101) {
      expect(() => readBlockHead(block.subarray(0, length))).toThrow(FlatBocError)
    }
  })

  it('throws only FlatBocError for damaged bytes', () => {
    const block = sampleContents().blocks[0]!.read()
    for (let at = 4; at < 400; at += 3) {
      const damaged = Buffer.from(block)
      damaged[at] = (damaged[at]! + 1) & 0xff
      try {
        readBlockHead(damaged)
      } catch (error) {
        expect(error).toBeInstanceOf(FlatBocError)
      }
    }
  })
})

describe('scanBoc', () => {
  it('finds the cells and references that a full parser finds', () => {
    const leaf = beginCell().storeUint(7, 5).endCell()
    const root = beginCell().storeUint(0xabcd, 16).storeRef(leaf).storeRef(leaf).endCell()
    for (const options of [{}, { index: true, crc32c: true, cacheBits: true }]) {
      const boc = scanBoc(serializeBoc(root, options))
      const cell = flatCell(boc, boc.root)
      expect(cell.bytes.getUint16(0)).toBe(0xabcd)
      expect(cell.refs).toEqual([1, 1])
      expect(boc.offsets).toHaveLength(2)
    }
  })

  it('rejects a reference to a missing cell', () => {
    const boc = scanBoc(serializeBoc(beginCell().storeUint(1, 8).endCell()))
    expect(() => flatCell(boc, 1)).toThrow(FlatBocError)
  })
})
