import { Address, beginCell, Cell } from '@ton/core'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { openShardAccounts } from '../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../../src-main/chain/state/shardState.ts'
import { signingKey } from '../../../src-main/devnet/keys.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { type AdnlConnection, connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { mutatedBytes } from '../../fixtures/mutatedBytes.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const PREFIX = 'cannot apply external message to current state : '
const NOT_ACCEPTED = 'External message was not accepted: cannot run message on account: '
const DAY = 86_400

/**
 * Messages that the network would not accept are refused with the reference node's texts, and the state stays as
 * it was.
 */
describe('a rejected message', () => {
  let test: TestDevnet
  let server: AdnlServer
  let connection: AdnlConnection
  let gateway: DevnetGateway
  /** With coins and a contract; with coins only; with a contract that it did not pay the rent for. */
  const wallet = TestWallet.basechain(0)
  const uninit = TestWallet.basechain(1)
  const frozen = new TestWallet(signingKey(Buffer.alloc(32, 77)), -1, 77)

  beforeAll(async () => {
    test = await openTestDevnet('refusals')
    const { devnet, time } = test
    const giver = TestWallet.giver(devnet.keys.giver)
    const give = async (...transfers: Parameters<TestWallet['message']>[0]) => {
      await devnet.send(giver.message(transfers, { now: time.now }))
      giver.seqno++
      for (let steps = 0; steps < 3; steps++) await devnet.step()
    }
    await devnet.step()
    const coins = { amount: 10n ** 10n }
    await give(
      { to: wallet.address, ...coins },
      { to: uninit.address, ...coins },
      { to: frozen.address, amount: 200_000_000n, init: frozen.init },
    )
    await devnet.send(wallet.message([], { now: time.now }))
    wallet.seqno++
    // A contract that never changed would not be frozen, but forgotten.
    await devnet.send(frozen.message([], { now: time.now }))
    await devnet.step()
    time.now += 200 * DAY
    await give({ to: frozen.address, amount: 1n })
    server = await serveDevnet(devnet, { clock: () => time.now })
    connection = await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey })
    gateway = await openDevnetGateway(devnet, server)
  }, 120_000)
  afterAll(async () => {
    await gateway?.close()
    connection?.close()
    await server?.close()
    await test?.close()
  })

  const send = async (body: Buffer) => {
    const { sendMessage } = liteApi
    return sendMessage.decodeResponse(await connection.query(encodeLiteQuery(sendMessage, { body })))
  }

  async function stateOf({ address }: TestWallet): Promise<Cell | undefined> {
    const { store } = test.devnet
    const id = address.workChain === -1 ? store.head() : store.tops()[0]!
    const state = openShardStateUnsplit(await store.state({ id, head: undefined }))
    return openShardAccounts(state.accounts).get(address.hash)?.account
  }

  /** All that a message could change. */
  async function everything(): Promise<unknown> {
    const { store, waitingMessages } = test.devnet
    const accounts = await Promise.all([wallet, uninit, frozen].map(stateOf))
    return [store.head(), store.tops(), waitingMessages, accounts.map((cell) => cell?.hash())]
  }

  async function refusalOf(body: Buffer): Promise<{ code: number; message: string }> {
    const before = await everything()
    const error = await send(body).then(
      () => new Error('it was taken'),
      (reason) => reason,
    )
    expect(await everything()).toEqual(before)
    return { code: error.code, message: error.message }
  }

  /** An external message to an account. */
  function messageTo(to: Address, body = Cell.EMPTY): Buffer {
    const message = beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(to).storeCoins(0)
    return serializeBoc(message.storeBit(0).storeBit(1).storeRef(body).endCell())
  }

  const id = ({ hash }: Address) => hash.toString('hex').toUpperCase()
  const now = () => test.time.now

  const CASES: Readonly<Record<string, () => { body: Buffer; message: string | RegExp }>> = {
    'no bytes': () => ({
      body: Buffer.alloc(0),
      message: 'cannot deserialize bag-of-cells: not enough bytes (0 present, 10 required)',
    }),
    'no bag of cells': () => ({
      body: Buffer.from('deadbeef', 'hex'),
      message: 'cannot deserialize bag-of-cells: invalid header, error 0',
    }),
    'two roots': () => ({
      body: serializeBoc([beginCell().storeUint(0b10, 2).endCell(), Cell.EMPTY]),
      message: 'external message is not a valid bag of cells',
    }),
    'a bag that was cut': () => {
      const body = wallet.message([], { now: now() })
      return {
        body: body.subarray(0, body.length - 9),
        message: `cannot deserialize bag-of-cells: not enough bytes (${body.length - 9} present, ${body.length} required)`,
      }
    },
    'no external message': () => ({
      body: serializeBoc(beginCell().storeUint(0b0110, 4).endCell()),
      message: 'external message must begin with ext_in_msg_info$10',
    }),
    'an external message that ends early': () => ({
      body: serializeBoc(beginCell().storeUint(0b10, 2).storeUint(0, 2).storeUint(0b100, 3).endCell()),
      message: 'external message is not a (Message Any) according to automated checks',
    }),
    'a pruned branch': () => ({
      body: serializeBoc(
        beginCell()
          .storeUint(0b10, 2)
          .storeRef(
            beginCell()
              .storeUint(0x0101, 16)
              .storeBuffer(Buffer.alloc(32))
              .storeUint(0, 16)
              .endCell({ exotic: true }),
          )
          .endCell(),
      ),
      message: 'external message must have zero level',
    }),
    'too deep': () => {
      let deep = Cell.EMPTY
      for (let depth = 0; depth < 511; depth++) deep = beginCell().storeRef(deep).endCell()
      return { body: messageTo(wallet.address, deep), message: 'external message is too deep' }
    },
    'too large': () => ({ body: Buffer.alloc(65_536), message: 'external message too large, rejecting' }),
    'an address that is none': () => ({
      body: serializeBoc(
        beginCell()
          .storeUint(0b1000, 4)
          .storeUint(0b110, 3)
          .storeUint(8, 9)
          .storeInt(0, 32)
          .storeUint(1, 8)
          .storeCoins(0)
          .storeUint(0, 2)
          .endCell(),
      ),
      message: 'destination of an inbound external message is an invalid blockchain address',
    }),
    'an account that does not exist': () => ({
      body: messageTo(new Address(0, Buffer.alloc(32, 0xee))),
      message: 'Failed to unpack account state',
    }),
    'an account that does not exist, in the masterchain': () => ({
      body: messageTo(new Address(-1, Buffer.alloc(32, 0xee))),
      message: 'Failed to unpack account state',
    }),
    'a workchain that does not exist': () => ({
      body: messageTo(new Address(7, Buffer.alloc(32, 0xee))),
      message: 'Failed to unpack account state',
    }),
    'an account without code, and no code comes along': () => ({
      body: messageTo(uninit.address),
      message: `${NOT_ACCEPTED}inbound external message rejected by transaction ${id(uninit.address)}:\nexitcode=0, steps=0, gas_used=0`,
    }),
    'another’s code for an account without': () => {
      const body = Cell.fromBoc(wallet.message([], { now: now(), seqno: 0 }))[0]!
      const rest = body.beginParse().skip(4 + 267)
      const message = beginCell().storeUint(0b1000, 4).storeAddress(uninit.address).storeSlice(rest)
      return {
        body: serializeBoc(message.endCell()),
        message: `${NOT_ACCEPTED}inbound external message rejected by transaction ${id(uninit.address)}:\nexitcode=0, steps=0, gas_used=0`,
      }
    },
    'a frozen account': () => ({
      body: messageTo(frozen.address),
      message: `${NOT_ACCEPTED}inbound external message rejected by account ${id(frozen.address)} before smart-contract execution`,
    }),
    'a wrong signature': () => {
      const body = wallet.message([], { now: now() })
      body.writeUInt8(body.readUInt8(body.length - 40) ^ 1, body.length - 40)
      return { body, message: /^External .* rejected by transaction [0-9A-F]{64}:\nexitcode=35, steps=\d+, / }
    },
    'a message a second time': () => ({
      body: wallet.message([], { now: now(), seqno: 0 }),
      message:
        /^External .* rejected by transaction [0-9A-F]{64}:\nexitcode=33, steps=\d+, gas_used=0\nVM Log \(truncated\):\n\.\.\./,
    }),
    'a message of the future': () => ({
      body: wallet.message([], { now: now(), seqno: 9 }),
      message: /^External .* rejected by transaction [0-9A-F]{64}:\nexitcode=33, /,
    }),
    'a message that expired': () => ({
      body: wallet.message([], { now: now() - 1_000 }),
      message: /^External .* rejected by transaction [0-9A-F]{64}:\nexitcode=35, /,
    }),
    'a message without what the contract reads': () => ({
      body: messageTo(wallet.address),
      message: /^External .* rejected by transaction [0-9A-F]{64}:\nexitcode=9, /,
    }),
  }

  it('had a frozen account to be sent to', async () => {
    const account = openAccount((await stateOf(frozen))!)
    expect(account?.storage.state.type).toBe('frozen')
    expect(openAccount((await stateOf(uninit))!)?.storage.state.type).toBe('uninit')
  })

  it.each(Object.keys(CASES))("is refused with the node's text: %s", async (name) => {
    const { body, message } = CASES[name]!()
    const given = await refusalOf(body)
    expect(given.code).toBe(0)
    expect(given.message.slice(0, PREFIX.length)).toBe(PREFIX)
    const text = given.message.slice(PREFIX.length)
    if (typeof message === 'string') expect(text).toBe(message)
    else expect(text).toMatch(message)
  })

  it('is refused through HTTP with v2’s envelope', { timeout: 60_000 }, async () => {
    const post = async (method: string, body: Buffer) => {
      const response = await fetch(`${gateway.url}/api/v2/${method}`, {
        method: 'POST',
        body: JSON.stringify({ boc: body.toString('base64') }),
      })
      return { status: response.status, ...((await response.json()) as { error: string; code: number }) }
    }
    const before = await everything()
    for (const name of [
      'an account that does not exist',
      'too deep',
      'a wrong signature',
      'a frozen account',
    ]) {
      const { body, message } = CASES[name]!()
      for (const [method, status] of [
        ['sendBoc', 500],
        ['sendBocReturnHash', 500],
        ['sendBocReturnHashNoError', 400],
      ] as const) {
        const answer = await post(method, body)
        expect(answer).toMatchObject({ ok: false, status, code: status })
        const [start, text] = [`LITE_SERVER_UNKNOWN: ${PREFIX}`, answer.error]
        expect(text.slice(0, start.length)).toBe(start)
        if (typeof message === 'string') expect(text.slice(start.length)).toBe(message)
        else expect(text.slice(start.length)).toMatch(message)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('is anything that damage makes of a good one', { timeout: 120_000 }, async () => {
    const before = await everything()
    const good = wallet.message([{ to: uninit.address, amount: 1n }], { now: now() })
    // The bag's own header has unread fields, and the signature covers only its cell.
    const hashOf = (body: Buffer) => {
      try {
        return Cell.fromBoc(body)[0]!.hash().toString('hex')
      } catch {
        return 'none'
      }
    }
    const goodHash = hashOf(good)
    const damaged = mutatedBytes([good]).filter((body) => hashOf(body) !== goodHash)
    let tried = 0
    await fc.assert(
      fc.asyncProperty(damaged, async (body) => {
        tried++
        const error = await send(body).then(
          () => new Error('it was taken'),
          (reason) => reason,
        )
        expect(error.code).toBe(0)
        expect(error.message.slice(0, PREFIX.length)).toBe(PREFIX)
      }),
      { numRuns: 400, seed: 11 },
    )
    expect(tried).toBe(400)
    expect(await everything()).toEqual(before)
    expect(await send(good)).toEqual({ status: 1 })
  })
})
