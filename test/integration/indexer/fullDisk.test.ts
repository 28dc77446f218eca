import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, it, type TestContext } from 'vitest'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { exportIndex } from '../../../src-main/indexer/transfer/exportIndex.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { checkIndex } from './checkIndex.ts'
import { command, headSeqno, indexedToHead, indexStatus, indexUntil, step } from './indexGateway.ts'
import { canMount, canProtect, mountSmallDisk, NEEDS_MOUNT, unmount, writeProtect } from './smallDisk.ts'

/** Recorded blocks 1 to 800. */
const NETWORK = 'sample'
const DISK_BYTES = 64 << 20
/** Room for the first blocks of them. */
const LEFT_BYTES = 2 << 20
/** Room for a devnet without scenario. */
const START_DISK_BYTES = 48 << 20

/** A gateway whose index is in a folder of its own. */
type OwnIndex = {
  readonly folder: string
  /** Starts the gateway; resolves with its URL. */
  start(index: 'follow' | 'off'): Promise<string>
  stop(): Promise<void>
}

// Most of the time passes until the indexes look for space again, so that all of these wait together.
describe.concurrent('the folder of an index', () => {
  async function ownIndex({ onTestFinished }: TestContext): Promise<OwnIndex> {
    const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-disk-'))
    const folder = join(dataDir, NETWORK, 'index')
    let gateway: Gateway | undefined
    async function stop(): Promise<void> {
      await gateway?.close()
      gateway = undefined
    }
    onTestFinished(async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    await mkdir(folder, { recursive: true })
    return {
      folder,
      stop,
      async start(index) {
        const log = pino({ level: 'silent' })
        gateway = await startGateway({ network: NETWORK, index, port: 0, dataDir, log })
        return gateway.url
      },
    }
  }

  async function backfill(url: string, from: number, to: number): Promise<void> {
    await command(url, 'backfill', { from, to })
    await indexUntil(url, ({ jobs }) => jobs.every(({ state }) => state === 'done'))
  }
  async function v3(url: string, path: string): Promise<{ status: number; coverage: string; body: unknown }> {
    const response = await fetch(`${url}/api/v3/${path}`)
    const coverage = response.headers.get('X-Index-Coverage') ?? ''
    return { status: response.status, coverage, body: await response.json() }
  }

  it.skipIf(!canProtect)(`is only read if it cannot be written (${NEEDS_MOUNT})`, async (context) => {
    const { folder, start, stop } = await ownIndex(context)
    const { expect } = context
    const first = await start('off')
    await backfill(first, 1, 60)
    const asked = 'transactions?mc_seqno=50&limit=5'
    const before = await v3(first, asked)
    await stop()
    const unprotect = writeProtect(folder)
    try {
      const url = await start('follow')
      expect(await indexStatus(url)).toMatchObject({
        mode: 'readonly',
        state: 'idle',
        coverage: [{ first: 1, last: 60 }],
      })
      expect(await v3(url, asked)).toEqual(before)
      expect(before).toMatchObject({ status: 200, coverage: '1-60' })
      expect(await headSeqno(url)).toBe(800)
      expect(await v3(url, 'transactionsByMasterchainBlock?seqno=70')).toMatchObject({ status: 503 })
      for (const act of [
        () => command(url, 'backfill', { from: 61, to: 62 }),
        () => command(url, 'settings', { mode: 'follow' }),
      ]) {
        await expect(act()).rejects.toThrow(/^409: this index can only be read/)
      }
    } finally {
      await stop()
      unprotect()
    }
    const again = await start('off')
    await backfill(again, 61, 62)
    expect(await indexStatus(again)).toMatchObject({ mode: 'off', coverage: [{ first: 1, last: 62 }] })
  })

  it.skipIf(!canMount)(
    `can fill the disk: following stops with a reason, and continues when there is space (${NEEDS_MOUNT})`,
    async (context) => {
      const { folder, start, stop } = await ownIndex(context)
      const { expect } = context
      expect(mountSmallDisk(folder, DISK_BYTES)).toBe(true)
      try {
        const filler = join(folder, 'filler')
        await writeFile(filler, Buffer.alloc(DISK_BYTES - LEFT_BYTES))
        const url = await start('follow')
        const full = await indexUntil(url, ({ state }) => state === 'stopped')
        expect(full).toMatchObject({
          mode: 'follow',
          detail: expect.stringMatching(/no space/),
          coverage: [{ first: 1 }],
        })
        const last = full.coverage[0]?.last ?? 0
        expect(last).toBeLessThan(800)
        expect(await headSeqno(url)).toBe(800)
        expect(await v3(url, `transactions?mc_seqno=${last}&limit=1`)).toMatchObject({ status: 200 })
        await rm(filler)
        const { detail, state } = await indexUntil(url, (now) => (now.coverage[0]?.last ?? 0) > last + 20)
        expect([detail, state]).toEqual([null, expect.stringMatching(/^(catching_up|following)$/)])
        await stop()
        checkIndex(databaseFile(folder))
      } finally {
        await stop()
        unmount(folder)
      }
    },
  )

  it.skipIf(!canMount)(`can be on a disk that is full from the start (${NEEDS_MOUNT})`, async (context) => {
    const { folder, start, stop } = await ownIndex(context)
    const { expect } = context
    expect(mountSmallDisk(folder, DISK_BYTES)).toBe(true)
    const filler = join(folder, 'filler')
    const fill = () => expect(writeFile(filler, Buffer.alloc(2 * DISK_BYTES))).rejects.toThrow(/ENOSPC/)
    const full = { state: 'stopped', detail: expect.stringMatching(/no space .*tried again every 10 s/) }
    try {
      await fill()
      const empty = await start('follow')
      expect(await indexStatus(empty)).toMatchObject({ ...full, coverage: [] })
      expect(await headSeqno(empty)).toBe(800)
      expect(await v3(empty, 'masterchainInfo')).toMatchObject({ status: 503 })
      expect(await command(empty, 'resume')).toMatchObject(full)
      await rm(filler)
      expect(await command(empty, 'resume')).toMatchObject({ mode: 'follow', detail: null })
      await indexUntil(empty, ({ coverage }) => (coverage[0]?.last ?? 0) > 20)
      await stop()

      await fill()
      const begun = await start('follow')
      const { coverage } = await indexStatus(begun)
      const last = coverage[0]?.last ?? 0
      expect(await indexStatus(begun)).toMatchObject({ ...full, mode: 'readonly' })
      expect(await v3(begun, `transactions?mc_seqno=${last}&limit=1`)).toMatchObject({ status: 200 })
      await expect(command(begun, 'backfill', { from: 1, to: 2 })).rejects.toThrow(/^503: no space/)
      await rm(filler)
      // By itself.
      await indexUntil(begun, ({ mode, coverage: [range] }) => mode === 'follow' && (range?.last ?? 0) > last)
      await stop()
      checkIndex(databaseFile(folder))
    } finally {
      await stop()
      unmount(folder)
    }
  })
})

describe.concurrent('a gateway that starts while its disk is full', () => {
  it.skipIf(!canMount)(
    `serves what exists, and goes on when there is space (${NEEDS_MOUNT})`,
    async ({ expect, onTestFinished }) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-full-start-'))
      expect(mountSmallDisk(dataDir, START_DISK_BYTES)).toBe(true)
      let gateway: Gateway | undefined
      async function start(): Promise<string> {
        const devnet = { seed: 'full start', scenario: false, blockInterval: 0 }
        gateway = await startGateway({ port: 0, dataDir, log: pino({ level: 'silent' }), devnet })
        return gateway.url
      }
      async function stop(): Promise<void> {
        await gateway?.close()
        gateway = undefined
      }
      const problems = async () => (await gateway?.health())?.problems ?? []
      onTestFinished(async () => {
        await stop()
        expect(unmount(dataDir)).toBe(true)
        await rm(dataDir, { recursive: true })
      })
      let url = await start()
      await step(url, 4)
      const head = await indexedToHead(url)
      await stop()
      const makeRoom = fill(dataDir)
      url = await start()
      const v2 = await fetch(`${url}/api/v2/getMasterchainInfo`)
      expect(v2.status).toBe(200)
      const v3 = await fetch(`${url}/api/v3/transactionsByMasterchainBlock?seqno=${head}&limit=1`)
      expect([v3.status, await v3.text()]).toEqual([200, expect.stringContaining('"transactions":[{')])
      expect((await problems()).join()).toMatch(/no space/)
      const file = join(dataDir, 'exported')
      const index = join(dataDir, 'devnet', 'index')
      await expect(exportIndex({ dir: index, file, network: 'devnet' })).rejects.toMatchObject({
        code: 'disk-full',
      })
      expect(readdirSync(dataDir).filter((name) => name.startsWith('exported'))).toEqual([])
      makeRoom()
      await expect.poll(problems, { timeout: 30_000 }).toEqual([])
    },
  )
})

/** Fills a small disk with files; returns a function that removes them. */
function fill(folder: string): () => void {
  for (let i = 0; ; i++) {
    try {
      writeFileSync(join(folder, `filler-${i}`), Buffer.alloc(4096 << (i % 2 === 0 ? 10 : 0)))
    } catch {
      if (i > 60) break
    }
  }
  const fillers = readdirSync(folder).filter((name) => name.startsWith('filler'))
  return () => {
    for (const name of fillers) rmSync(join(folder, name))
  }
}
