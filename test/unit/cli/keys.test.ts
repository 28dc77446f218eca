import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keysCommand } from '../../../src-main/cli/keys.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'
import { readAccessFile } from '../../../src-main/gateway/accessFile.ts'

describe('tonscope keys', () => {
  let folder: string
  let printed: string[]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-keys-'))
    printed = []
    vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(folder, { recursive: true, force: true })
  })
  const keys = (...args: string[]) => keysCommand([...args, '--data-dir', folder])

  it('makes a key, prints it alone and once, and lists it without', async () => {
    expect(await keys('add', 'ci', '--rate', '2.5', '--network', 'devnet', '--network', 'testnet')).toBe(0)
    const [key = ''] = printed.splice(0)
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    await keys('list', '--json')
    const made = {
      name: 'ci',
      hint: key.slice(0, 6),
      rate: 2.5,
      networks: ['devnet', 'testnet'],
      created_at: expect.any(Number),
    }
    expect(JSON.parse(printed[0] ?? '')).toEqual({ enabled: false, keyless_rate: 1, keys: [made] })
    await keys('list')
    expect(printed[1]?.split('\n')).toEqual([
      'access control: off',
      'without a key: 1/s from one address',
      '',
      'name  begins with  rate   networks         created',
      expect.stringMatching(
        new RegExp(`^ci    ${key.slice(0, 6)}       2\\.5/s  devnet, testnet  \\d{4}-\\d\\d-\\d\\d$`),
      ),
    ])
    expect(printed.join()).not.toContain(key)
  })

  it('switches, limits and revokes', async () => {
    await keys('add', 'ci')
    await keys('on')
    await keys('keyless', 'none')
    expect(readAccessFile(folder)).toMatchObject({
      enabled: true,
      keyless_rate: null,
      keys: [{ name: 'ci' }],
    })
    await keys('keyless', '0.5')
    await keys('off')
    await keys('revoke', 'ci')
    expect(readAccessFile(folder)).toEqual({ version: 1, enabled: false, keyless_rate: 0.5, keys: [] })
    expect(printed.slice(1)).toEqual([
      'access control: on',
      'without a key: any rate',
      'without a key: 0.5/s from one address',
      'access control: off',
      'ci is revoked',
    ])
  })

  it.each([
    [[], 'keys takes add, list, revoke, on, off, keyless'],
    [['constructor'], 'keys takes add'],
    [['add'], 'keys add needs a name'],
    [['add', 'a', 'b'], "keys add does not take 'b'"],
    [['on', 'now'], "keys on does not take 'now'"],
    [['add', 'A b'], 'name: a name has lower-case letters'],
    [['add', 'a', '--rate', '-1'], '--rate takes requests per second, not -1'],
    [['add', 'a', '--rate', '1e3'], '--rate takes requests per second, not 1e3'],
    [['add', 'a', '--rate', '0'], 'rate must be at least 0.01'],
    [['add', 'a', '--network', ''], "there is no network or file called ''"],
    [['add', 'a', '--network', 'moon'], "there is no network or file called 'moon'"],
    [['list', '--rate', '1'], 'keys list takes no --rate'],
    [['keyless'], 'keys keyless needs a rate or none'],
    [['keyless', 'many'], 'keys keyless takes requests per second, not many'],
  ])('%j is refused as wrong use', async (args, message) => {
    const failure = keys(...args)
    await expect(failure).rejects.toThrow(UsageError)
    await expect(failure).rejects.toThrow(message)
    expect(readAccessFile(folder).keys).toEqual([])
  })

  it('does not touch a file that it cannot understand', async () => {
    await writeFile(join(folder, 'access.json'), 'mine')
    await expect(keys('list')).rejects.toThrow('access.json cannot be used')
    await expect(keys('add', 'a')).rejects.toThrow('access.json cannot be used')
  })
})
