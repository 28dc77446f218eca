import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { BlockRecord } from '../../../src-main/devnet/chain/blockRecord.ts'
import { type FoundFrame, readFrames } from '../../../src-main/devnet/chain/frameLog.ts'
import { loadStepRecord } from '../../../src-main/devnet/chain/stepRecord.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { TestWallet } from '../devnet/wallet.ts'

const SEED = 'recovery'
const BLOCKS = 6
const DEADLINE_MS = 60_000

type Json = Readonly<Record<string, unknown>>
type Recover = 'archive' | 'reset' | 'read-only'

let root: string
let dataDir: string
let gateway: Gateway | undefined
let notices: string[]
/** What the intact devnet answers. */
let honest: Json
let head: number

const chain = (name: string) => join(dataDir, 'devnet', 'chain', name)
const wallet = TestWallet.giver(devnetKeys(SEED).giver)

async function start(recover?: Recover): Promise<void> {
  notices = []
  const devnet = { seed: SEED, scenario: false, blockInterval: 0, ...(recover && { recover }) }
  gateway = await startGateway({
    port: 0,
    dataDir,
    index: 'follow',
    log: pino({ level: 'silent' }),
    devnet,
    onNotice: (line) => notices.push(line),
  })
}

async function stop(): Promise<void> {
  await gateway?.close()
  gateway = undefined
}

async function fetchJson(path: string, body?: object): Promise<Json> {
  const response = await fetch(`${gateway?.url}${path}`, {
    signal: AbortSignal.timeout(DEADLINE_MS),
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  return { status: response.status, ...((await response.json()) as Json) }
}

/** The chain up to a block, by v2. */
async function answers(last: number): Promise<Json> {
  const found: Record<string, unknown> = {}
  for (let seqno = 1; seqno <= last; seqno++) {
    const place = `workchain=-1&shard=-9223372036854775808&seqno=${seqno}`
    for (const question of [
      `getBlockHeader?${place}`,
      `shards?seqno=${seqno}`,
      `getBlockTransactions?${place}`,
    ]) {
      const { '@extra': _, ...answer } = await fetchJson(`/api/v2/${question}`)
      found[question] = JSON.stringify(answer).replaceAll(/"@extra":"[^"]*"/g, '')
    }
  }
  return found
}

async function newest(): Promise<number> {
  const { result } = (await fetchJson('/api/v2/getMasterchainInfo')) as {
    result: { last: { seqno: number } }
  }
  return result.last.seqno
}

async function indexed(seqno: number): Promise<void> {
  const blocks = async () => (await fetchJson(`/api/v3/blocks?workchain=-1&seqno=${seqno}`)).blocks
  await vi.waitFor(async () => expect(await blocks()).toHaveLength(1), { timeout: DEADLINE_MS, interval: 50 })
}

/** The index's files, without SQLite's shared memory. */
function indexFiles(): Json {
  const dir = join(dataDir, 'devnet', 'index')
  return Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(db|sqlite|blocks|boc)$/.test(entry.name))
      .map(({ parentPath, name }) => [
        join(parentPath, name),
        readFileSync(join(parentPath, name)).toString('base64'),
      ]),
  )
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'devnet-recovery-'))
  dataDir = join(root, 'whole')
  await start()
  const gift = { address: wallet.address.toRawString(), amount: '1000' }
  await fetchJson(`${DEVNET_PREFIX}/faucet`, gift)
  await fetchJson(`${DEVNET_PREFIX}/step`, { blocks: BLOCKS })
  head = await newest()
  honest = await answers(head)
  await indexed(head)
  await stop()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(() => {
  cpSync(join(root, 'whole'), join(root, 'copy'), { recursive: true })
  dataDir = join(root, 'copy')
})
afterEach(async () => {
  await stop()
  rmSync(join(root, 'copy'), { recursive: true, force: true })
})

/** The size of a chain's file after two thirds of it. */
const part = (name: string) => Math.floor((statSync(chain(name)).size * 2) / 3)

describe('a devnet that has lost blocks which its index has', () => {
  it('is refused with the choices, keeps the index, and is restored from its archive', async () => {
    truncateSync(chain('blocks'), part('blocks'))
    const index = indexFiles()
    expect(Object.keys(index).length).toBeGreaterThan(1)
    await expect(start()).rejects.toThrow(
      /blocks are missing.*--devnet-recover archive.*--devnet-recover read-only.*--devnet-recover reset/,
    )
    expect(indexFiles()).toEqual(index)
    await start('archive')
    expect(notices).toEqual([
      expect.stringMatching(new RegExp(`restored up to block ${head}, \\d+ blocks of it`)),
    ])
    expect(await newest()).toBe(head)
    expect(await answers(head)).toEqual(honest)
    await indexed(head)
    expect(await fetchJson(`${DEVNET_PREFIX}/step`, {})).toMatchObject({
      ok: true,
      result: { seqno: head + 1 },
    })
    await indexed(head + 1)
    expect(await fetchJson('/healthz')).toMatchObject({ status: 'ok', problems: [] })
  })

  it('is restored after a power cut that left zeros in its files and no steps', async () => {
    const { length } = readFileSync(chain('blocks'))
    writeFileSync(
      chain('blocks'),
      Buffer.concat([readFileSync(chain('blocks')).subarray(0, 4096), Buffer.alloc(length - 4096)]),
    )
    truncateSync(chain('steps'), 0)
    await expect(start()).rejects.toThrow(/the last good block is 0/)
    await expect(start('read-only')).rejects.toThrow(/no block is intact .* choose archive or reset/)
    await start('archive')
    expect(await newest()).toBe(head)
    expect(await answers(head)).toEqual(honest)
  })

  it('is restored where single bytes of its blocks, its genesis and its head are damaged', async () => {
    const blocks = readFileSync(chain('blocks'))
    blocks.writeUInt8(blocks.readUInt8(part('blocks')) ^ 4, part('blocks'))
    writeFileSync(chain('blocks'), blocks)
    const genesis = readFileSync(chain('genesis'))
    genesis.writeUInt8(genesis.readUInt8(500) ^ 4, 500)
    writeFileSync(chain('genesis'), genesis)
    truncateSync(chain('head'), 3)
    await expect(start()).rejects.toThrow(/genesis: .*damaged.*--devnet-recover/)
    await start('archive')
    expect(await newest()).toBe(head)
    expect(await answers(head)).toEqual(honest)
  })

  /** Cuts the chain's files at a step, as a power cut leaves them if none of the newest writes reached the disk. */
  function loseNewestBlocks(): number {
    const kept = [...readFrames(readFileSync(chain('steps')), 'steps')].slice(0, -3)
    const last = kept.at(-1) as FoundFrame
    truncateSync(chain('steps'), last.span.offset + last.span.length)
    const block = new BlockRecord(loadStepRecord(last.payload).blocks.at(-1)?.record as Buffer)
    truncateSync(chain('blocks'), block.span.offset + block.span.length)
    rmSync(chain('head'))
    return block.seqno
  }

  it('is refused after a power cut that took the newest blocks and every trace of them but the index', async () => {
    const last = loseNewestBlocks()
    const index = indexFiles()
    await expect(start()).rejects.toThrow(
      new RegExp(`the last block is ${last}, the index has blocks up to ${head}.*--devnet-recover archive`),
    )
    expect(indexFiles()).toEqual(index)
    await start('archive')
    expect(await newest()).toBe(head)
    expect(await answers(head)).toEqual(honest)
    await indexed(head)
  })

  it('starts a new index if a restore was interrupted after the chain was replaced', async () => {
    const last = loseNewestBlocks()
    const marker = join(dataDir, 'devnet', 'replaced')
    writeFileSync(marker, '')
    await start()
    expect(await newest()).toBe(last)
    await indexed(last)
    expect((await fetchJson(`/api/v3/blocks?workchain=-1&seqno=${head}`)).blocks ?? []).toEqual([])
    expect(existsSync(marker)).toBe(false)
  })

  it('is served read-only up to the last good block, and its index with it', async () => {
    truncateSync(chain('blocks'), part('blocks'))
    const size = statSync(chain('steps')).size
    await start('read-only')
    const last = await newest()
    expect(last).toBeGreaterThan(2)
    expect(last).toBeLessThan(head)
    const served = await answers(last)
    expect(served).toEqual(
      Object.fromEntries(Object.keys(served).map((question) => [question, honest[question]])),
    )
    expect(await fetchJson('/healthz')).toMatchObject({
      status: 'degraded',
      problems: expect.arrayContaining([expect.stringMatching(/open read-only .*the last good block is/)]),
    })
    expect(await fetchJson(`${DEVNET_PREFIX}/step`, {})).toMatchObject({
      status: 409,
      error: expect.stringMatching(/open read-only/),
    })
    const message = wallet.message([{ to: wallet.address, amount: 5n }], { now: 2_000_000_000, seqno: 1 })
    expect(await fetchJson('/api/v2/sendBoc', { boc: message.toString('base64') })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/open read-only/),
    })
    expect(await fetchJson(`/api/v3/blocks?workchain=-1&seqno=${head}`)).toMatchObject({
      blocks: [{ seqno: head }],
    })
    await stop()
    expect(statSync(chain('steps')).size).toBe(size)
    await start('archive')
    expect(await answers(head)).toEqual(honest)
  })

  it('names a block that is damaged while it runs, and is degraded', async () => {
    await start()
    const blocks = readFileSync(chain('blocks'))
    for (let at = 0; at < part('blocks'); at += 50) blocks.writeUInt8(blocks.readUInt8(at) ^ 1, at)
    writeFileSync(chain('blocks'), blocks)
    const refused = await fetchJson('/api/v2/getBlockHeader?workchain=0&shard=-9223372036854775808&seqno=3')
    expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(/blocks: block .* is damaged/) })
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(await fetchJson('/healthz')).toMatchObject({
      status: 'degraded',
      problems: [expect.stringMatching(/is damaged; start with --devnet-recover archive/)],
    })
  })

  it('starts a new chain after a reset, and only if it is damaged', async () => {
    await start('reset')
    expect(await newest()).toBe(head)
    await stop()
    truncateSync(chain('steps'), part('steps'))
    await start('reset')
    expect(notices).toEqual([expect.stringMatching(/begins a new chain/)])
    expect(await newest()).toBeLessThan(head)
    expect(await fetchJson(`${DEVNET_PREFIX}/step`, {})).toMatchObject({ ok: true })
  })
})
