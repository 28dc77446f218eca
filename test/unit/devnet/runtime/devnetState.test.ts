import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DevnetState, readState, writeState } from '../../../../src-main/devnet/runtime/devnetState.ts'
import { initialState, resetState, updatedState } from '../../../../src-main/devnet/runtime/initialState.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-state-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

describe('the state of a devnet', () => {
  it('is read as it was written', () => {
    expect(readState(dir)).toBeUndefined()
    const state: DevnetState = {
      ...initialState({ dir, seed: 'x' }),
      begun: true,
      accounts: [{ name: 'alice', kind: 'wallet v4r2', address: `0:${'00'.repeat(32)}` }],
    }
    writeState(dir, initialState({ dir }))
    writeState(dir, state)
    expect(readState(dir)).toEqual(state)
    expect(readdirSync(dir)).toEqual(['devnet.json'])
  })

  it('has no elections if an earlier version wrote it', () => {
    const { elections, ...earlier } = initialState({ dir })
    writeFileSync(join(dir, 'devnet.json'), JSON.stringify(earlier))
    expect(readState(dir)).toEqual({ ...earlier, elections })
    expect(elections).toBe(0)
  })

  it('is rejected if it is damaged, and not overwritten', () => {
    for (const text of ['', '{', '{}', JSON.stringify({ ...initialState({ dir }), version: 2 })]) {
      writeFileSync(join(dir, 'devnet.json'), text)
      expect(() => readState(dir)).toThrow(expect.objectContaining({ code: 'conflict' }))
    }
  })
})

describe('a new devnet', () => {
  it('is on the wall clock and starts two hours in the past', () => {
    const now = Math.floor(Date.now() / 1000)
    const state = initialState({ dir })
    expect(state).toMatchObject({
      seed: 'tonscope',
      clock: 'wall',
      blockInterval: 5,
      traffic: true,
      shards: 1,
      scenario: true,
      begun: false,
    })
    expect(state.genesisTime % 60).toBe(0)
    expect(now - state.genesisTime).toBeGreaterThanOrEqual(7200)
    expect(now - state.genesisTime).toBeLessThan(7320)
  })

  it('is the same everywhere under a seed', () => {
    const state = initialState({ dir, seed: 'mine' })
    expect(state).toMatchObject({ seed: 'mine', clock: 'stepped', genesisTime: 1_767_225_600 })
    expect(resetState({ ...state, clockOffset: 5, begun: true })).toEqual(state)
  })

  it('without a scenario has no traffic', () => {
    expect(initialState({ dir, scenario: false }).traffic).toBe(false)
    expect(() => initialState({ dir, scenario: false, traffic: true })).toThrow(
      expect.objectContaining({ code: 'bad-request' }),
    )
  })
})

describe('settings of a later start', () => {
  const state = { ...initialState({ dir: '', seed: 'first', genesisTime: 1_000_000 }), begun: true }

  it('change settings only, not the chain', () => {
    expect(
      updatedState(state, { dir, blockInterval: 0, shards: 4, genesisTime: 7, scenario: false }),
    ).toEqual({
      ...state,
      blockInterval: 0,
      shards: 4,
    })
    expect(updatedState(state, { dir, seed: 'first', traffic: false }).traffic).toBe(false)
  })

  it('are refused where they ask for another chain', () => {
    expect(() => updatedState(state, { dir, seed: 'second' })).toThrow(/began with the seed "first"/)
    expect(() => updatedState(state, { dir, traffic: true })).toThrow(/whose users make the traffic/)
  })
})
