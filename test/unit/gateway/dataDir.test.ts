import { describe, expect, it } from 'vitest'
import { defaultDataDir } from '../../../src-main/gateway/dataDir.ts'

describe('defaultDataDir', () => {
  it.each([
    ['linux', {}, '/home/u/.local/share/tonscope'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/data/tonscope'],
    ['linux', { XDG_DATA_HOME: '' }, '/home/u/.local/share/tonscope'],
    ['freebsd', {}, '/home/u/.local/share/tonscope'],
    ['darwin', { XDG_DATA_HOME: '/data' }, '/home/u/Library/Application Support/Tonscope'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Tonscope'],
    ['win32', {}, '/home/u/AppData/Roaming/Tonscope'],
  ] as const)('returns for %s with the environment %j %s', (platform, env, expected) => {
    expect(defaultDataDir({ platform, env, home: '/home/u' })).toBe(expected)
  })
})
