import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  DEVNET_PREFIX,
  devnetStatus,
  type FaucetAnswer,
  type HeadAnswer,
  type KeyBlockAnswer,
  keyBlockAnswer,
} from '#shared/schema/devnet.ts'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'

const ALICE = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const BOB = `0:${'b0'.repeat(32)}`

const NONSENSE: readonly (readonly [string, object | string, RegExp])[] = [
  ['faucet', {}, /^Error: 422: address is missing$/],
  ['faucet', { address: 'invalid' }, /^Error: 422: /],
  [
    'faucet',
    { address: ALICE, amount: '1.5' },
    /^Error: 422: amount: an amount is a whole number of nanoton/,
  ],
  ['faucet', { address: ALICE, amount: '0' }, /^Error: 422: /],
  ['faucet', { address: ALICE, amount: '9'.repeat(30) }, /^Error: 422: /],
  ['step', { blocks: 0 }, /^Error: 422: blocks must be at least 1$/],
  ['step', { block: 1 }, /^Error: 422: /],
  ['step', '{', /^Error: 422: JSON parse error/],
  ['keyblock', { param: 13 }, /^Error: 422: /],
  ['time', { to: 1 }, /^Error: 422: /],
  ['time', { forward: 1, to: 2 }, /^Error: 422: /],
  ['settings', { shards: 3 }, /^Error: 422: shards must be one of 1, 2, 4, 8, 16$/],
  ['save', { name: '../x' }, /^Error: 422: name: a name has lower-case letters/],
  ['restore', { name: 'never' }, /^Error: 404: /],
  ['forget', { name: 'never' }, /^Error: 404: /],
  ['reset', { name: 'x' }, /^Error: 422: /],
]

/** The gateway on its own network, as its clients see it. */
describe('a gateway with a devnet', () => {
  let dataDir: string
  let running: Gateway[] = []
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-devnet-'))
  })
  afterEach(async () => {
    await Promise.all(running.map((gateway) => gateway.close()))
    running = []
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Starts a gateway on a bare chain that makes blocks on demand only. */
  const open = (settings: GatewaySettings) =>
    startGateway({
      port: 0,
      log: pino({ level: 'silent' }),
      devnet: { scenario: false, blockInterval: 0 },
      ...settings,
    })

  /** Starts a gateway on the test's folder. */
  async function start(settings: GatewaySettings = {}): Promise<Gateway> {
    const gateway = await open({ dataDir, ...settings })
    running.push(gateway)
    return gateway
  }

  async function ask<T>({ url }: Gateway, path: string, init: RequestInit = {}): Promise<T> {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(60_000), ...init })
    const answer = (await response.json()) as { ok: boolean; result: T; error: string }
    if (!answer.ok) throw new Error(`${response.status}: ${answer.error}`)
    return answer.result
  }

  function command<T>(gateway: Gateway, name: string, body: object | string = {}): Promise<T> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return ask(gateway, `${DEVNET_PREFIX}/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
  }

  const balanceOf = (gateway: Gateway, address: string) =>
    ask<string>(gateway, `/api/v2/getAddressBalance?address=${address}`)
  /** Returns ALICE's balance in TON without some nanoton of storage fees. */
  const coinsOf = async (gateway: Gateway) => Math.round(Number(await balanceOf(gateway, ALICE)) / 1e6) / 1e3
  const headOf = async (gateway: Gateway) =>
    (await ask<{ last: { seqno: number } }>(gateway, '/api/v2/getMasterchainInfo')).last.seqno

  describe('that makes blocks on demand', () => {
    let sharedDir: string
    let gateway: Gateway
    beforeAll(async () => {
      sharedDir = await mkdtemp(join(tmpdir(), 'tonscope-devnet-'))
      gateway = await open({ dataDir: sharedDir })
    })
    afterAll(async () => {
      await gateway?.close()
      await rm(sharedDir, { recursive: true, force: true })
    })

    it('is the default, and reports its name', async () => {
      expect(gateway.network).toBe('devnet')
      expect(gateway.status().network).toMatchObject({ name: 'devnet', kind: 'devnet' })
      const status = await ask(gateway, DEVNET_PREFIX)
      expect(devnetStatus.parse(status)).toEqual(status)
      const config = JSON.parse(await readFile(gateway.globalConfigFile as string, 'utf8'))
      expect(config.liteservers).toHaveLength(1)
      expect(config.validator.init_block.seqno).toBe(1)
    })

    it('sends coins that the API shows', async () => {
      const before = await headOf(gateway)
      const gift = await command<FaucetAnswer>(gateway, 'faucet', { address: BOB, amount: '2500000000' })
      expect(gift).toMatchObject({ address: BOB, amount: '2500000000' })
      expect(gift.seqno).toBeGreaterThan(before)
      expect(await balanceOf(gateway, BOB)).toBe('2500000000')
      const [transaction] = await ask<{ in_msg: { hash: string; value: string } }[]>(
        gateway,
        `/api/v2/getTransactions?address=${BOB}&limit=1`,
      )
      expect(transaction?.in_msg).toMatchObject({ hash: gift.message_hash, value: '2500000000' })
    })

    it('makes blocks and moves time as requested', async () => {
      const first = await command<HeadAnswer>(gateway, 'step')
      const third = await command<HeadAnswer>(gateway, 'step', { blocks: 2 })
      expect(third.seqno).toBe(first.seqno + 2)
      const later = await command<HeadAnswer>(gateway, 'time', { forward: 86_400 })
      expect(later.utime).toBeGreaterThanOrEqual(third.utime + 86_400)
      expect(await headOf(gateway)).toBe(later.seqno)
    })

    it('makes a key block and returns its id', async () => {
      const before = await headOf(gateway)
      const { utime, ...id } = await command<KeyBlockAnswer>(gateway, 'keyblock')
      expect(keyBlockAnswer.parse({ utime, ...id })).toEqual({ utime, ...id })
      expect(id.seqno).toBe(before + 1)
      const header = await ask(
        gateway,
        `/api/v2/getBlockHeader?workchain=-1&shard=${id.shard}&seqno=${id.seqno}`,
      )
      expect(header).toMatchObject({ id, is_key_block: true, gen_utime: utime })
    })

    it('goes back to a snapshot and to the start, with its API', async () => {
      await command(gateway, 'faucet', { address: ALICE, amount: '1000000000' })
      const saved = await command<{ name: string; seqno: number }>(gateway, 'save', { name: 'first-gift' })
      await command(gateway, 'faucet', { address: ALICE, amount: '1000000000' })
      expect(await coinsOf(gateway)).toBe(2)

      const restored = await command<HeadAnswer>(gateway, 'restore', { name: 'first-gift' })
      expect(restored.seqno).toBe(saved.seqno)
      expect(await balanceOf(gateway, ALICE)).toBe('1000000000')
      await command(gateway, 'faucet', { address: ALICE, amount: '500000000' })
      expect(await coinsOf(gateway)).toBe(1.5)

      await command(gateway, 'reset')
      expect(await balanceOf(gateway, ALICE)).toBe('0')
      await command(gateway, 'faucet', { address: ALICE, amount: '1' })
      expect(await balanceOf(gateway, ALICE)).toBe('1')
      const config = JSON.parse(await readFile(gateway.globalConfigFile as string, 'utf8'))
      const zeroState = Buffer.from(config.validator.zero_state.root_hash, 'base64').toString('base64')
      expect(gateway.status().network.id).toBe(zeroState)
    })

    it('refuses invalid commands and changes nothing', async () => {
      const before = await headOf(gateway)
      for (const [name, body, error] of NONSENSE) {
        expect(await command(gateway, name, body).catch(String), `${name} ${JSON.stringify(body)}`).toMatch(
          error,
        )
      }
      expect(await headOf(gateway)).toBe(before)
    })
  })

  it('lists the contracts of the scenario by name, kind and address, the same after a restart', async () => {
    const scenario = { seed: 'names', blockInterval: 0, traffic: false }
    const gateway = await start({ devnet: scenario })
    const status = devnetStatus.parse(await ask(gateway, DEVNET_PREFIX))
    const kinds = new Map(status.scenario.map(({ name, kind }) => [name, kind]))
    expect(Object.fromEntries(kinds)).toMatchObject({
      alice: 'wallet v4r2',
      bob: 'wallet v5r1',
      'Paper Crane (USDP)': 'jetton master',
      'Birds of the Roof': 'NFT collection',
      'Swift #0': 'NFT item',
      'sale of Goldfinch #2': 'NFT sale',
      'alice.ton': 'domain',
      'Workshop purse (2 of 3)': 'multisig v2',
      "Erin's vesting": 'vesting wallet',
      'Crane Pond share (TON-USDP)': 'pool',
      'Hostile jetton': 'jetton master',
    })
    const expectActive = async ({ name, address }: { readonly name: string; readonly address: string }) => {
      expect(address, name).toMatch(/^(0|-1):[0-9a-f]{64}$/)
      if (name === 'closed workshop') return
      const path = `/api/v2/getAddressInformation?address=${address}`
      expect((await ask<{ state: string }>(gateway, path)).state, name).toBe('active')
    }
    await Promise.all(status.scenario.map(expectActive))
    await gateway.close()
    running = []
    const again = await start({ devnet: scenario })
    expect(devnetStatus.parse(await ask(again, DEVNET_PREFIX)).scenario).toEqual(status.scenario)
  })

  it('continues after a restart', async () => {
    const first = await start()
    await command(first, 'faucet', { address: ALICE, amount: '7000000000' })
    await command(first, 'settings', { block_interval: 0, traffic: false })
    const seqno = await headOf(first)
    await first.close()
    const second = await start({ devnet: {} })
    expect(await headOf(second)).toBeGreaterThanOrEqual(seqno)
    expect(await balanceOf(second, ALICE)).toBe('7000000000')
  })

  it('refuses devnet options on another network', async () => {
    await expect(start({ network: 'sample' })).rejects.toMatchObject({
      code: 'devnet',
      message: 'sample is not a devnet: devnet options do not apply to it',
    })
  })
})
