import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { begunAnew, changedMemory, newMemory } from '../../../../src-main/devnet/life/firstMemory.ts'
import { type DevnetMemory, readMemory, writeMemory } from '../../../../src-main/devnet/life/memory.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'memory-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('what a directory remembers', () => {
  it('is read as it was written', () => {
    expect(readMemory(dir)).toBeUndefined()
    const memory: DevnetMemory = {
      ...newMemory({ dir, seed: 'x' }),
      begun: true,
      accounts: [{ name: 'alice', kind: 'wallet v4r2', address: `0:${'00'.repeat(32)}` }],
    }
    writeMemory(dir, newMemory({ dir }))
    writeMemory(dir, memory)
    expect(readMemory(dir)).toEqual(memory)
    expect(readdirSync(dir)).toEqual(['devnet.json'])
  })

  it('has no elections where an earlier version wrote it', () => {
    const { elections, ...earlier } = newMemory({ dir })
    writeFileSync(join(dir, 'devnet.json'), JSON.stringify(earlier))
    expect(readMemory(dir)).toEqual({ ...earlier, elections })
    expect(elections).toBe(0)
  })

  it('is refused where it is damaged, and not overwritten', () => {
    for (const text of ['', '{', '{}', JSON.stringify({ ...newMemory({ dir }), version: 2 })]) {
      writeFileSync(join(dir, 'devnet.json'), text)
      expect(() => readMemory(dir)).toThrow(expect.objectContaining({ kind: 'conflict' }))
    }
  })
})

describe('a new devnet', () => {
  it('is on the wall clock and begins two hours ago', () => {
    const now = Math.floor(Date.now() / 1000)
    const memory = newMemory({ dir })
    expect(memory).toMatchObject({
      seed: 'tonscope',
      clock: 'wall',
      blockInterval: 5,
      traffic: true,
      shards: 1,
      scenario: true,
      begun: false,
    })
    expect(memory.genesisTime % 60).toBe(0)
    expect(now - memory.genesisTime).toBeGreaterThanOrEqual(7200)
    expect(now - memory.genesisTime).toBeLessThan(7320)
  })

  it('is the same everywhere under a seed', () => {
    const memory = newMemory({ dir, seed: 'mine' })
    expect(memory).toMatchObject({ seed: 'mine', clock: 'stepped', genesisTime: 1_767_225_600 })
    expect(begunAnew({ ...memory, clockOffset: 5, begun: true })).toEqual(memory)
  })

  it('without a scenario has no traffic', () => {
    expect(newMemory({ dir, scenario: false }).traffic).toBe(false)
    expect(() => newMemory({ dir, scenario: false, traffic: true })).toThrow(
      expect.objectContaining({ kind: 'bad-request' }),
    )
  })
})

describe('settings of a later start', () => {
  const memory = { ...newMemory({ dir: '', seed: 'first', genesisTime: 1_000_000 }), begun: true }

  it('change what is not the chain itself', () => {
    expect(
      changedMemory(memory, { dir, blockInterval: 0, shards: 4, genesisTime: 7, scenario: false }),
    ).toEqual({
      ...memory,
      blockInterval: 0,
      shards: 4,
    })
    expect(changedMemory(memory, { dir, seed: 'first', traffic: false }).traffic).toBe(false)
  })

  it('are refused where they ask for another chain', () => {
    expect(() => changedMemory(memory, { dir, seed: 'second' })).toThrow(/began with the seed "first"/)
    expect(() => changedMemory(memory, { dir, traffic: true })).toThrow(/nobody to make traffic/)
  })
})
