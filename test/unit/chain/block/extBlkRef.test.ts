import { beginCell } from '@ton/core'
import { expect, test } from 'vitest'
import { loadExtBlkRef, storeExtBlkRef } from '../../../../src-main/chain/block/extBlkRef.ts'

test('loadExtBlkRef reads the 608 bits that storeExtBlkRef writes', () => {
  const ref = {
    endLt: 2n ** 64n - 1n,
    seqno: 2 ** 32 - 1,
    rootHash: Buffer.alloc(32, 1),
    fileHash: Buffer.alloc(32, 2),
  }
  const cell = beginCell().store(storeExtBlkRef(ref)).endCell()
  expect(cell.bits.length).toBe(608)
  expect(loadExtBlkRef(cell.beginParse())).toEqual(ref)
})
