import {
  cpSync,
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
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { verifyIndex } from '../../../src-main/indexer/transfer/verifyIndex.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { databaseFile, openReader } from '../../../src-main/store/openDatabase.ts'
import { ask, indexedToHead, indexUntil, step } from '../indexer/indexGateway.ts'

/** A gateway on a copy of the recorded chain and its index. */
type Damaged = {
  /** The folder of the index. */
  readonly index: string
  /** Starts the gateway. */
  start(): Promise<void>
  stop(): Promise<void>
  /** Makes blocks; resolves with the newest masterchain block's number. */
  step(blocks: number): Promise<number>
  indexed(): Promise<void>
  problems(): Promise<readonly string[]>
  /** Waits until the index has every block, contract and action, and no file of it is damaged. */
  healed(): Promise<void>
}

// Most of the time passes while the gateways wait for their next look at the files.
describe.concurrent('the files of an index that a gateway has open', () => {
  let home: string
  const recorded = () => join(home, 'recorded')
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tonscope-damaged-'))
    const { url, close } = await startOn(recorded())
    await step(url, 5)
    await ask(url, `${DEVNET_PREFIX}/keyblock`, {})
    await step(url, 3)
    await indexedToHead(url)
    await close()
    // Copies that run at the same time need a port each.
    rmSync(join(recorded(), 'devnet', 'liteserver.json'))
  }, 60_000)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  function startOn(dataDir: string): Promise<Gateway> {
    const devnet = { seed: 'damaged files', scenario: false, blockInterval: 0 }
    return startGateway({ port: 0, dataDir, log: pino({ level: 'silent' }), devnet })
  }
  /** Gives a test its own copy of the recorded files. */
  function copyFor({ expect, onTestFinished }: TestContext): Damaged {
    const dataDir = mkdtempSync(join(home, 'copy-'))
    cpSync(recorded(), dataDir, { recursive: true })
    const index = join(dataDir, 'devnet', 'index')
    let gateway: Gateway | undefined
    const url = () => gateway?.url ?? ''
    async function stop(): Promise<void> {
      await gateway?.close()
      gateway = undefined
    }
    onTestFinished(stop)
    const problems = async () => (await gateway?.health())?.problems ?? []
    return {
      index,
      async start() {
        gateway = await startOn(dataDir)
      },
      stop,
      step: async (blocks) => (await step(url(), blocks)).seqno,
      async indexed() {
        await indexedToHead(url())
      },
      problems,
      async healed() {
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
      },
    }
  }

  it('lets detection and actions go on when the newest key block is damaged, and repairs it', async (context) => {
    const { index, start, healed } = copyFor(context)
    damageBlock(index, 'bits & 32 <> 0')
    context.expect((await verifyIndex({ dir: index })).unreadable).not.toEqual([])
    await start()
    await healed()
  })

  it('has the last block of the devnet in its archive after the gateway was closed', async (context) => {
    const { index, ...damaged } = copyFor(context)
    await damaged.start()
    const seqno = await damaged.step(1)
    await damaged.stop()
    const connection = openReader(databaseFile(index))
    const archived = connection
      .prepare('SELECT max(seqno) FROM archived JOIN blocks ON id = block WHERE workchain = -1')
      .pluck()
      .get()
    connection.close()
    context.expect(archived).toBe(seqno)
  })

  it.for<[string, (index: string) => void]>([
    ['the database', (index) => rmSync(databaseFile(index))],
    ['the log of the database', (index) => rmSync(`${databaseFile(index)}-wal`)],
    ['the shared memory of the database', (index) => rmSync(`${databaseFile(index)}-shm`)],
    ['the lock', (index) => rmSync(join(index, 'index.lock'))],
    ['a file of blocks', (index) => rmSync(join(archiveFolder(index), '00001.blocks'))],
    ['the zero states', (index) => rmSync(keptFile(index))],
    ['the archive', (index) => rmSync(archiveFolder(index), { recursive: true })],
    ['the whole folder', (index) => rmSync(index, { recursive: true })],
    ['the folder, moved away', (index) => renameSync(index, join(home, 'moved'))],
  ])('notices that %s is deleted, and makes it again', async ([, remove], context) => {
    const { index, ...damaged } = copyFor(context)
    await damaged.start()
    await damaged.step(1)
    await damaged.indexed()
    remove(index)
    await damaged.healed()
    context.expect(existsSync(databaseFile(index))).toBe(true)
    context.expect(await damaged.problems()).toEqual([])
  })
})

/** Changes three bytes of the file of a masterchain block. */
function damageBlock(index: string, where: string): void {
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

function keptFile(index: string): string {
  const name = readdirSync(archiveFolder(index)).find((one) => /^-1\..*\.0\..*\.boc$/.test(one)) ?? ''
  return join(archiveFolder(index), name)
}
