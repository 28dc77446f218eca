import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { Devnet, type Step } from '../../../src-main/devnet/chain/devnet.ts'
import { GENESIS } from './testDevnet.ts'

const DAY = 86_400

describe('shards of a devnet', () => {
  let dir: string
  const time = { now: GENESIS }
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'devnet-shards-'))
    time.now = GENESIS
  })
  afterEach(() => rmSync(dir, { recursive: true }))

  const open = (shards?: number) =>
    Devnet.create({
      seed: 'shards',
      genesisTime: GENESIS,
      dir,
      clock: () => time.now,
      ...(shards && { shards }),
    })
  /** Steps until there are `count` shards; `between` runs after each step. */
  const reach = async (
    devnet: Devnet,
    count: number,
    between: (made: number, step: Step) => void,
  ): Promise<number> => {
    for (let made = 1; made <= 40; made++) {
      const step = await devnet.step()
      if (devnet.store.tops().length === count) return made
      time.now += 5
      between(made, step)
    }
    throw new Error(`there are still ${devnet.store.tops().length}`)
  }

  it('are as many as a new devnet was to have, after a few steps', async () => {
    const devnet = await open(8)
    expect(devnet.shards).toBe(8)
    expect(await reach(devnet, 8, () => {})).toBe(8)
    await devnet.close()
  })

  it('can only be a power of two', async () => {
    await expect(open(3)).rejects.toThrow(RangeError)
    const devnet = await open()
    for (const count of [0, -1, 1.5, 6, 512, Number.NaN])
      expect(() => devnet.setShards(count)).toThrow(RangeError)
    expect(devnet.shards).toBe(1)
    await devnet.close()
  })

  it('come and go however long a step takes: what was announced and is out of date is announced again', async () => {
    const devnet = await open()
    let idle = 0
    for (const wanted of [4, 1]) {
      devnet.setShards(wanted)
      // A block of a day later at every third step, which is one of each kind in turn.
      await reach(devnet, wanted, (made, { shards }) => {
        if (devnet.store.head().seqno > 1 && shards.length === 0) idle++
        if (made % 3 === 1 && made < 12) time.now += DAY + 1
      })
    }
    // Shards about to merge make no block once their time is over.
    expect(idle).toBeGreaterThan(0)
    await devnet.close()
  })

  it('are the same for a devnet that stops after every step', async () => {
    const straight = await open()
    const ids: BlockIdExt[] = []
    for (let made = 0; made < 18; made++) {
      straight.setShards(made < 9 ? 4 : 1)
      time.now += 5
      const { masterchain, shards } = await straight.step()
      ids.push(masterchain, ...shards)
    }
    await straight.close()
    rmSync(dir, { recursive: true })
    dir = mkdtempSync(join(tmpdir(), 'devnet-shards-'))
    time.now = GENESIS
    const again: BlockIdExt[] = []
    for (let made = 0; made < 18; made++) {
      const devnet = await open(made < 9 ? 4 : 1)
      time.now += 5
      const { masterchain, shards } = await devnet.step()
      again.push(masterchain, ...shards)
      await devnet.close()
    }
    expect(again).toEqual(ids)
    expect(ids.length).toBe(57)
    const devnet = await open()
    for (const id of ids) {
      const stored = devnet.store.find(id)
      expect(stored && (await devnet.store.state(stored)).hash()).toEqual(stored?.head?.stateHash)
    }
    await devnet.close()
  })
})
