import { beginCell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { type AdnlConnection, connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const PREFIX = 'cannot apply external message to current state : '

describe('liteServer.sendMessage', () => {
  let test: TestDevnet
  let server: AdnlServer
  let connection: AdnlConnection
  let accepted = 0
  beforeAll(async () => {
    test = await openTestDevnet()
    await test.devnet.step()
    server = await serveDevnet(test.devnet, { clock: () => test.time.now, onMessage: () => accepted++ })
    connection = await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey })
  })
  afterAll(async () => {
    connection.close()
    await server.close()
    await test.close()
  })

  const send = async (body: Buffer) => {
    const { sendMessage } = liteApi
    return sendMessage.decodeResponse(await connection.query(encodeLiteQuery(sendMessage, { body })))
  }
  const refusal = async (body: Buffer): Promise<{ code: number; message: string }> => {
    const before = test.devnet.waitingMessages
    const error = await send(body).then(
      () => new Error('was taken'),
      (reason) => reason,
    )
    expect(test.devnet.waitingMessages).toBe(before)
    return { code: error.code, message: error.message }
  }

  it('takes a message once, and it is in the next block', async () => {
    const giver = TestWallet.giver(test.devnet.keys.giver)
    const body = giver.message([{ to: TestWallet.basechain(0).address, amount: 5n }], { now: test.time.now })
    expect(await send(body)).toEqual({ status: 1 })
    expect(await send(body)).toEqual({ status: 1 })
    expect(accepted).toBe(2)
    expect(test.devnet.waitingMessages).toBe(1)
    await test.devnet.step()
    expect(test.devnet.waitingMessages).toBe(0)
    const replayed = await refusal(body)
    expect(replayed.code).toBe(0)
    expect(replayed.message).toMatch(
      /^cannot apply .* rejected by transaction [0-9A-F]{64}:\nexitcode=33, steps=\d+, gas_used=0\nVM Log/,
    )
  })

  it('refuses a wrong signature, an expired message and one to a nonexistent account', async () => {
    const { keys } = test.devnet
    const { now } = test.time
    const stranger = new TestWallet(keys.validator, -1, 1)
    const giver = TestWallet.giver(keys.giver)
    const body = giver.message([], { now, seqno: 1 })
    const spoilt = Buffer.from(body)
    // A byte of the signature; this bag of cells has no checksum.
    spoilt.writeUInt8(spoilt.readUInt8(body.length - 40) ^ 1, body.length - 40)
    expect((await refusal(spoilt)).message).toContain('exitcode=')
    expect((await refusal(giver.message([], { now: now - 1000, seqno: 1 }))).message).toContain('exitcode=35')
    expect(await refusal(stranger.message([], { now }))).toEqual({
      code: 0,
      message: `${PREFIX}Failed to unpack account state`,
    })
  })

  it('refuses bytes that are not a message', async () => {
    const bag = (cell: ReturnType<typeof beginCell>) => serializeBoc(cell.endCell())
    expect((await refusal(Buffer.from('deadbeef', 'hex'))).message).toBe(
      `${PREFIX}cannot deserialize bag-of-cells: invalid header, error 0`,
    )
    expect((await refusal(bag(beginCell().storeUint(0, 8)))).message).toBe(
      `${PREFIX}external message must begin with ext_in_msg_info$10`,
    )
    expect((await refusal(bag(beginCell().storeUint(0b1000_1111, 8)))).message).toBe(
      `${PREFIX}external message is not a (Message Any) according to automated checks`,
    )
    let deep = beginCell().endCell()
    for (let depth = 0; depth < 600; depth++) deep = beginCell().storeRef(deep).endCell()
    expect((await refusal(bag(beginCell().storeUint(0b10, 2).storeRef(deep)))).message).toBe(
      `${PREFIX}external message is too deep`,
    )
    expect((await refusal(Buffer.alloc(70_000))).message).toBe(
      `${PREFIX}external message too large, rejecting`,
    )
  })
})
