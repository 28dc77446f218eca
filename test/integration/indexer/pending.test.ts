import type { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { V3Result } from '#shared/schema/v3/operations.ts'
import type { TraceJson, TraceNodeJson } from '#shared/schema/v3/traces.ts'
import { loadMessage } from '../../../src-main/chain/block/message.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { commentBody } from '../../../src-main/devnet/scenario/comments.ts'
import { sendJettons } from '../../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons, jettonsOf } from '../../../src-main/devnet/scenario/jettons.ts'
import { type User, walletMessage } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { exitCodeOf, type PlayedTransaction, readTransactions } from '../devnet/playedScenario.ts'
import { openPendingRig, type PendingRig } from './pendingRig.ts'

type Traces = V3Result<'pendingTraces'>
type Transactions = V3Result<'pendingTransactions'>

type Step = {
  readonly who: string
  /** Who sent the message. */
  readonly parent: string | undefined
  readonly body: string | undefined
  readonly exitCode: number | string | undefined
  readonly sent: number
}

const byText = (a: Step, b: Step) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

describe('the index of pending messages', () => {
  let rig: PendingRig
  beforeAll(async () => {
    rig = await openPendingRig([wallets, jettons])
  }, 120_000)
  afterAll(() => rig.close())

  const hashOf = (text: string) => Buffer.from(text, 'base64')
  const account = ({ workChain: workchain, hash }: Address) => ({ workchain, hash })
  const traceOf = async (hash: string) => {
    const { traces } = await rig.ask<Traces>('pendingTraces', { ext_msg_hash: [hashOf(hash)] })
    return traces?.[0]
  }
  const transactionsOf = (...addresses: Address[]) =>
    rig.ask<Transactions>('pendingTransactions', { account: addresses.map(account) })
  const send = async (user: User, transfers: readonly Transfer[]) =>
    rig.send(await walletMessage(rig.context, user, transfers))

  /** Returns the common part of an emulated and a real trace: senders, receivers, amounts and results. */
  function emulatedSteps(trace: TraceJson): Step[] {
    const steps: Step[] = []
    const walk = ({ tx_hash, children }: TraceNodeJson, parent: string | undefined) => {
      const transaction = trace.transactions?.[tx_hash]
      const { account: who = '', in_msg, out_msgs = [], description } = transaction ?? {}
      const { compute_ph } = description ?? {}
      const exitCode = compute_ph?.skipped ? compute_ph.reason : compute_ph?.exit_code
      const body = in_msg?.message_content?.hash
      steps.push({ who: who.toLowerCase(), parent, body, exitCode, sent: out_msgs.length })
      for (const child of children ?? []) walk(child, who.toLowerCase())
    }
    if (trace.trace) walk(trace.trace, undefined)
    return steps.sort(byText)
  }

  function realSteps(blocks: readonly BlockIdExt[]): Step[] {
    const transactions = readTransactions(rig.context, blocks)
    const nameOf = ({ workchain, accountAddr }: PlayedTransaction) =>
      `${workchain}:${accountAddr.toString('hex')}`
    const senders = new Map(
      transactions.flatMap((sender) =>
        sender.outMsgs.map((message) => [message.hash().toString('hex'), nameOf(sender)] as const),
      ),
    )
    return (
      transactions
        // Fees come to the elector in messages of their own.
        .filter(
          ({ in: message, inMsg }) =>
            message?.info.type === 'external-in' || senders.has(inMsg?.hash().toString('hex') ?? ''),
        )
        .map((transaction) => ({
          who: nameOf(transaction),
          parent: senders.get(transaction.inMsg?.hash().toString('hex') ?? ''),
          body: transaction.in?.body.hash().toString('base64'),
          exitCode: exitCodeOf(transaction),
          sent: transaction.out.length,
        }))
        .sort(byText)
    )
  }

  it('has a transfer immediately, then with its transactions in blocks, then not at all', async () => {
    const { alice, bob } = rig.users
    await rig.settle()
    await expect(transactionsOf(alice.address)).rejects.toMatchObject({
      status: 404,
      message: 'emulated traces not found',
    })

    const hash = await send(alice, [{ to: bob.address, amount: ton(1), body: commentBody('soon') }])
    const emulated = await traceOf(hash)
    expect(emulated).toMatchObject({
      trace_id: null,
      mc_seqno_end: '0',
      is_incomplete: false,
      trace_info: { trace_state: 'pending', messages: 2, transactions: 2, pending_messages: 0 },
    })
    const { transactions, address_book } = await transactionsOf(bob.address)
    expect(transactions).toMatchObject([
      {
        account: bob.address.toRawString().toUpperCase(),
        emulated: true,
        finality: 'pending',
        mc_block_seqno: 0,
        trace_external_hash: emulated?.external_hash,
        ...(emulated?.external_hash !== hash && { trace_external_hash_norm: hash }),
        in_msg: { value: ton(1).toString(), message_content: { decoded: { comment: 'soon' } } },
      },
    ])
    expect(transactions?.[0]).not.toHaveProperty('trace_id')
    expect(Object.keys(address_book)).toContain(alice.address.toRawString().toUpperCase())
    // An account without a pending trace, and one with another trace.
    await expect(transactionsOf(rig.users.grace.address)).rejects.toMatchObject({ status: 404 })

    await rig.settle()
    expect(await traceOf(hash)).toBeUndefined()
    await expect(transactionsOf(bob.address)).rejects.toMatchObject({ status: 404 })
  })

  it('has a jetton transfer with the same messages as in the emulation', async () => {
    const { dave, erin } = rig.users
    const { crane } = jettonsOf(rig.users)
    const order = { from: dave.address, to: erin.address, amount: cranes(2), payload: commentBody('a pot') }
    const before = rig.context.blocks.length
    const hash = await send(dave, [sendJettons(crane, order)])
    const emulated = await traceOf(hash)
    expect(emulated?.transactions_order).toHaveLength(5)
    const steps = emulated && emulatedSteps(emulated)

    await rig.settle()
    expect(await traceOf(hash)).toBeUndefined()
    expect(steps).toEqual(realSteps(rig.context.blocks.slice(before)))
  })

  it('replaces emulated transactions by those in blocks', async () => {
    const { erin, giver } = rig.users
    // From the masterchain a message arrives a block later.
    const hash = await send(giver, [{ to: erin.address, amount: ton(1) }])
    expect(await traceOf(hash)).toMatchObject({ trace_id: null, trace_info: { transactions: 2 } })

    await rig.step()
    const begun = await traceOf(hash)
    const [first = '', second = ''] = begun?.transactions_order ?? []
    expect(begun).toMatchObject({
      trace_id: first,
      trace_info: { transactions: 2, messages: 2 },
      trace: { tx_hash: first, children: [{ tx_hash: second, children: [] }] },
      transactions: {
        [first]: { emulated: false, finality: 'finalized' },
        [second]: { emulated: true, finality: 'pending', mc_block_seqno: 0, trace_id: first },
      },
    })
    // The sender's own transaction is in a block; the pending one is another account's.
    expect((await transactionsOf(giver.address)).transactions).toBeNull()
    expect((await transactionsOf(erin.address)).transactions).toHaveLength(1)

    await rig.settle()
    expect(await traceOf(hash)).toBeUndefined()
  })

  it('drops a message that its account refuses, with the reason', async () => {
    const { carol, bob } = rig.users
    const order = await walletMessage(rig.context, carol, [{ to: bob.address, amount: ton(0.1) }])
    await rig.send(order)
    await rig.settle()
    const taken = rig.pending.dropped.length
    // A block has included it: sent again, its seqno is used.
    await expect(rig.send(order)).rejects.toThrow('exitcode=')
    const message = parseCell(order, 'Message', loadMessage)
    rig.pending.accept({ cell: order, message, hashNorm: Buffer.alloc(32, 7) })
    expect(await rig.pending.find({ hashes: [Buffer.alloc(32, 7)] })).toEqual([])
    // A block that is not indexed yet can have it: so it is kept for a while.
    expect(rig.pending.dropped.slice(taken)).toEqual([])
    rig.context.wait(31)
    await rig.pending.find({})
    expect(rig.pending.dropped.slice(taken)).toMatchObject([
      { externalHash: Buffer.alloc(32, 7), reason: expect.stringMatching(/refuses it with exit code \d+/) },
    ])
  })
})
