import { describe, expect, it } from 'vitest'
import { imitationOf, skeleton } from '../../../../src-renderer/format/imitation.ts'

const OTHER = '0:1111111111111111111111111111111111111111111111111111111111111111'
const USDT = '0:B113A994B5024A16719F69139328EB759596C38A25F59028B146FECDC3621DFE'
const MAINNET = { master: OTHER, isMainnet: true }
const ELSEWHERE = { master: OTHER, isMainnet: false }

describe('skeleton', () => {
  it.each([
    ['Cyrillic letters', 'USDТ', 'USDT'],
    ['Greek letters', 'ΤΟΝ', 'TON'],
    ['full-width letters', 'ＴＯＮ', 'TON'],
    ['mathematical letters', '𝐓𝐎𝐍', 'TON'],
    ['digits for letters', 'T0N', 'TON'],
    ['the tugrik sign', 'USD₮', 'USDT'],
    ['spaces and signs', 'T.O N', 'TON'],
    ['small Cyrillic letters', 'usdт', 'USDT'],
  ])('reads %s as the Latin letters that they look like', (_, text, seen) => {
    expect(skeleton(text)).toBe(seen)
  })
})

describe('imitationOf', () => {
  it('flags a known symbol that is written with letters of another alphabet on any network', () => {
    for (const text of ['USDТ', 'UЅDT', 'U5DT']) {
      expect(imitationOf(text, ELSEWHERE)).toEqual({ kind: 'imitates', original: 'USDT' })
      expect(imitationOf(text, MAINNET)).toEqual({ kind: 'imitates', original: 'USDT' })
    }
  })

  it("flags any jetton that bears the name of the network's own coin", () => {
    for (const text of ['TON', 'Toncoin', 'ТОN', 'T0N']) {
      expect(imitationOf(text, ELSEWHERE)).toEqual({ kind: 'imitates', original: 'TON' })
    }
  })

  it('flags the plain symbol on mainnet unless the known master bears it', () => {
    expect(imitationOf('USDT', MAINNET)).toEqual({ kind: 'imitates', original: 'USDT' })
    expect(imitationOf('USD₮', { master: USDT, isMainnet: true })).toBeUndefined()
    expect(imitationOf('Tether USD', { master: USDT, isMainnet: true })).toBeUndefined()
    expect(imitationOf('USDT', ELSEWHERE)).toBeUndefined()
  })

  it('flags a word of mixed alphabets that resembles nothing known', () => {
    expect(imitationOf('Pаper', ELSEWHERE)).toEqual({ kind: 'mixed alphabets' })
    expect(imitationOf('Paper Журавль', ELSEWHERE)).toBeUndefined()
    expect(imitationOf('Журавль', ELSEWHERE)).toBeUndefined()
    expect(imitationOf('Paper Crane', MAINNET)).toBeUndefined()
    expect(imitationOf('STON', MAINNET)).toBeUndefined()
  })

  it('marks a name with invisible characters, also after they were replaced by a mark', () => {
    for (const text of ['Birds\u202E', 'Bi\u200Brds', 'Bi\uFFFDrds']) {
      expect(imitationOf(text, { isMainnet: false })).toEqual({ kind: 'hidden characters' })
    }
    expect(imitationOf('US\u200BDТ', { isMainnet: true })).toEqual({ kind: 'imitates', original: 'USDT' })
    expect(imitationOf('Birds 👩🏽‍🚀', { isMainnet: false })).toBeUndefined()
  })
})
