import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { isPaged } from '../../../src-main/chain/cells/pagedCell.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { rawOf } from '../../../src-main/chain/cells/rawCell.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { oldMcBlock } from '../../../src-main/chain/state/oldMcBlocksInfo.ts'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { GENESIS } from './testDevnet.ts'

/** Pages of eight blocks; two pages stay in memory. */
const PAGES = { pageBits: 3, keptBytes: 2_500 }
const BLOCKS = 70

describe('the list of earlier masterchain blocks', () => {
  const time = { now: GENESIS }
  let dir: string
  let devnet: Devnet
  const held: { readonly cells: number; readonly bytes: number }[] = []

  const open = () =>
    Devnet.create({
      seed: 'pages',
      genesisTime: GENESIS,
      dir,
      clock: () => ++time.now,
      store: { pages: PAGES, recentBytes: 20_000, saveEvery: 25 },
    })

  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'devnet-pages-'))
    devnet = await open()
    for (let seqno = 1; seqno <= BLOCKS; seqno++) {
      await devnet.step()
      held.push(heldBy(await headState()))
    }
  })
  afterAll(async () => {
    await devnet.close()
    rmSync(dir, { recursive: true })
  })

  const headState = () => devnet.store.state({ id: devnet.store.head(), head: undefined })

  it('adds no more than two cells a page to what a state holds in memory', () => {
    // Both are the states right after a page has been written.
    const [before, after] = [held[31], held[63]]
    if (!before || !after) throw new Error('too few blocks')
    const pages = (64 - 32) / 8
    expect(after.cells - before.cells).toBeLessThanOrEqual(2 * pages)
    expect(after.bytes - before.bytes).toBeLessThanOrEqual(2 * pages * 128)
  })

  it('is read through its pages', async () => {
    const { prevBlocks } = openMasterchain(await headState()).extraDetails
    for (let seqno = 0; seqno < BLOCKS; seqno++) {
      const found = oldMcBlock(prevBlocks, seqno)
      const block = devnet.store.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno })
      expect(found?.blkRef.rootHash).toEqual(block?.id.rootHash)
    }
  })

  it('makes the same file of a state as without pages', async () => {
    const state = await headState()
    const copy = parseBocRoot(serializeBoc(state))
    expect(copy.hash()).toEqual(state.hash())
    expect(serializeBoc(copy).equals(serializeBoc(state))).toBe(true)
  })

  it('is in pages again after a restart, and for old states, and leaves no file', async () => {
    await devnet.close()
    expect(readdirSync(join(dir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    devnet = await open()
    const fresh = held.at(-1)
    const reopened = heldBy(await headState())
    expect(reopened.cells).toBeLessThanOrEqual(fresh?.cells ?? 0)
    const old = devnet.store.findBySeqno({ workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: 51 })
    if (!old) throw new Error('block 51 is not there')
    const state = await devnet.store.state(old)
    expect(state.hash()).toEqual(old.head?.stateHash)
    expect(heldBy(state).pages).toBeGreaterThanOrEqual(4)
    await devnet.step()
    expect(devnet.store.head().seqno).toBe(BLOCKS + 1)
  })
})

/** Counts the cells of a state that are in memory, the bytes of the buffers with their data, and pages. */
function heldBy(root: Cell): { cells: number; bytes: number; pages: number } {
  const seen = new Set<Cell>()
  const buffers = new Set<ArrayBufferLike>()
  let pages = 0
  for (const waiting = [root]; waiting.length > 0; ) {
    const cell = waiting.pop() as Cell
    if (seen.has(cell)) continue
    seen.add(cell)
    const source = rawOf(cell)?.source
    if (source) buffers.add(source.buffer)
    if (isPaged(cell)) pages++
    else waiting.push(...cell.refs)
  }
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return { cells: seen.size, bytes, pages }
}
