import { hash } from 'node:crypto'
import { serializeTuple, type TupleItem } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { ExtBlkRef } from '../../../src-main/chain/block/extBlkRef.ts'
import { HashmapAugE } from '../../../src-main/chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../../src-main/chain/hashmap/key.ts'
import { earlierSeqnos } from '../../../src-main/chain/state/earlierBlocks.ts'
import { OLD_MC_BLOCKS } from '../../../src-main/chain/state/oldMcBlocksInfo.ts'
import { prevBlocksValue } from '../../../src-main/tvm/prevBlocks.ts'
import { FULL_SHARD } from '../../../src-shared/ton/shard.ts'

function block(seqno: number): ExtBlkRef {
  const [rootHash, fileHash] = ['root', 'file'].map((kind) => hash('sha256', `${kind} ${seqno}`, 'buffer'))
  return {
    seqno,
    endLt: BigInt(seqno) * 1_000_000n,
    rootHash: rootHash as Buffer,
    fileHash: fileHash as Buffer,
  }
}

function detailsAt(seqno: number) {
  const entries = Array.from({ length: seqno }, (_, earlier) => ({
    key: keyOfUint(earlier, 32),
    value: { key: false, blkRef: block(earlier) },
  }))
  return {
    prevBlocks: HashmapAugE.from(OLD_MC_BLOCKS, entries),
    afterKeyBlock: false,
    lastKeyBlock: block(1),
  }
}

function tuple(items: TupleItem[]): TupleItem {
  return { type: 'tuple', items }
}

function blockItem(seqno: number): TupleItem {
  const { rootHash, fileHash } = block(seqno)
  const [root, file] = [rootHash, fileHash].map((bytes) => BigInt(`0x${bytes.toString('hex')}`))
  const numbers = [-1n, FULL_SHARD, BigInt(seqno), root as bigint, file as bigint]
  return tuple(numbers.map((value) => ({ type: 'int', value })))
}

/** The only value of a stack that @ton/core writes. */
function written(item: TupleItem) {
  const stack = serializeTuple([item]).beginParse().skip(24)
  stack.loadRef()
  return stack.asCell()
}

describe('prevBlocksValue', () => {
  it.each([1, 2, 15, 16, 250])('returns the tuple that @ton/core writes after block %i', (seqno) => {
    const { last, hundreds } = earlierSeqnos(seqno)
    const expected = tuple([tuple(last.map(blockItem)), blockItem(1), tuple(hundreds.map(blockItem))])
    expect(prevBlocksValue(block(seqno), detailsAt(seqno)).hash()).toEqual(written(expected).hash())
  })

  it('reuses the values of blocks in the previous tuple', () => {
    const before = prevBlocksValue(block(20), detailsAt(20))
    const after = prevBlocksValue(block(21), detailsAt(21))
    // The key block is the middle value: the last of the tuple in the first reference.
    expect(after.refs[0]?.refs[1]).toBe(before.refs[0]?.refs[1])
  })
})
