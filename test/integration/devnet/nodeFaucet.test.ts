import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadMessage } from '../../../src-main/chain/block/message.ts'
import { loadTransaction } from '../../../src-main/chain/block/transaction.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import {
  accountOf,
  balanceOf,
  clientOf,
  giverWallet,
  type NodeTest,
  openNodeTest,
  sendTo,
  TON,
} from './nodeRig.ts'

const address = (byte: number, workchain = 0) => new Address(workchain, Buffer.alloc(32, byte))

describe('the faucet', () => {
  let test: NodeTest
  let devnet: RunningDevnet
  beforeAll(async () => {
    test = openNodeTest()
    devnet = await test.start()
  })
  afterAll(async () => {
    await test.end()
    expect(test.troubles).toEqual([])
  })

  it('sends coins to a nonexistent account, with a comment, and returns the hash of the message', async () => {
    const to = address(1)
    const answer = await devnet.faucet({
      address: to.toString({ testOnly: true }),
      amount: 5n * TON,
      comment: 'schöne Grüße',
    })
    expect(answer).toMatchObject({ address: to.toRawString(), amount: `${5n * TON}` })
    expect((await devnet.status()).seqno).toBeGreaterThanOrEqual(answer.seqno)
    expect(await accountOf(devnet, to)).toMatchObject({
      storage: { balance: { coins: 5n * TON }, state: { type: 'uninit' } },
    })

    const client = await clientOf(devnet)
    const session = client.session()
    const head = await session.last()
    const { lastTransLt, lastTransHash } = await session.account(head, to)
    const [newest] = await session.transactions(to, lastTransLt, lastTransHash, 1)
    const { inMsg } = parseCell(newest!.transaction, 'Transaction', loadTransaction)
    expect(inMsg!.hash().toString('base64')).toBe(answer.message_hash)
    const body = parseCell(inMsg!, 'Message', loadMessage).body.beginParse()
    expect(body.loadUint(32)).toBe(0)
    expect(body.loadStringTail()).toBe('schöne Grüße')
    client.close()
  })

  it('sends coins to the masterchain too', async () => {
    const to = address(2, -1)
    await devnet.faucet({ address: to.toRawString(), amount: TON })
    expect(await balanceOf(devnet, to)).toBe(TON)
  })

  it('sends the requested amounts to many concurrent receivers', async () => {
    const asked = Array.from({ length: 11 }, (_, index) => ({
      to: address(0x10 + index, index % 2 === 0 ? 0 : -1),
      amount: TON + BigInt(index),
    }))
    const answers = await Promise.all(
      asked.map(({ to, amount }) => devnet.faucet({ address: to.toString(), amount })),
    )
    expect(answers.map(({ address, amount }) => [address, amount])).toEqual(
      asked.map(({ to, amount }) => [to.toRawString(), `${amount}`]),
    )
    expect(new Set(answers.map(({ message_hash }) => message_hash)).size).toBe(asked.length)
    for (const { to, amount } of asked) expect(await balanceOf(devnet, to)).toBe(amount)
  })

  it('shares its wallet with other senders that have the key', async () => {
    const wallet = giverWallet()
    const data = async () => {
      const state = (await accountOf(devnet, wallet.address))!.storage.state
      return state.type === 'active' ? state.init.data!.beginParse().loadUint(32) : 0
    }
    const mine = Array.from({ length: 4 }, (_, index) => address(0x30 + index))
    const gifts: Promise<unknown>[] = []
    for (const [index, to] of mine.entries()) {
      const body = wallet.message([{ to: address(0x40 + index), amount: TON }], {
        now: 1_800_000_000,
        seqno: await data(),
      })
      await Promise.allSettled([sendTo(devnet, body)])
      gifts.push(devnet.faucet({ address: to.toString(), amount: TON }))
    }
    await Promise.all(gifts)
    for (const to of mine) expect(await balanceOf(devnet, to)).toBe(TON)
  })

  it('refuses invalid amounts and receivers, and sends nothing then', async () => {
    const { seqno, faucet } = await devnet.status()
    const to = address(9).toString()
    const refusals = [
      { address: 'EQ', amount: TON },
      { address: '', amount: TON },
      { address: `7:${'00'.repeat(32)}`, amount: TON },
      { address: to, amount: 0n },
      { address: to, amount: -1n },
      { address: to, amount: BigInt(faucet.largest) + 1n },
      { address: to, amount: TON, comment: 'x'.repeat(2000) },
    ]
    for (const request of refusals) {
      await expect(devnet.faucet(request)).rejects.toMatchObject({
        name: 'DevnetError',
        code: 'bad-request',
      })
    }
    const after = await devnet.status()
    expect(after.faucet).toEqual(faucet)
    expect(after.seqno).toBe(seqno)
    await devnet.faucet({ address: to, amount: BigInt(faucet.largest) })
    expect(await balanceOf(devnet, address(9))).toBe(1_000_000n * TON)
  })

  it('sends a comment that is too long for one cell', async () => {
    const comment = 'ж'.repeat(120)
    await devnet.faucet({ address: address(8).toString(), amount: TON, comment })
    expect(await balanceOf(devnet, address(8))).toBe(TON)
  })

  it('sends coins while the time is set forward', async () => {
    const { now } = await devnet.status()
    const [answer] = await Promise.all([
      devnet.faucet({ address: address(7).toString(), amount: TON }),
      devnet.setTime({ forward: 5_000_000 }),
    ])
    expect(answer.seqno).toBeGreaterThan(0)
    expect((await devnet.status()).now).toBeGreaterThanOrEqual(now + 5_000_000)
  })
})
