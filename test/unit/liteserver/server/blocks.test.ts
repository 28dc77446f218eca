import { CellType } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { loadBlockCells } from '../../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../../src-main/chain/block/blockExtra.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { asker, blockId, FULL, LEFT, sampleContext } from './sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const keyBlock = blockId(context, -1, FULL, 609)
const big = blockId(context, 0, LEFT, 784)

describe('getBlock', () => {
  it('returns the file of a block', async () => {
    const { id, data } = await ask('getBlock', { id: big })
    expect(id).toEqual(big)
    expect(parseBocRoot(data).hash()).toEqual(big.rootHash)
  })

  it('answers like the reference server for unknown blocks', async () => {
    const refusals = [
      [{ ...big, rootHash: Buffer.alloc(32) }, -400, 'invalid BlockIdExt'],
      [{ ...big, rootHash: Buffer.alloc(32, 1) }, 651, 'block handle not in db'],
      [{ ...keyBlock, seqno: 900 }, 651, 'block handle not in db (last known masterchain block: 800)'],
      [
        { ...big, seqno: 900 },
        651,
        'block handle not in db (possibly out of sync: shard_client_seqno=800 ls_seqno=800)',
      ],
      [context.store.zeroState, 651, 'not in db'],
    ] as const
    for (const [id, code, message] of refusals) {
      await expect(ask('getBlock', { id })).rejects.toMatchObject({ code, message })
    }
  })
})

describe('getState', () => {
  it('returns zero states as files and serializes later states', async () => {
    const zero = await ask('getState', { id: context.store.zeroState })
    expect(zero.fileHash).toEqual(context.store.zeroState.fileHash)
    const later = await ask('getState', { id: keyBlock })
    expect(parseBocRoot(later.data).hash()).toEqual(later.rootHash)
    expect(later.rootHash).toEqual(context.store.find(keyBlock)?.head?.stateHash)
  })

  it('rejects states that can be large', async () => {
    await expect(ask('getState', { id: { ...keyBlock, seqno: 1001 } })).rejects.toMatchObject({
      code: -400,
      message: 'cannot request total state: possibly too large',
    })
  })
})

describe('getBlockHeader', () => {
  const shown = async (mode: number) => {
    const { headerProof } = await ask('getBlockHeader', { id: keyBlock, mode })
    const root = openMerkleProof(parseBocRoot(headerProof))
    expect(root.hash(0)).toEqual(keyBlock.rootHash)
    const cells = loadBlockCells(root.beginParse())
    const isShown = (cell: { type: CellType }) => cell.type !== CellType.PrunedBranch
    const extra = isShown(cells.extra) ? loadBlockExtra(cells.extra.beginParse()) : undefined
    return {
      update: isShown(cells.stateUpdate),
      valueFlow: isShown(cells.valueFlow),
      extra: isShown(cells.extra),
      shards: extra?.custom?.refs[0] !== undefined && isShown(extra.custom.refs[0]),
    }
  }

  it('returns the parts that the bits of mode select', async () => {
    const nothing = { update: false, valueFlow: false, extra: false, shards: false }
    expect(await shown(0)).toEqual(nothing)
    expect(await shown(1)).toEqual({ ...nothing, update: true })
    expect(await shown(2)).toEqual({ ...nothing, valueFlow: true })
    expect(await shown(16)).toEqual({ ...nothing, extra: true })
    expect(await shown(32)).toEqual(nothing)
    expect(await shown(48)).toEqual({ ...nothing, extra: true, shards: true })
  })

  it('returns the previous signatures of a masterchain block on request', async () => {
    const size = async (mode: number) =>
      (await ask('getBlockHeader', { id: keyBlock, mode })).headerProof.length
    expect(await size(16 | 64)).toBeGreaterThanOrEqual(await size(16))
    const shard = await ask('getBlockHeader', { id: big, mode: 16 | 32 | 64 })
    expect(openMerkleProof(parseBocRoot(shard.headerProof)).hash(0)).toEqual(big.rootHash)
  })
})
