import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { networksCommand } from '../../../src-main/cli/networks.ts'
import { UsageError } from '../../../src-main/cli/usageError.ts'
import { startDevnet } from '../../../src-main/devnet/runtime/startDevnet.ts'
import { readPublicConfig } from '../../../src-main/gateway/publicConfig.ts'
import { openTrustFile } from '../../../src-main/gateway/trustFile.ts'
import {
  formatGlobalConfig,
  type GlobalConfig,
  type LiteserverAddress,
} from '../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { type OpenSubject, openSubject } from '../liteserver/lies/archiveSubject.ts'
import { type Server, serve } from '../liteserver/lies/lyingServer.ts'

const SAMPLE = fileURLToPath(new URL('../../../src-main/networks/sample/sample.tonscope', import.meta.url))

const SILENT = { info() {}, warn() {} }

let sample: OpenSubject
let server: Server
/** The sample's only key block after its zero state, and a block that is none. */
let keyBlock: BlockIdExt
let plainBlock: BlockIdExt
let folder: string
let builtIn: string
let dataDir: string
let official: string
let printed: string[]
let errors: string[]

beforeAll(async () => {
  sample = await openSubject(SAMPLE)
  server = await serve(sample.honest)
  const { zeroState } = sample.subject
  const network = await openLiteNetwork({ config: { liteservers: [server.address], zeroState } })
  keyBlock = await network.session().masterchainBlock(609)
  plainBlock = await network.session().masterchainBlock(700)
  network.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tonscope-networks-'))
  builtIn = join(folder, 'built-in')
  dataDir = join(folder, 'data')
  official = join(folder, 'official.json')
  await mkdir(builtIn)
  await writeConfig(join(builtIn, 'mainnet.config.json'), {})
  printed = []
  errors = []
  vi.spyOn(console, 'log').mockImplementation((text: string) => void printed.push(text))
  vi.spyOn(console, 'error').mockImplementation((text: string) => void errors.push(text))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})
afterAll(async () => {
  await server.close()
  sample.close()
})

/** A liteserver at an address where nothing listens. */
const absent = (key: number): LiteserverAddress => ({
  host: '127.0.0.1',
  port: 9,
  publicKey: Buffer.alloc(32, key),
})

function writeConfig(file: string, config: Partial<GlobalConfig>): Promise<void> {
  const { zeroState } = sample.subject
  const base = { liteservers: [server.address], zeroState, initBlock: zeroState, hardforks: [] }
  return writeFile(file, formatGlobalConfig({ ...base, ...config }))
}

const update = (...args: readonly string[]) =>
  networksCommand(['update', 'mainnet', '--from', official, '--data-dir', dataDir, ...args], builtIn)

/** What the next start uses, and the warnings about it. */
async function nextStart() {
  const warnings: string[] = []
  const log = { warn: (text: string) => void warnings.push(text) } as Parameters<typeof readPublicConfig>[2]
  return { ...(await readPublicConfig('mainnet', { builtIn, dataDir }, log)), warnings }
}

describe('tonscope networks update', () => {
  it('adds liteservers, each once, and keeps those that the official config leaves out', async () => {
    await writeConfig(official, { liteservers: [absent(2), absent(3), absent(2)] })
    expect(await update()).toBe(0)
    expect(printed).toEqual([
      'mainnet: 2 liteservers added, 3 in all',
      'mainnet: trust starts at key block 0 as before; the official one is 0',
    ])
    const expected = [server.address, absent(2), absent(3)]
    expect((await nextStart()).liteservers).toEqual(expected)
    printed.length = 0
    expect(await update()).toBe(0)
    expect(printed[0]).toBe('mainnet: 0 liteservers added, 3 in all')
    expect((await nextStart()).liteservers).toEqual(expected)
  })

  it('replaces the anchor by a key block that is proved from it', async () => {
    await writeConfig(official, { initBlock: keyBlock })
    expect(await update()).toBe(0)
    expect(printed[1]).toBe('mainnet: trust starts at key block 609, proved from 0')
    expect(await nextStart()).toMatchObject({ initBlock: keyBlock, warnings: [] })
  })

  it.each([
    [
      'has a root hash of no block',
      () => ({ ...keyBlock, rootHash: Buffer.alloc(32, 7) }),
      /is not proved: \S/,
    ],
    [
      'has a file hash of no block',
      () => ({ ...keyBlock, fileHash: Buffer.alloc(32, 7) }),
      /is not proved: \S/,
    ],
    ['is no key block', () => plainBlock, /is not proved: it is no key block$/],
    ['lies beyond the head', () => ({ ...keyBlock, seqno: 5_000 }), /is not proved: \S/],
  ])('keeps the anchor and prints the reason if the official one %s', async (_, anchor, reason) => {
    await writeConfig(official, { initBlock: anchor(), liteservers: [absent(2)] })
    expect(await update()).toBe(1)
    expect(printed[0]).toBe('mainnet: 1 liteserver added, 2 in all')
    expect(printed[1]).toMatch(/^mainnet: trust starts at key block 0 as before; the official one, \d+, /)
    expect(printed[1]).toMatch(reason)
    const { initBlock, liteservers } = await nextStart()
    expect([initBlock, liteservers.length]).toEqual([sample.subject.zeroState, 2])
  })

  it('keeps the anchor when no liteserver answers', async () => {
    await writeConfig(join(builtIn, 'mainnet.config.json'), { liteservers: [absent(4)] })
    await writeConfig(official, { liteservers: [absent(5)], initBlock: keyBlock })
    expect(await update()).toBe(1)
    expect(printed[1]).toContain('the official one, 609, is not proved: no liteserver of 2 is available')
    expect((await nextStart()).initBlock).toEqual(sample.subject.zeroState)
  })

  it('keeps an anchor that is newer than the official one', async () => {
    await writeConfig(join(builtIn, 'mainnet.config.json'), { initBlock: keyBlock })
    await writeConfig(official, {})
    expect(await update()).toBe(0)
    expect((await nextStart()).initBlock).toEqual(keyBlock)
  })

  it('takes nothing from the config of another network', async () => {
    await writeConfig(official, { zeroState: { ...sample.subject.zeroState, rootHash: Buffer.alloc(32, 1) } })
    expect(await update()).toBe(1)
    expect(errors).toEqual(['mainnet: the config is of another network: its zero state is another'])
    await expect(readFile(join(dataDir, 'networks/mainnet.config.json'))).rejects.toThrow('ENOENT')
  })

  it.each([
    ['malformed JSON', '{"liteservers": [', 'is not a global config: global config is not JSON'],
    ['a config without a validator part', '{"liteservers": []}', 'validator is not an object'],
  ])('refuses %s with a clear error', async (_, text, reason) => {
    await writeFile(official, text)
    expect(await update()).toBe(1)
    expect(errors).toEqual([expect.stringContaining(`${official} `)])
    expect(errors[0]).toContain(reason)
  })

  it('keeps the newest proved key block when the anchor before it is replaced', async () => {
    const devnet = await startDevnet({ dir: join(folder, 'devnet'), seed: 'networks', scenario: false })
    try {
      const { host, port, publicKey, zeroState } = devnet.endpoint()
      const served = { liteservers: [{ host, port, publicKey }], zeroState }
      const made = [await devnet.keyBlock(), await devnet.keyBlock(), await devnet.keyBlock()]
      const network = await openLiteNetwork({ config: served })
      const [, middle, newest] = (await Promise.all(
        made.map(({ seqno }) => network.session().masterchainBlock(seqno)),
      )) as [BlockIdExt, BlockIdExt, BlockIdExt]
      network.close()
      const config = { ...served, initBlock: zeroState, hardforks: [] }
      await writeConfig(join(builtIn, 'mainnet.config.json'), config)
      await mkdir(join(dataDir, 'mainnet'), { recursive: true })
      const before = openTrustFile(join(dataDir, 'mainnet'), config, SILENT)
      before.save(newest)
      before.close()

      await writeConfig(official, { ...config, initBlock: middle })
      expect(await update()).toBe(0)
      expect(printed[1]).toBe(`mainnet: trust starts at key block ${middle.seqno}, proved from 0`)
      const after = openTrustFile(join(dataDir, 'mainnet'), { ...config, initBlock: middle }, SILENT)
      expect(await after.load()).toEqual(newest)
    } finally {
      await devnet.close()
    }
  })

  it('refuses other commands and networks', async () => {
    await expect(networksCommand([], builtIn)).rejects.toThrow(UsageError)
    await expect(networksCommand(['update', 'devnet'], builtIn)).rejects.toThrow('takes mainnet or testnet')
    await expect(networksCommand(['update', '--from', official], builtIn)).rejects.toThrow('--from needs')
  })
})

describe('readPublicConfig', () => {
  it('ignores updates that are damaged or of another network, with a line in the log', async () => {
    await mkdir(join(dataDir, 'networks'), { recursive: true })
    const updates = join(dataDir, 'networks/mainnet.config.json')
    await writeFile(updates, '{"liteservers": [')
    expect(await nextStart()).toMatchObject({
      liteservers: [server.address],
      warnings: [expect.stringContaining(`the updates in ${updates} do not count`)],
    })
    await writeConfig(updates, { zeroState: { ...sample.subject.zeroState, rootHash: Buffer.alloc(32, 1) } })
    expect((await nextStart()).warnings).toEqual([expect.stringContaining('it is of another network')])
  })

  it('prefers the anchor of a newer program', async () => {
    await writeConfig(official, { liteservers: [absent(2)] })
    await update()
    await writeConfig(join(builtIn, 'mainnet.config.json'), { initBlock: keyBlock })
    expect(await nextStart()).toMatchObject({ initBlock: keyBlock, liteservers: [server.address, absent(2)] })
  })
})
