import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { ActionJson } from '#shared/schema/v3/actions.ts'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { commentBody } from '../../../src-main/devnet/scenario/comments.ts'
import { jettonWalletOf, sendJettons } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons, jettonsOf } from '../../../src-main/devnet/scenario/jettons.ts'
import { walletMessage } from '../../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { sqlite } from '../../../src-main/store/sqlite/driver.ts'
import { statusUntil } from './indexGateway.ts'
import { openPendingRig, type PendingRig } from './pendingRig.ts'

const TIMEOUT = 120_000
const PAGE = { limit: 100, offset: 0, sort: 'desc' }
const FLAGS = { include_accounts: true, include_transactions: false }

describe('actions of a followed network', () => {
  let rig: PendingRig
  beforeAll(async () => {
    rig = await openPendingRig([wallets, jettons])
    await rig.settle()
    await until(({ detection }) => detection.pending === 0 && detection.waiting === 0)
  }, TIMEOUT)
  afterAll(() => rig?.close())

  const hash = (text: string) => Buffer.from(text, 'base64')
  const account = ({ workChain: workchain, hash: bytes }: Address) => ({ workchain, hash: bytes })
  const raw = (address: Address) => address.toRawString().toUpperCase()
  const pendingOf = async (values: object) =>
    (await rig.ask<V3Result<'pendingActions'>>('pendingActions', { include_transactions: false, ...values }))
      .actions
  const actionsOf = async (values: object) =>
    (await rig.ask<V3Result<'actions'>>('actions', { ...PAGE, ...FLAGS, ...values })).actions
  const idsOf = (actions: readonly ActionJson[]) => actions.map(({ action_id }) => action_id).sort()

  /** Waits until the index's status meets a condition. */
  function until(isMet: (status: IndexStatus) => boolean): Promise<IndexStatus> {
    return statusUntil(rig.indexer.status, isMet, TIMEOUT)
  }

  /** A list waits for this too, but on a busy machine not long enough. */
  const classified = () => until(({ classification }) => classification.pending === 0)

  /** Without ids: real messages have other times and hashes than emulated ones. */
  const meaningOf = (actions: readonly ActionJson[]) =>
    actions.map(({ type, success, details }) => JSON.stringify({ type, success, details })).sort()

  /** Sends jettons to an account without a wallet of that jetton. */
  async function sendToNewcomer(byte: number) {
    const { alice } = rig.users
    const { crane } = jettonsOf(rig.users)
    const to = new Address(0, Buffer.alloc(32, byte))
    const order = { from: alice.address, to, amount: cranes(2), payload: commentBody('welcome') }
    const sent = await rig.send(await walletMessage(rig.context, alice, [sendJettons(crane, order)]))
    const details = {
      asset: raw(crane.address),
      sender: raw(alice.address),
      receiver: raw(to),
      receiver_jetton_wallet: raw(jettonWalletOf(crane, to)),
      amount: cranes(2).toString(),
      comment: 'welcome',
    }
    return { to, sent, details }
  }

  it('contain a jetton transfer that deploys a wallet, the same before and after it is in a block', async () => {
    const { to, sent, details } = await sendToNewcomer(9)
    const pending = await pendingOf({ ext_msg_hash: [hash(sent)] })
    const transfer = pending.find(({ type }) => type === 'jetton_transfer')
    expect(transfer).toMatchObject({ trace_id: null, finality: 'pending', success: true, details })
    expect(transfer?.accounts).toContain(raw(to))
    const lts = pending.map(({ end_lt }) => BigInt(end_lt))
    expect(lts).toEqual(lts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)))
    expect(idsOf(await pendingOf({ account: account(to) }))).toContain(transfer?.action_id)
    expect(await pendingOf({ account: account(rig.users.grace.address) })).toEqual([])
    const { traces } = await rig.ask<V3Result<'pendingTraces'>>('pendingTraces', {
      ext_msg_hash: [hash(sent)],
    })
    expect(traces?.[0]?.trace_info.classification_state).toBe('ok')
    expect(idsOf(traces?.[0]?.actions ?? [])).toEqual(idsOf(pending))

    await rig.settle()
    // At once: the answer waits until the trace is classified.
    const [found] = await actionsOf({ msg_hash: [hash(sent)] })
    const real = await actionsOf({ trace_id: [hash(found?.trace_id ?? '')] })
    expect(meaningOf(real)).toEqual(meaningOf(pending))
    expect(real.find(({ type }) => type === 'jetton_transfer')).toMatchObject({
      finality: 'finalized',
      details,
    })
    expect(await pendingOf({ ext_msg_hash: [hash(sent)] })).toEqual([])
    await classified()
    const listed = await actionsOf({ account: account(to) })
    expect(idsOf(listed)).toContain(found?.action_id)
    expect(new Set(idsOf(listed)).size).toBe(listed.length)
    const embedded = await rig.ask<V3Result<'traces'>>('traces', {
      ...PAGE,
      msg_hash: [hash(sent)],
      include_actions: true,
    })
    expect(embedded.traces[0]?.trace_info.classification_state).toBe('ok')
    expect(idsOf(embedded.traces[0]?.actions ?? [])).toEqual(idsOf(real))
  })

  it("are limited to the types of the client's version, with transactions on request", async () => {
    const { bob, carol } = rig.users
    const sent = await rig.send(
      await walletMessage(rig.context, bob, [{ to: carol.address, amount: ton(1) }]),
    )
    await rig.settle()
    const asked = { msg_hash: [hash(sent)], include_transactions: true }
    const [action] = await actionsOf({ ...asked, supported_action_types: ['v1'] })
    expect(action).toMatchObject({ type: 'ton_transfer', details: { value: ton(1).toString() } })
    expect(action?.transactions_full?.map((transaction) => transaction.hash).sort()).toEqual(
      action?.transactions.toSorted(),
    )
    expect(await actionsOf({ ...asked, action_type: ['jetton_transfer'] })).toEqual([])
    expect(await actionsOf({ ...asked, exclude_action_type: ['ton_transfer'] })).toEqual([])
  })

  it('are unchanged or corrected by a pass over all traces, which counts its changes', async () => {
    const { indexer } = rig
    async function passed() {
      await indexer.command('reclassify', {})
      const { classification } = await until(
        ({ classification: { pending, again } }) => pending === 0 && again.done === again.total,
      )
      return classification.again
    }
    await classified()
    const before = await actionsOf({})
    expect(await passed()).toMatchObject({ changed: 0, total: expect.any(Number) })
    expect(await actionsOf({})).toEqual(before)
    const connection = new (sqlite())(indexer.store.file)
    const { changes } = connection
      .prepare('UPDATE actions SET success = 1 - success WHERE id IN (SELECT min(id) FROM actions)')
      .run()
    connection.close()
    expect(changes).toBe(1)
    expect(await passed()).toMatchObject({ changed: 1 })
    expect(await actionsOf({})).toEqual(before)
  })
})
