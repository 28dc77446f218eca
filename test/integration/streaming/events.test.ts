import type { Address, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EventType, StreamEventJson } from '#shared/schema/streaming.ts'
import { loadMessage } from '../../../src-main/chain/block/message.ts'
import { normalHash } from '../../../src-main/chain/block/normalHash.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { commentBody } from '../../../src-main/devnet/scenario/comments.ts'
import { sendJettons } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons, jettonsOf } from '../../../src-main/devnet/scenario/jettons.ts'
import type { User } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { type EventClient, type Fields, openSseClient, subscribeWs } from './streamClients.ts'
import { openStreamRig, type StreamRig } from './streamRig.ts'

type Event<Type extends EventType> = Extract<StreamEventJson, { type: Type }>

const raw = (address: Address) => address.toRawString().toUpperCase()

const TRANSPORTS: readonly (readonly [string, (url: string, fields: Fields) => Promise<EventClient>])[] = [
  ['SSE', openSseClient],
  ['WebSocket', subscribeWs],
]

describe('events of the streaming API', () => {
  let rig: StreamRig
  beforeAll(async () => {
    rig = await openStreamRig([wallets, jettons])
  }, 120_000)
  afterAll(() => rig.close())

  const typed = <Type extends EventType>({ events }: EventClient, type: Type) =>
    events.filter((event): event is Event<Type> => event.type === type)

  /** Levels of events with those of their transactions, in their order. */
  const levels = (client: EventClient) =>
    typed(client, 'transactions').map(({ finality, transactions }) => [
      finality,
      ...transactions.map((transaction) => transaction.finality),
    ])

  async function orderOf(user: User, to: Address, amount = ton(0.1)) {
    const order = await rig.order(user, [{ to, amount, body: commentBody('streamed') }])
    return { order, key: keyOf(order) }
  }

  function keyOf(order: Cell): string {
    return normalHash(parseCell(order, 'Message', loadMessage)).toString('base64')
  }

  /** Actions of a trace as v3 has them, newest first. */
  async function actionsOf(key: string): Promise<Record<string, unknown>[]> {
    const query = `msg_hash=${encodeURIComponent(key)}&include_accounts=true`
    const response = await fetch(`${rig.url}/api/v3/actions?${query}`)
    const { actions } = (await response.json()) as { actions: Record<string, unknown>[] }
    expect(actions.length).toBeGreaterThan(0)
    return actions
  }

  const isFinal = (type: EventType, key: string) => (event: StreamEventJson) =>
    event.type === type &&
    'finality' in event &&
    event.finality === 'finalized' &&
    (!('trace_external_hash_norm' in event) || event.trace_external_hash_norm === key)

  describe.each(TRANSPORTS)('over %s', (_transport, open) => {
    it('sends a trace as pending, and once more when it is final', async () => {
      const { alice, bob } = rig.users
      await rig.settle()
      const { order, key } = await orderOf(alice, bob.address)
      const fields = {
        types: ['transactions', 'trace'],
        addresses: [bob.address.toString()],
        trace_external_hash_norms: [key],
        include_address_book: true,
        include_metadata: true,
      }
      const all = await open(rig.url, { ...fields, min_finality: 'pending' })
      const final = await open(rig.url, fields)
      const other = await open(rig.url, {
        ...fields,
        addresses: [raw(rig.users.grace.address)],
        types: ['transactions'],
        trace_external_hash_norms: [],
      })

      expect(await rig.send(order)).toBe(key)
      await all.until(({ type }) => type === 'trace')
      const [pending] = typed(all, 'transactions')
      expect(pending).toMatchObject({
        finality: 'pending',
        trace_external_hash_norm: key,
        transactions: [{ account: raw(bob.address), emulated: true, finality: 'pending' }],
        metadata: {},
      })
      expect(Object.keys(pending?.address_book ?? {}).sort()).toEqual(
        [raw(alice.address), raw(bob.address)].sort(),
      )
      expect(final.events).toEqual([])

      await rig.settle()
      for (const client of [all, final]) {
        await client.until(isFinal('transactions', key))
        await client.until(isFinal('trace', key))
      }
      expect(levels(all)).toEqual([
        ['pending', 'pending'],
        ['finalized', 'finalized'],
      ])
      expect(levels(final)).toEqual([['finalized', 'finalized']])
      const [trace] = typed(final, 'trace')
      const hashes = Object.keys(trace?.transactions ?? {})
      expect(hashes).toHaveLength(2)
      expect(hashes).toEqual(hashes.toSorted())
      expect(trace?.trace).toMatchObject({ children: [{ children: [] }] })
      expect(typed(all, 'trace').map(({ finality }) => finality)).toEqual(['pending', 'finalized'])
      expect(other.events).toEqual([])
      await Promise.all([all, final, other].map((client) => client.close()))
    })

    it('sends a trace that grows with the level of its last transaction', async () => {
      const { giver, erin } = rig.users
      await rig.settle()
      // From the masterchain a message arrives a block later.
      const { order, key } = await orderOf(giver, erin.address)
      const fields = { types: ['transactions'], addresses: [raw(giver.address), raw(erin.address)] }
      const all = await open(rig.url, { ...fields, min_finality: 'pending' })
      const confirmed = await open(rig.url, { ...fields, min_finality: 'confirmed' })
      await rig.send(order)
      await all.until(({ type }) => type === 'transactions')
      await rig.step()
      await all.until(
        (event) =>
          event.type === 'transactions' && event.transactions.some((one) => one.finality === 'finalized'),
      )
      await rig.settle()
      await Promise.all([all, confirmed].map((client) => client.until(isFinal('transactions', key))))
      expect(levels(all)).toEqual([
        ['pending', 'pending', 'pending'],
        // By lt, which the emulation could only guess.
        ['pending', 'finalized', 'pending'],
        ['finalized', 'finalized', 'finalized'],
      ])
      expect(levels(confirmed)).toEqual([['finalized', 'finalized', 'finalized']])
      const lts = typed(confirmed, 'transactions').flatMap(({ transactions }) =>
        transactions.map(({ lt }) => BigInt(lt)),
      )
      expect(lts[0]).toBeGreaterThan(lts[1] as bigint)
      await Promise.all([all, confirmed].map((client) => client.close()))
    })

    it('sends states of accounts and balances of jetton wallets', async () => {
      const { dave, erin } = rig.users
      await rig.settle()
      const { crane } = jettonsOf(rig.users)
      const order = await rig.order(dave, [
        sendJettons(crane, { from: dave.address, to: erin.address, amount: cranes(2) }),
      ])
      const fields = { addresses: [raw(erin.address)], include_address_book: true, include_metadata: true }
      const client = await open(rig.url, { ...fields, types: ['jettons_change', 'account_state_change'] })
      const sender = await open(rig.url, { types: ['account_state_change'], addresses: [raw(dave.address)] })
      const before = await balanceOf(erin.address, crane.address)
      await rig.send(order)
      await rig.settle()
      const event = (await client.until(({ type }) => type === 'jettons_change')) as Event<'jettons_change'>
      expect(event).toMatchObject({
        finality: 'finalized',
        jetton: {
          owner: raw(erin.address),
          jetton: raw(crane.address),
          balance: String(before + cranes(2)),
        },
      })
      expect(event.jetton).not.toHaveProperty('mintless_info')
      const { address, owner, jetton } = event.jetton
      expect(Object.keys(event.address_book ?? {}).sort()).toEqual([address, owner, jetton].sort())
      expect(Object.keys(event.metadata ?? {})).toEqual([jetton])
      // Of a state between two transactions of a block only the hash is known.
      const state = await sender.until(
        (event) => event.type === 'account_state_change' && event.state.balance !== null,
      )
      expect(state).toMatchObject({
        account: raw(dave.address),
        finality: 'finalized',
        state: { account_status: 'active', frozen_hash: null, balance: expect.stringMatching(/^\d+$/) },
      })
      await Promise.all([client, sender].map((one) => one.close()))
    })

    it('sends actions as pending and as v3 has them when they are final', async () => {
      const { dave, erin } = rig.users
      await rig.settle()
      const { crane } = jettonsOf(rig.users)
      const transfer = { from: dave.address, to: erin.address, amount: cranes(1) }
      const order = await rig.order(dave, [sendJettons(crane, transfer)])
      const key = keyOf(order)
      const fields = {
        types: ['actions', 'trace'],
        addresses: [raw(erin.address)],
        trace_external_hash_norms: [key],
        min_finality: 'pending',
        include_metadata: true,
      }
      const all = await open(rig.url, fields)
      const filtered = await open(rig.url, { ...fields, action_types: ['ton_transfer', 'jetton_burn'] })
      const sender = await open(rig.url, { types: ['actions'], addresses: [raw(dave.address)] })
      const stranger = await open(rig.url, { types: ['actions'], addresses: [raw(rig.users.frank.address)] })
      await rig.send(order)
      await all.until(({ type }) => type === 'actions')
      await rig.settle()
      for (const client of [all, filtered]) await client.until(isFinal('trace', key))
      await all.until(isFinal('actions', key))
      await sender.until(isFinal('actions', key))

      const [pending] = typed(all, 'actions')
      expect(pending).toMatchObject({
        finality: 'pending',
        actions: [{ type: 'jetton_transfer', trace_id: null, finality: 'pending', success: true }],
      })
      expect(typed(all, 'actions').map(({ finality }) => finality)).toEqual(['pending', 'finalized'])
      const final = typed(all, 'actions').at(-1)
      const listed = await actionsOf(key)
      expect(final?.actions).toEqual(listed)
      expect(Object.keys(final?.metadata ?? {})).toContain(raw(crane.address))
      expect(typed(sender, 'actions').map(({ actions }) => actions)).toEqual([listed])
      expect(typed(all, 'trace').at(-1)?.actions).toEqual(listed)
      expect(typed(filtered, 'actions')).toEqual([])
      expect(typed(filtered, 'trace').at(-1)).not.toHaveProperty('actions')
      expect(stranger.events).toEqual([])
      await Promise.all([all, filtered, sender, stranger].map((client) => client.close()))
    })

    it('sends nothing of before to a client that connects again', async () => {
      const { alice, bob } = rig.users
      await rig.settle()
      const fields = { types: ['transactions'], addresses: [raw(bob.address)] }
      const first = await open(rig.url, fields)
      const one = await orderOf(alice, bob.address)
      await rig.send(one.order)
      await rig.settle()
      await first.until(isFinal('transactions', one.key))
      await first.close()
      const witness = await open(rig.url, fields)
      const missed = await orderOf(alice, bob.address)
      await rig.send(missed.order)
      await rig.settle()
      // An event follows the commit of its block a moment later.
      await witness.until(isFinal('transactions', missed.key))
      await witness.close()
      const again = await open(rig.url, fields)
      const two = await orderOf(alice, bob.address)
      await rig.send(two.order)
      await rig.settle()
      await again.until(isFinal('transactions', two.key))
      expect(typed(again, 'transactions').map((event) => event.trace_external_hash_norm)).toEqual([two.key])
      await again.close()
    })
  })

  it('sends what grows of a trace that was not sent through the gateway', async () => {
    const { giver, erin } = rig.users
    await rig.settle()
    const { order, key } = await orderOf(giver, erin.address)
    const client = await openSseClient(rig.url, {
      types: ['transactions'],
      addresses: [raw(giver.address), raw(erin.address)],
      min_finality: 'pending',
    })
    await rig.stage.send(order)
    await rig.step()
    await client.until(isFinal('transactions', key))
    await rig.settle()
    await client.until((event) => event.type === 'transactions' && event.transactions.length === 2)
    expect(levels(client)).toEqual([
      ['finalized', 'finalized'],
      ['finalized', 'finalized', 'finalized'],
    ])
    await client.close()
  })

  /** In the jetton's smallest unit. */
  async function balanceOf(owner: Address, jetton: Address): Promise<bigint> {
    const query = `owner_address=${owner.toRawString()}&jetton_address=${jetton.toRawString()}`
    const response = await fetch(`${rig.url}/api/v3/jetton/wallets?${query}`)
    const { jetton_wallets } = (await response.json()) as { jetton_wallets: { balance: string }[] }
    return BigInt(jetton_wallets[0]?.balance ?? '0')
  }
})
