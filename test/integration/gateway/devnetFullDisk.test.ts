import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX, type DevnetStatus, type HeadAnswer } from '#shared/schema/devnet.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { Health } from '../../../src-main/http/routes/healthRoute.ts'
import { TestWallet } from '../devnet/wallet.ts'
import { canMount, mountSmallDisk, NEEDS_MOUNT, unmount } from '../indexer/smallDisk.ts'

const SEED = 'full disk'
const DISK_BYTES = 8 << 20
/** What still fits in the last page of each file. */
const MAX_TRIES = 100
const DEADLINE_MS = 60_000

type Answer<T> = { readonly status: number; readonly ok: boolean; readonly result: T; readonly error: string }

describe.skipIf(!canMount)(`a gateway whose devnet has a full disk (${NEEDS_MOUNT})`, () => {
  let dataDir: string
  let folder: string
  let gateway: Gateway | undefined
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-devnet-disk-'))
    folder = join(dataDir, 'devnet')
    await mkdir(folder)
    expect(mountSmallDisk(folder, DISK_BYTES)).toBe(true)
  })
  afterEach(async () => {
    await stop()
    expect(unmount(folder)).toBe(true)
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(blockInterval: number): Promise<void> {
    const devnet = { seed: SEED, scenario: false, blockInterval }
    gateway = await startGateway({ port: 0, dataDir, index: 'off', log: pino({ level: 'silent' }), devnet })
  }
  async function stop(): Promise<void> {
    await gateway?.close()
    gateway = undefined
  }
  async function fetchJson<T>(path: string, body?: object): Promise<T & { readonly status: number }> {
    const response = await fetch(`${gateway?.url}${path}`, {
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return { ...((await response.json()) as T), status: response.status }
  }
  const step = () => fetchJson<Answer<HeadAnswer>>(`${DEVNET_PREFIX}/step`, {})
  const devnetStatus = async () => (await fetchJson<Answer<DevnetStatus>>(DEVNET_PREFIX)).result
  async function health(): Promise<Pick<Health, 'status' | 'problems'>> {
    const response = await fetch(`${gateway?.url}/healthz`, { signal: AbortSignal.timeout(DEADLINE_MS) })
    expect(response.status).toBe(200)
    const { status, problems } = (await response.json()) as Health
    return { status, problems }
  }
  const fill = () =>
    expect(writeFile(join(folder, 'filler'), Buffer.alloc(2 * DISK_BYTES))).rejects.toThrow(/ENOSPC/)
  const makeRoom = () => rm(join(folder, 'filler'))

  /** Repeats a request until it is refused. */
  async function untilRefused<T>(request: (attempt: number) => Promise<Answer<T>>): Promise<Answer<T>> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const answer = await request(attempt)
      if (!answer.ok) return answer
    }
    throw new Error(`${MAX_TRIES} requests were not refused`)
  }

  it('answers 507 to steps and messages, keeps its blocks, and continues when there is space', async () => {
    await start(0)
    await step()
    await fill()
    const refused = await untilRefused(step)
    expect(refused).toMatchObject({
      status: 507,
      code: 507,
      error: expect.stringMatching(/^no space .*ENOSPC/),
    })
    expect(await health()).toEqual({ status: 'degraded', problems: [refused.error] })
    const { seqno, now } = await devnetStatus()

    const wallet = TestWallet.giver(devnetKeys(SEED).giver)
    const send = (amount: number, seqno = 0) => {
      const message = wallet.message([{ to: wallet.address, amount: BigInt(amount + 1) }], { now, seqno })
      return fetchJson<Answer<unknown>>('/api/v2/sendBoc', { boc: message.toString('base64') })
    }
    let sent = 0
    const lost = await untilRefused(async (attempt) => {
      const answer = await send(attempt)
      if (answer.ok) sent++
      return answer
    })
    expect(lost).toMatchObject({ status: 507, error: expect.stringMatching(/^no space .*ENOSPC/) })
    expect(await devnetStatus()).toMatchObject({ seqno, waiting_messages: sent })

    await makeRoom()
    const made = await step()
    expect(made).toMatchObject({ status: 200, ok: true })
    expect(made.result.seqno).toBeGreaterThan(seqno)
    expect(await health()).toEqual({ status: 'ok', problems: [] })
    // Of the messages that were accepted, the first has used the wallet's seqno.
    expect(await send(sent, Math.min(sent, 1))).toMatchObject({ status: 200, ok: true })

    await stop()
    await start(0)
    expect((await devnetStatus()).seqno).toBeGreaterThanOrEqual(made.result.seqno)
    for (const known of [seqno, made.result.seqno]) {
      const place = `workchain=-1&shard=-9223372036854775808&seqno=${known}`
      expect(await fetchJson(`/api/v2/lookupBlock?${place}`)).toMatchObject({ ok: true })
    }
  })

  it('answers 507 to the faucet, a time jump, a snapshot and a restore, and has nothing of them afterwards', async () => {
    await start(0)
    const post = (command: string, body: object) =>
      fetchJson<Answer<HeadAnswer>>(`${DEVNET_PREFIX}/${command}`, body)
    expect((await post('save', { name: 'early' })).status).toBe(200)
    await step()
    await fill()
    await untilRefused(step)
    const before = await devnetStatus()
    const refused = { status: 507, ok: false, error: expect.stringMatching(/^no space .*ENOSPC/) }
    expect(await post('time', { forward: 86_400 })).toMatchObject(refused)
    expect(await post('save', { name: 'late' })).toMatchObject(refused)
    expect(await post('restore', { name: 'early' })).toMatchObject(refused)
    expect(await post('reset', {})).toMatchObject(refused)
    expect(await post('settings', { shards: 2 })).toMatchObject(refused)
    const gift = { address: TestWallet.giver(devnetKeys(SEED).giver).address.toRawString(), amount: '1' }
    expect(await post('faucet', gift)).toMatchObject(refused)
    const after = await devnetStatus()
    expect({ ...after, waiting_messages: 0 }).toEqual({ ...before, waiting_messages: 0 })
    expect(await readdir(join(folder, 'snapshots'))).toEqual(['early'])
    expect(await readdir(folder)).not.toContain('incoming.tmp')

    await makeRoom()
    const restored = await post('restore', { name: 'early' })
    expect(restored).toMatchObject({ status: 200 })
    expect(restored.result.seqno).toBeLessThan(before.seqno)
    expect(await step()).toMatchObject({ status: 200 })
    expect(await health()).toEqual({ status: 'ok', problems: [] })
  })

  it('makes blocks at its interval again when there is space', async () => {
    await start(1)
    await fill()
    const poll = { timeout: DEADLINE_MS, interval: 100 }
    await expect
      .poll(health, poll)
      .toEqual({ status: 'degraded', problems: [expect.stringMatching(/ENOSPC/)] })
    const { seqno } = await devnetStatus()
    await makeRoom()
    await expect.poll(async () => (await devnetStatus()).seqno, poll).toBeGreaterThan(seqno)
    expect(await health()).toEqual({ status: 'ok', problems: [] })
  })
})
