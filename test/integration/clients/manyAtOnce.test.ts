import { Address, external, internal, SendMode, type Transaction, toNano } from '@ton/core'
import { getSecureRandomBytes, type KeyPair, keyPairFromSeed } from '@ton/crypto'
import { type OpenedContract, TonClient, WalletContractV3R2, WalletContractV4 } from '@ton/ton'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { balanceChange } from './chargedFees.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

const WORKERS = 16
const TRANSFERS = 20
const FUNDS = toNano(10)

type Worker = { readonly wallet: OpenedContract<WalletContractV4>; readonly keys: KeyPair }

describe('sixteen workers at once', () => {
  let gateway: DevnetGateway
  let client: TonClient
  let workers: Worker[]
  let treasury: OpenedContract<WalletContractV3R2>
  beforeAll(async () => {
    gateway = await openDevnetGateway()
    client = new TonClient({ endpoint: gateway.jsonRpc })
    const newKeys = async () => keyPairFromSeed(await getSecureRandomBytes(32))
    workers = await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        const keys = await newKeys()
        return {
          keys,
          wallet: client.open(WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey })),
        }
      }),
    )
    const { publicKey } = await newKeys()
    treasury = client.open(WalletContractV3R2.create({ workchain: 0, publicKey }))
    await gateway.fund([...workers.map(({ wallet }) => wallet.address), treasury.address], FUNDS)
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  /** What a worker sends: an amount that names it and its turn. */
  const amountOf = (worker: number, turn: number) => BigInt(1_000_000 + worker * 1_000 + turn)

  async function work({ wallet, keys }: Worker, index: number): Promise<void> {
    for (let seqno = 0; seqno < TRANSFERS; seqno++) {
      const message = internal({ to: treasury.address, value: amountOf(index, seqno), bounce: false })
      const order = { seqno, secretKey: keys.secretKey, sendMode: SendMode.PAY_GAS_SEPARATELY }
      await wallet.sendTransfer({ ...order, messages: [message] })
      await until(
        `worker ${index} has sent ${seqno}`,
        async () => (await wallet.getSeqno()) > seqno || undefined,
        { timeoutMs: 60_000, pauseMs: 150 },
      )
    }
  }

  const historyOf = async (address: Address): Promise<Transaction[]> =>
    client.getTransactions(address, { limit: 1000 })
  const total = (history: readonly Transaction[]) => history.reduce((sum, tx) => sum + balanceChange(tx), 0n)

  it('lose nothing, repeat nothing, and pay the fees of their transactions', {
    timeout: 240_000,
  }, async () => {
    await Promise.all(workers.map(work))
    const received = await until('all have come', async () => {
      const history = await historyOf(treasury.address)
      return history.length === WORKERS * TRANSFERS + 1 ? history : undefined
    })
    const amounts = received.map(({ inMessage }) =>
      inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n,
    )
    const expected = workers.flatMap((_worker, index) =>
      Array.from({ length: TRANSFERS }, (_, turn) => amountOf(index, turn)),
    )
    expect(amounts.toSorted()).toEqual([...expected, FUNDS].toSorted())
    expect(await treasury.getBalance()).toBe(total(received))

    for (const { wallet } of workers) {
      const history = await historyOf(wallet.address)
      expect(history).toHaveLength(TRANSFERS + 1)
      expect(await wallet.getBalance()).toBe(total(history))
      expect(await wallet.getSeqno()).toBe(TRANSFERS)
    }
    expect(gateway.verification().refused).toBe(0)
  })

  it('send the same message all at once, and it counts once', async () => {
    const [{ wallet, keys }] = workers as [Worker, ...Worker[]]
    const seqno = await wallet.getSeqno()
    const to = new Address(0, await getSecureRandomBytes(32))
    const sendMode = SendMode.PAY_GAS_SEPARATELY
    const body = wallet.createTransfer({
      seqno,
      secretKey: keys.secretKey,
      sendMode,
      messages: [internal({ to, value: 5n, bounce: false })],
    })
    const message = external({ to: wallet.address, body })
    const sent = await Promise.allSettled(Array.from({ length: WORKERS }, () => client.sendMessage(message)))
    expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (const result of sent) {
      // Those that came after the block that took it.
      if (result.status === 'rejected') expect(result.reason.response.data.error).toMatch(/exitcode=33/)
    }
    await until('it has come', async () => ((await historyOf(to)).length > 0 ? true : undefined))
    expect(await wallet.getSeqno()).toBe(seqno + 1)
    expect(await historyOf(wallet.address)).toHaveLength(TRANSFERS + 2)
    expect(await historyOf(to)).toHaveLength(1)
  })
})
