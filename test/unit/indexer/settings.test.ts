import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPublic, type NetworkChoice } from '../../../src-main/gateway/networkChoice.ts'
import {
  type IndexSettings,
  loadSettings,
  saveDiskLimit,
  saveMode,
  saveStart,
} from '../../../src-main/indexer/settings.ts'
import type { IndexStore } from '../../../src-main/store/indexStore.ts'
import { type Connection, sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { createSettingRows } from '../../../src-main/store/write/settings.ts'

type Default = { readonly choice: NetworkChoice; readonly mode: 'follow' | 'off'; readonly from?: number }

const ALL = { mode: 'follow', from: 1 } as const
const BY_DEFAULT: readonly Default[] = [
  { choice: { kind: 'mainnet' }, mode: 'off' },
  { choice: { kind: 'testnet' }, mode: 'off' },
  { choice: { kind: 'devnet' }, ...ALL },
  { choice: { kind: 'sample' }, ...ALL },
  { choice: { kind: 'archive', path: '/recorded' }, ...ALL },
  { choice: { kind: 'custom', file: '/my.config.json' }, ...ALL },
]

describe('loadSettings', () => {
  let connection: Connection
  let store: Pick<IndexStore, 'setting' | 'saveSetting'>
  beforeEach(() => {
    connection = new (sqlite())(':memory:')
    connection.exec('CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
    const rows = createSettingRows(connection)
    store = {
      setting: async (key) => rows.read(key),
      saveSetting: async (key, value) => rows.save(key, value),
    }
  })
  afterEach(() => connection.close())

  const load = (choice: NetworkChoice, asked?: 'follow' | 'off' | { readonly from: number }) =>
    loadSettings(store, { byDefault: !isPublic(choice), requested: asked })

  it.each(BY_DEFAULT)('returns the mode $mode for $choice.kind at first', async ({ choice, mode, from }) => {
    expect(await load(choice)).toEqual({ mode, from, diskLimit: null })
  })

  it.each(BY_DEFAULT)('returns the changed settings of $choice.kind', async ({ choice, mode }) => {
    const changed: IndexSettings = {
      mode: mode === 'off' ? 'follow' : 'off',
      from: 77,
      diskLimit: 20_000_000_000,
    }
    await saveMode(store, changed)
    await saveDiskLimit(store, changed.diskLimit)
    expect(await load(choice)).toEqual(changed)
    await saveDiskLimit(store, null)
    expect(await load(choice)).toEqual({ ...changed, diskLimit: null })
  })

  it.each(BY_DEFAULT)(
    "returns the command line's settings for $choice.kind in one run only",
    async ({ choice, mode, from }) => {
      expect(await load(choice, { from: 500 })).toMatchObject({ mode: 'follow', from: 500 })
      expect(await load(choice, 'off')).toMatchObject({ mode: 'off' })
      expect(await load(choice)).toEqual({ mode, from, diskLimit: null })
    },
  )

  it('follows in one run only, and from the same seqno in the next', async () => {
    const mainnet: NetworkChoice = { kind: 'mainnet' }
    expect(await load(mainnet, 'follow')).toMatchObject({ mode: 'follow', from: undefined })
    await saveStart(store, 900)
    expect(await load(mainnet)).toMatchObject({ mode: 'off' })
    expect(await load(mainnet, 'follow')).toMatchObject({ mode: 'follow', from: 900 })
  })
})
