import { describe, expect, it } from 'vitest'
import { RESERVED_NAMES } from '#shared/reservedNames.ts'
import { knownNetworks } from '../../../../src-main/gateway/networks/knownNetworks.ts'
import type { StoredNetworks } from '../../../../src-main/gateway/networks/networkFile.ts'

const NOTHING: StoredNetworks = { version: 1, added: [], starts: {} }
const MINE = { name: 'mine', title: 'My own', source: 'paste', folder: 'mine-00ff' } as const

const shown = (networks: ReturnType<typeof knownNetworks>) =>
  networks.map(({ name, title, start }) => `${name} (${title}) ${start}`)

describe('knownNetworks', () => {
  it('begins with the networks of the command line', () => {
    const networks = knownNetworks('/data', [{ kind: 'sample' }, { kind: 'devnet' }], NOTHING)
    expect(shown(networks)).toEqual([
      'sample (Sample) always',
      'devnet (Devnet) always',
      'mainnet (Mainnet) on-demand',
      'testnet (Testnet) on-demand',
    ])
  })

  it('names folders and files so that they can stand in an address', () => {
    const given = [
      { kind: 'archive', path: '/chains/Genesis 1' },
      { kind: 'archive', path: '/other/Genesis 1' },
      { kind: 'custom', file: '/configs/api.json' },
      { kind: 'custom', file: '/configs/сеть.json' },
      { kind: 'custom', file: `/configs/${'x'.repeat(80)}.json` },
    ] as const
    const names = knownNetworks('/data', given, NOTHING).map(({ name }) => name)
    expect(names.slice(0, 5)).toEqual([
      'archive-genesis-1',
      'archive-genesis-1-2',
      'api-2',
      'network-2',
      'x'.repeat(28),
    ])
    for (const name of names) expect(RESERVED_NAMES.has(name)).toBe(false)
  })

  it('has the networks that were added, with their starts', () => {
    const stored: StoredNetworks = { version: 1, added: [MINE], starts: { mine: 'never', testnet: 'always' } }
    expect(shown(knownNetworks('/data', [{ kind: 'devnet' }], stored))).toEqual([
      'devnet (Devnet) always',
      'mainnet (Mainnet) on-demand',
      'testnet (Testnet) always',
      'sample (Sample) on-demand',
      'mine (My own) never',
    ])
  })

  it('shows an added network of the command line once, under its name', () => {
    const stored: StoredNetworks = { ...NOTHING, added: [MINE] }
    const file = '/data/networks/mine.config.json'
    const given = [{ kind: 'custom', file, name: 'mine', folder: MINE.folder }] as const
    expect(shown(knownNetworks('/data', given, stored))[0]).toBe('mine (My own) always')
    expect(knownNetworks('/data', given, stored).filter(({ name }) => name === 'mine')).toHaveLength(1)
  })
})

describe('RESERVED_NAMES', () => {
  it('has the first segment of every page of the explorer', async () => {
    const { readFile } = await import('node:fs/promises')
    const source = await readFile(
      new URL('../../../../src-renderer/routes/router.tsx', import.meta.url),
      'utf8',
    )
    const segments = [...source.matchAll(/path: '\/([a-z]+)/g)].map(([, segment = '']) => segment)
    expect(segments.length).toBeGreaterThan(15)
    expect(segments.filter((segment) => !RESERVED_NAMES.has(segment))).toEqual([])
  })
})
