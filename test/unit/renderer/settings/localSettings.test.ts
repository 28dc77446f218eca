import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addRecent,
  readFaucetAddress,
  readRecent,
  readTheme,
  readTransactionFilter,
  readWelcomeSeen,
  removeRecent,
  writeFaucetAddress,
  writeTheme,
  writeTransactionFilter,
  writeWelcomeSeen,
} from '../../../../src-renderer/settings/localSettings.ts'

const search = (n: number) => ({ text: String(n), label: `Block ${n}`, path: `/block/${n}` })

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the theme', () => {
  it("is the system's until one is chosen", () => {
    expect(readTheme()).toBe('system')
    writeTheme('dark')
    expect(readTheme()).toBe('dark')
    writeTheme('system')
    expect(readTheme()).toBe('system')
  })
})

describe('stored inputs of the devnet pages', () => {
  it('is nothing at first, then what was chosen last', () => {
    expect([readFaucetAddress(), readTransactionFilter(), readWelcomeSeen()]).toEqual([
      '',
      { system: false, failedOnly: false },
      false,
    ])
    writeFaucetAddress('0:1')
    writeTransactionFilter({ system: true, failedOnly: false })
    writeWelcomeSeen()
    expect([readFaucetAddress(), readTransactionFilter(), readWelcomeSeen()]).toEqual([
      '0:1',
      { system: true, failedOnly: false },
      true,
    ])
  })
})

describe('recent searches', () => {
  it('are ten, newest first, each place once, apart by network', () => {
    for (let n = 1; n <= 12; n++) addRecent('a', search(n))
    addRecent('a', search(5))
    expect(readRecent('a').map(({ text }) => text)).toEqual([
      '5',
      '12',
      '11',
      '10',
      '9',
      '8',
      '7',
      '6',
      '4',
      '3',
    ])
    expect(readRecent('b')).toEqual([])
  })

  it('can be forgotten one by one', () => {
    addRecent('a', search(1))
    addRecent('a', search(2))
    expect(removeRecent('a', '/block/2')).toEqual([search(1)])
    expect(readRecent('a')).toEqual([search(1)])
  })

  it('survive garbage and a storage that is switched off', () => {
    localStorage.setItem('tonscope.recent.a', '{"not": "a list"}')
    expect(readRecent('a')).toEqual([])
    localStorage.setItem('tonscope.recent.a', '[{"text": 1}, null, "x"')
    expect(readRecent('a')).toEqual([])
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied')
      },
      setItem: () => {
        throw new Error('denied')
      },
    })
    expect(readTheme()).toBe('system')
    expect(addRecent('a', search(1))).toEqual([search(1)])
  })
})
