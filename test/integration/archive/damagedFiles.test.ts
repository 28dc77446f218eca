import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { verifyIndex } from '../../../src-main/indexer/transfer/verifyIndex.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { ask, indexedToHead, indexUntil, step } from '../indexer/indexGateway.ts'

describe('the files of an index that a gateway has open', () => {
  let home: string
  let gateway: Gateway | undefined
  let index: string
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tonscope-damaged-'))
    index = join(home, 'devnet', 'index')
    await start()
    await step(url(), 5)
    await ask(url(), `${DEVNET_PREFIX}/keyblock`, {})
    await step(url(), 3)
    await indexedToHead(url())
    await stop()
  }, 60_000)
  afterEach(stop)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  const url = () => gateway?.url ?? ''
  async function start(): Promise<void> {
    const devnet = { seed: 'damaged files', scenario: false, blockInterval: 0 }
    gateway = await startGateway({ port: 0, dataDir: home, log: pino({ level: 'silent' }), devnet })
  }
  async function stop(): Promise<void> {
    await gateway?.close()
    gateway = undefined
  }
  const problems = async () => (await gateway?.health())?.problems ?? []
  /** Waits until the index has every block, contract and action, and no file of it is damaged. */
  async function healed(): Promise<void> {
    await step(url(), 2)
    await indexedToHead(url())
    const verified = () => verifyIndex({ dir: index }).catch((error: Error) => error.message)
    await expect
      .poll(verified, { timeout: 30_000, interval: 200 })
      .toMatchObject({ differences: [], unreadable: [] })
    await indexUntil(
      url(),
      ({ detection, classification, integrity }) =>
        detection.pending === 0 && classification.pending === 0 && integrity?.archive_damage.length === 0,
    )
    expect(await problems()).toEqual([])
    const actions = await fetch(`${url()}/api/v3/actions?limit=5`)
    expect(actions.status).toBe(200)
  }
  /** Changes three bytes of the file of a masterchain block. */
  function damageBlock(where: string): void {
    const connection = openReader(databaseFile(index))
    const place = connection
      .prepare<[], { place: number; length: number }>(
        `SELECT place, length FROM archived JOIN blocks ON id = block WHERE workchain = -1 AND ${where}
        ORDER BY seqno DESC LIMIT 1`,
      )
      .get()
    connection.close()
    const { place: at = 0, length = 0 } = place ?? {}
    changeBytes(join(archiveFolder(index), '00001.blocks'), at + 44 + (length >> 1))
  }
  function changeBytes(file: string, at: number): void {
    const bytes = readFileSync(file)
    for (const i of [0, 1, 2]) bytes.writeUInt8(bytes.readUInt8(at + i) ^ 0x5a, at + i)
    writeFileSync(file, bytes)
  }
  const keptFile = () => {
    const name = readdirSync(archiveFolder(index)).find((one) => /^-1\..*\.0\..*\.boc$/.test(one)) ?? ''
    return join(archiveFolder(index), name)
  }

  it('lets detection and actions go on when the newest key block is damaged, and repairs it', async () => {
    damageBlock('bits & 32 <> 0')
    expect((await verifyIndex({ dir: index })).unreadable).not.toEqual([])
    await start()
    await healed()
  })

  it('has the last block of the devnet in its archive after the gateway was closed', async () => {
    await start()
    const { seqno } = await step(url(), 1)
    await stop()
    const connection = openReader(databaseFile(index))
    const archived = connection
      .prepare('SELECT max(seqno) FROM archived JOIN blocks ON id = block WHERE workchain = -1')
      .pluck()
      .get()
    connection.close()
    expect(archived).toBe(seqno)
  })

  it.each([
    ['the database', () => rmSync(databaseFile(index))],
    ['the log of the database', () => rmSync(`${databaseFile(index)}-wal`)],
    ['the shared memory of the database', () => rmSync(`${databaseFile(index)}-shm`)],
    ['the lock', () => rmSync(join(index, 'index.lock'))],
    ['a file of blocks', () => rmSync(join(archiveFolder(index), '00001.blocks'))],
    ['the zero states', () => rmSync(keptFile())],
    ['the archive', () => rmSync(archiveFolder(index), { recursive: true })],
    ['the whole folder', () => rmSync(index, { recursive: true })],
    ['the folder, moved away', () => renameSync(index, join(home, `moved-${Date.now()}`))],
  ])('notices that %s is deleted, and makes it again', async (_name, remove) => {
    await start()
    await step(url(), 1)
    await indexedToHead(url())
    remove()
    await healed()
    expect(existsSync(databaseFile(index))).toBe(true)
    expect(await problems()).toEqual([])
  })
})
