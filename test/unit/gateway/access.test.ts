import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AccessSetup, openAccess } from '../../../src-main/gateway/access.ts'
import {
  changeAccessFile,
  makeKey,
  readAccessFile,
  withoutKey,
  withSettings,
} from '../../../src-main/gateway/accessFile.ts'
import { GatewayError } from '../../../src-main/gateway/gatewayError.ts'
import { lockFile } from '../../../src-main/store/fileLock.ts'

const CHECK_INTERVAL_MS = 20

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonscope-access-file-'))
  path = join(folder, 'access.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Adds a key as `tonscope keys add` of another process does. */
async function addKey(name: string, more: { rate?: number; networks?: string[] } = {}): Promise<string> {
  const { key, change } = makeKey({ name, rate: null, networks: null, ...more })
  await changeAccessFile(folder, change)
  return key
}

describe('the file with the keys', () => {
  it('is not needed: without it access control is off', () => {
    expect(readAccessFile(folder)).toEqual({ version: 1, enabled: false, keyless_rate: 1, keys: [] })
    expect(existsSync(path)).toBe(false)
  })

  it('holds hashes, never keys, and only its owner can read it', async () => {
    const key = await addKey('alice', { rate: 2.5, networks: ['devnet'] })
    expect(readFileSync(path, 'utf8')).not.toContain(key)
    expect(readAccessFile(folder).keys).toEqual([
      {
        name: 'alice',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        hint: key.slice(0, 6),
        rate: 2.5,
        networks: ['devnet'],
        created_at: expect.any(Number),
      },
    ])
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['access.json', 'access.lock'])
  })

  it('is created together with its folder', async () => {
    const deep = join(folder, 'a', 'b')
    await changeAccessFile(deep, withSettings({ enabled: true }))
    expect(readAccessFile(deep).enabled).toBe(true)
  })

  it('is not changed by a second key of the same name, nor by the removal of an unknown key', async () => {
    await addKey('alice')
    const before = readFileSync(path, 'utf8')
    await expect(addKey('alice')).rejects.toThrow('there is a key called alice already')
    await expect(changeAccessFile(folder, withoutKey('bob'))).rejects.toThrow('there is no key called bob')
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(readdirSync(folder)).toEqual(['access.json', 'access.lock'])
  })

  it.each([
    ['empty', ''],
    ['cut off', '{"version": 1, "enabled": true, "keys": ['],
    ['of a newer version', '{"version": 2, "enabled": false, "keyless_rate": 1, "keys": []}'],
    ['without a rate', '{"version": 1, "enabled": true, "keys": []}'],
    ['with a rate of zero', '{"version": 1, "enabled": true, "keyless_rate": 0, "keys": []}'],
    ['too long', `{"version": 1${' '.repeat(9 * 1024 * 1024)}}`],
  ])('is not changed, and causes an error, if it is %s', async (_, text) => {
    writeFileSync(path, text)
    const spoilt = expect.objectContaining({
      code: 'access',
      message: expect.stringContaining('access.json cannot be used: '),
      hint: 'repair it, or delete it to begin without keys',
    })
    expect(() => readAccessFile(folder)).toThrow(spoilt)
    expect(() => readAccessFile(folder)).toThrow(GatewayError)
    await expect(addKey('alice')).rejects.toEqual(spoilt)
    const setup: AccessSetup = {
      dataDir: folder,
      forced: false,
      log: pino({ level: 'silent' }),
    }
    expect(() => openAccess(setup)).toThrow(spoilt)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  it('is changed only when its lock is free', async () => {
    const lock = lockFile(join(folder, 'access.lock'))
    const adding = addKey('alice')
    // The file must not be written while the lock is held. The lock is tried about ten times.
    await sleep(100)
    expect(existsSync(path)).toBe(false)
    lock.release()
    await adding
    expect(readdirSync(folder)).toEqual(['access.json', 'access.lock'])
  })

  it('is changed by one process at a time', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `key-${i}`)
    await Promise.all(names.map((name) => addKey(name)))
    expect(
      readAccessFile(folder)
        .keys.map(({ name }) => name)
        .sort(),
    ).toEqual(names.sort())
  })
})

describe('openAccess', () => {
  function open({ network = 'devnet', ...setup }: Partial<AccessSetup> & { readonly network?: string } = {}) {
    const errors: string[] = []
    const log = pino({ level: 'error' }, { write: (line) => errors.push(line) })
    const access = openAccess({
      dataDir: folder,
      forced: false,
      log,
      checkIntervalMs: CHECK_INTERVAL_MS,
      ...setup,
    })
    return { store: access.of(network), errors, [Symbol.dispose]: () => access[Symbol.dispose]() }
  }

  it('adopts the changes of other processes', async () => {
    using access = open()
    await changeAccessFile(folder, withSettings({ enabled: true, keyless_rate: null }))
    await vi.waitFor(() => expect(access.store.rules().enabled).toBe(true))
    expect(access.store.rules()).toEqual({ enabled: true, keylessRate: null })
    const key = await addKey('alice', { rate: 3, networks: ['mainnet'] })
    await vi.waitFor(() => expect(access.store.find(key) !== undefined).toBe(true))
    expect(access.store.find(key)).toMatchObject({ rate: 3, hereAllowed: false })
    await changeAccessFile(folder, withoutKey('alice'))
    await vi.waitFor(() => expect(access.store.find(key) === undefined).toBe(true))
  })

  it('accepts a new key at once, and does not read the file for every wrong key', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    try {
      using access = open({ checkIntervalMs: 1_000_000 })
      const first = await addKey('first')
      expect(access.store.find(first)).toMatchObject({ rate: null, hereAllowed: true })
      const wrong = '0'.repeat(64)
      for (let i = 0; i < 1_000; i++) expect(access.store.find(wrong)).toBeUndefined()
      // During a flood of wrong keys a new key is accepted after the next read of the file.
      const second = await addKey('second')
      expect(access.store.find(second)).toBeUndefined()
      vi.advanceTimersByTime(150)
      expect(access.store.find(second)).toBeDefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it.each([
    ['spoilt', () => writeFileSync(path, '{')],
    ['gone', () => rmSync(path)],
  ])('keeps the last rules when the file is %s, and logs one error', async (_, spoil) => {
    await changeAccessFile(folder, withSettings({ enabled: true }))
    const key = await addKey('alice')
    vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
    try {
      using access = open()
      spoil()
      expect(access.errors).toEqual([])
      vi.advanceTimersByTime(10 * CHECK_INTERVAL_MS)
      expect(access.errors).toHaveLength(1)
      expect(access.store.rules().enabled).toBe(true)
      expect(access.store.find(key)).toBeDefined()
      expect(access.store.find('0'.repeat(64))).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  it('rejects a change that cannot be written, and keeps the rules', async () => {
    using access = open()
    writeFileSync(path, '{')
    await expect(access.store.change({ enabled: true })).rejects.toMatchObject({
      name: 'ApiError',
      status: 500,
      message: expect.stringContaining('cannot be used'),
    })
    expect(access.store.rules().enabled).toBe(false)
  })
})
