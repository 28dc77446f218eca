import type { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StreamEventJson } from '#shared/schema/streaming.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { commentBody } from '../../../src-main/devnet/scenario/comments.ts'
import { sendFrom, type User } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { until } from '../../fixtures/until.ts'
import { type EventClient, openSseClient, subscribeWs } from './streamClients.ts'
import { openStreamRig, type StreamRig } from './streamRig.ts'

const CLIENTS = 200
const ROUNDS = 5

const raw = (address: Address) => address.toRawString().toUpperCase()

type TransactionsEvent = Extract<StreamEventJson, { type: 'transactions' }>

describe('many clients of the streaming API', () => {
  let rig: StreamRig
  let senders: readonly User[]
  beforeAll(async () => {
    rig = await openStreamRig([wallets])
    const { alice, bob, carol, dave, erin } = rig.users
    senders = [alice, bob, carol, dave, erin]
  }, 120_000)
  afterAll(() => rig.close())

  const receiverOf = (index: number) => senders[(index + 1) % senders.length] as User

  /** Every sender sends to the next one, in one block. */
  async function sendRound(text: string): Promise<void> {
    for (const [index, sender] of senders.entries()) {
      const transfer = { to: receiverOf(index).address, amount: ton(0.01), body: commentBody(text) }
      await sendFrom(rig.stage, sender, [transfer])
    }
    await rig.settle()
  }

  const eventsOf = ({ events }: EventClient) =>
    events.filter((event): event is TransactionsEvent => event.type === 'transactions')
  const hashesOf = (client: EventClient) =>
    eventsOf(client).flatMap(({ transactions }) => transactions.map(({ hash }) => hash))

  async function metric(name: string): Promise<number> {
    const text = await (await fetch(`${rig.url}/metrics`)).text()
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  }

  /** Hashes of the transactions of an account since `lt`. */
  async function transactionsOf(address: Address, lt: string): Promise<string[]> {
    const query = `account=${address.toRawString()}&start_lt=${lt}&limit=1000&sort=asc`
    const response = await fetch(`${rig.url}/api/v3/transactions?${query}`)
    const { transactions } = (await response.json()) as { transactions: { hash: string }[] }
    return transactions.map(({ hash }) => hash)
  }

  async function newestLt(): Promise<string> {
    const response = await fetch(`${rig.url}/api/v3/transactions?limit=1&sort=desc`)
    const { transactions } = (await response.json()) as { transactions: { lt: string }[] }
    return String(BigInt(transactions[0]?.lt ?? 0) + 1n)
  }

  it.each([
    ['SSE', openSseClient],
    ['WebSocket', subscribeWs],
  ] as const)(
    'all receive every transaction of their account over %s, once',
    async (_name, open) => {
      const lt = await newestLt()
      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, async (_, index) => {
          const { address } = senders[index % senders.length] as User
          return {
            address,
            client: await open(rig.url, { types: ['transactions'], addresses: [raw(address)] }),
          }
        }),
      )
      for (let round = 0; round < ROUNDS; round++) await sendRound(`round ${round}`)
      const expected = new Map<Address, string[]>()
      for (const { address } of senders) expected.set(address, await transactionsOf(address, lt))
      await Promise.all(
        clients.map(async ({ address, client }) => {
          const wanted = expected.get(address) ?? []
          expect(wanted.length).toBeGreaterThanOrEqual(2 * ROUNDS)
          await client.until(() => new Set(hashesOf(client)).size === wanted.length)
          // A trace that grows is sent again: each event is different.
          const contents = eventsOf(client).map(
            ({ trace_external_hash_norm: key, transactions }) =>
              `${key} ${transactions.map(({ hash }) => hash).join()}`,
          )
          expect(new Set(contents).size).toBe(contents.length)
          expect(new Set(hashesOf(client))).toEqual(new Set(wanted))
        }),
      )
      await Promise.all(clients.map(({ client }) => client.close()))
      await until(
        'all clients are gone',
        async () => (await metric('tonscope_streaming_clients')) === 0 || undefined,
      )
    },
    240_000,
  )

  it('hold back a bounded amount for those that stop reading, and go on', async () => {
    const { alice } = rig.users
    const fields = { types: ['transactions'], addresses: senders.map(({ address }) => raw(address)) }
    const stopped = [await openSseClient(rig.url, fields), await subscribeWs(rig.url, fields)]
    const reading = await subscribeWs(rig.url, fields)
    for (const client of stopped) client.pause()
    const long = 'x'.repeat(60_000)
    let sent = 0
    // The network between holds some megabytes before the queues fill.
    for (; sent < 100 && (await metric('tonscope_streaming_dropped_messages_total')) < 10; sent++) {
      await sendRound(`${sent} ${long}`)
      const events = (sent + 1) * senders.length
      await reading.until(
        () => new Set(eventsOf(reading).map((event) => event.trace_external_hash_norm)).size >= events,
      )
      expect(await metric('tonscope_streaming_queued_messages')).toBeLessThanOrEqual(80 + 64)
      expect(await metric('tonscope_streaming_queued_bytes')).toBeLessThanOrEqual(2 * (16 << 20))
    }
    expect(await metric('tonscope_streaming_dropped_messages_total')).toBeGreaterThanOrEqual(10)
    for (const client of stopped) client.resume()
    await until('the queues are empty', async () =>
      (await metric('tonscope_streaming_queued_messages')) === 0 ? true : undefined,
    )
    const order = await rig.order(alice, [{ to: receiverOf(0).address, amount: ton(0.01) }])
    const key = await rig.send(order)
    await rig.settle()
    for (const client of [...stopped, reading]) {
      await client.until((event) => event.type === 'transactions' && event.trace_external_hash_norm === key)
      await client.close()
    }
  }, 240_000)
})
