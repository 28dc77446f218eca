import { Address, beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TraceJson } from '#shared/schema/v3/traces.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { Action } from '../../../../src-renderer/actions/action.ts'
import { actionFault } from '../../../../src-renderer/actions/actionResult.ts'
import { foldTraces } from '../../../../src-renderer/actions/foldTraces.ts'
import { type TraceFacts, traceFacts, traceFault } from '../../../../src-renderer/actions/traceFacts.ts'
import { accountKey } from '../../../../src-renderer/decode/accountKey.ts'
import { accountOf, hashOf, madeMessage, madeTransaction } from '../trace/madeTrace.ts'
import { madeAction } from './madeAction.ts'

/** A owns the jetton wallet D, B owns E, and C is the master. */
const [A, B, C, D, E, N] = ['A', 'B', 'C', 'D', 'E', 'F'].map(accountOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]

function wallet(owner: string) {
  return {
    is_indexed: true,
    token_info: [{ type: 'jetton_wallets' as const, valid: true, extra: { owner, jetton: C } }],
  }
}

const METADATA: MetadataJson = {
  [D]: wallet(A),
  [E]: wallet(B),
  [N]: { is_indexed: true, token_info: [{ type: 'nft_items', valid: true }] },
}

function bodyOf(builder: ReturnType<typeof beginCell>): MessageJson['message_content'] {
  const cell = builder.endCell()
  return { hash: cell.hash().toString('base64'), body: cell.toBoc().toString('base64'), decoded: null }
}

function tokens(opcode: number, amount: bigint, party: string) {
  return bodyOf(
    beginCell().storeUint(opcode, 32).storeUint(1, 64).storeCoins(amount).storeAddress(Address.parse(party)),
  )
}

const TRANSFER = 0x0f8a7ea5
const INTERNAL = 0x178d4519
const BURN = 0x595f07bc
const BURNED = 0x7bdd97de

function bounced(opcode: number, amount: bigint) {
  return bodyOf(
    beginCell().storeUint(0xffffffff, 32).storeUint(opcode, 32).storeUint(1, 64).storeCoins(amount),
  )
}

function traceOf(transactions: readonly TransactionJson[], rest: Partial<TraceJson> = {}): TraceJson {
  return {
    trace_id: hashOf(1),
    external_hash: null,
    mc_seqno_start: '1',
    mc_seqno_end: '1',
    start_lt: '1',
    start_utime: 1,
    end_lt: '9',
    end_utime: 1,
    trace_info: {
      trace_state: 'complete',
      messages: 1,
      transactions: transactions.length,
      pending_messages: 0,
      classification_state: 'ok',
    },
    is_incomplete: false,
    transactions: Object.fromEntries(transactions.map((transaction) => [transaction.hash, transaction])),
    ...rest,
  }
}

function factsOf(
  transactions: readonly TransactionJson[],
  here: string,
  rest: Partial<TraceJson> = {},
  metadata = METADATA,
): TraceFacts {
  const facts = traceFacts(traceOf(transactions, rest), { address_book: {}, metadata }, accountKey(here))
  if ('unread' in facts) throw new Error(facts.unread)
  return facts
}

/** A asks D to send 70 jettons to B with 10 coins; the wallet E of B accepts them, or fails. */
function jettonTransfer(isAccepted: boolean): TransactionJson[] {
  const external = madeMessage({ number: 0, source: null, destination: A, value: null })
  const request = madeMessage({
    number: 1,
    destination: D,
    value: '10',
    fwd_fee: '1',
    message_content: tokens(TRANSFER, 70n, B),
  })
  const sent = madeMessage({
    number: 2,
    source: D,
    destination: E,
    value: '8',
    message_content: tokens(INTERNAL, 70n, A),
  })
  const excess = madeMessage({ number: 3, source: E, destination: A, value: '5' })
  const back = madeMessage({
    number: 4,
    source: E,
    destination: D,
    value: '7',
    bounced: true,
    message_content: bounced(INTERNAL, 70n),
  })
  const after = isAccepted ? excess : back
  return [
    madeTransaction({ number: 10, account: A, in_msg: external, out_msgs: [request], total_fees: '2' }),
    madeTransaction({ number: 20, account: D, in_msg: request, out_msgs: [sent], total_fees: '2' }),
    madeTransaction({
      number: 30,
      account: E,
      in_msg: sent,
      out_msgs: [after],
      exit: isAccepted ? 0 : 709,
      total_fees: '1',
    }),
    madeTransaction({ number: 40, account: isAccepted ? A : D, in_msg: after, total_fees: '1' }),
  ]
}

describe('traceFacts', () => {
  it('has the change of each asset of the account, and its fees apart', () => {
    expect(factsOf(jettonTransfer(true), A).changes).toEqual({
      coins: -5n,
      fees: 4n,
      currencies: new Map(),
      jettons: new Map([[accountKey(C), -70n]]),
      gained: [],
      lost: [],
    })
    const { changes } = factsOf(jettonTransfer(true), B)
    expect([changes.coins, changes.fees, [...changes.jettons.values()]]).toEqual([0n, 0n, [70n]])
    const bystander = factsOf(jettonTransfer(true), accountOf('0')).changes
    expect([bystander.coins, bystander.fees, bystander.jettons.size]).toEqual([0n, 0n, 0])
  })

  it('has no change of jettons that the receiver’s wallet returned, and names the failed transfer', () => {
    const { changes, transferFailures, result } = factsOf(jettonTransfer(false), A)
    expect([changes.coins, changes.jettons.size]).toEqual([-10n, 0])
    expect([...transferFailures]).toEqual([[hashOf(20), { kind: 'failed', phase: 'compute', code: 709 }]])
    expect(result.kind).toBe('bad')
    expect(factsOf(jettonTransfer(true), A).transferFailures.size).toBe(0)
  })

  it('gives jettons back that the master refused to burn', () => {
    const request = madeMessage({ number: 1, destination: D, message_content: tokens(BURN, 70n, A) })
    const report = madeMessage({
      number: 2,
      source: D,
      destination: C,
      message_content: tokens(BURNED, 70n, A),
    })
    const back = madeMessage({
      number: 3,
      source: C,
      destination: D,
      bounced: true,
      message_content: bounced(BURNED, 70n),
    })
    const burn = [
      madeTransaction({ number: 10, account: A, out_msgs: [request] }),
      madeTransaction({ number: 20, account: D, in_msg: request, out_msgs: [report] }),
    ]
    const refused = [
      madeTransaction({ number: 30, account: C, in_msg: report, out_msgs: [back], exit: 73 }),
      madeTransaction({ number: 40, account: D, in_msg: back }),
    ]
    expect([...factsOf(burn, A).changes.jettons.values()]).toEqual([-70n])
    const facts = factsOf([...burn, ...refused], A)
    expect(facts.changes.jettons.size).toBe(0)
    expect(facts.transferFailures.get(hashOf(20))).toMatchObject({ code: 73 })
  })

  it('counts NFT items that the account gained and lost, and none that only passed', () => {
    const give = (number: number, source: string, to: string) =>
      madeMessage({ number, source, destination: N, message_content: nftTransfer(to) })
    const nftTransfer = (to: string) =>
      bodyOf(beginCell().storeUint(0x5fcc3d14, 32).storeUint(1, 64).storeAddress(Address.parse(to)))
    const first = madeTransaction({ number: 10, account: N, in_msg: give(1, A, B) })
    const second = madeTransaction({ number: 20, account: N, in_msg: give(2, B, C) })
    const item = accountKey(N)
    expect(factsOf([first], A).changes).toMatchObject({ gained: [], lost: [item] })
    expect(factsOf([first], B).changes).toMatchObject({ gained: [item], lost: [] })
    expect(factsOf([first, second], B).changes).toMatchObject({ gained: [], lost: [] })
  })

  const INDEX_AND_COLLECTION = beginCell().storeUint(0, 64).storeAddress(Address.parse(C)).endCell()
  const initOf = (data: Cell) => bodyOf(beginCell().storeUint(0b00110, 5).storeRef(Cell.EMPTY).storeRef(data))
  const newItem = (to: string) => beginCell().storeAddress(Address.parse(to)).storeRef(Cell.EMPTY)
  const deployed = (
    message: Partial<MessageJson>,
    rest: Partial<TransactionJson> & { exit?: number } = {},
  ): TransactionJson =>
    madeTransaction({
      number: 10,
      account: N,
      in_msg: madeMessage({
        number: 1,
        source: C,
        destination: N,
        message_content: bodyOf(newItem(B)),
        init_state: initOf(INDEX_AND_COLLECTION),
        ...message,
      }),
      orig_status: 'uninit',
      ...rest,
    })

  it('gives a minted NFT item to its owner, who can give it away in the same trace', () => {
    const item = accountKey(N)
    const mint = deployed({})
    expect(factsOf([mint], B).changes).toMatchObject({ gained: [item], lost: [] })
    expect(factsOf([mint], C).changes).toMatchObject({ gained: [], lost: [] })
    // Soulbound and editable items have another address after the content.
    const bound = deployed({ message_content: bodyOf(newItem(B).storeAddress(Address.parse(A))) })
    expect(factsOf([bound], B).changes.gained).toEqual([item])
    const transfer = beginCell().storeUint(0x5fcc3d14, 32).storeUint(1, 64).storeAddress(Address.parse(A))
    const given = madeTransaction({
      number: 20,
      account: N,
      in_msg: madeMessage({ number: 2, source: B, destination: N, message_content: bodyOf(transfer) }),
    })
    expect(factsOf([mint, given], A).changes).toMatchObject({ gained: [item], lost: [] })
    expect(factsOf([mint, given], B).changes).toMatchObject({ gained: [], lost: [] })
  })

  it('gives an item without a collection to the owner in its first data', () => {
    const data = beginCell().storeAddress(Address.parse(B)).storeAddress(Address.parse(B))
    const init_state = initOf(data.storeRef(Cell.EMPTY).storeRef(Cell.EMPTY).endCell())
    const single = deployed({ source: A, message_content: bodyOf(beginCell()), init_state })
    expect(factsOf([single], B).changes.gained).toEqual([accountKey(N)])
  })

  it('gives nothing by a deployment that failed, of other contracts, or that names no owner', () => {
    const gained = (transaction: TransactionJson, metadata = METADATA) =>
      factsOf([transaction], B, {}, metadata).changes.gained
    expect(gained(deployed({}, { exit: 405, end_status: 'uninit' }))).toEqual([])
    expect(gained(deployed({}, { orig_status: 'active' }))).toEqual([])
    expect(gained(deployed({}), { [N]: wallet(A) })).toEqual([])
    expect(gained(deployed({ message_content: bodyOf(beginCell().storeUint(7, 32)) }))).toEqual([])
    expect(gained(deployed({ message_content: null, init_state: null }))).toEqual([])
    const auctioned = {
      is_indexed: true,
      token_info: [{ type: 'nft_items' as const, valid: true, extra: { domain: 'alice.ton' } }],
    }
    expect(gained(deployed({}), { [N]: auctioned })).toEqual([])
  })

  it('says why a trace has no amounts, or amounts of a part only', () => {
    const tooLarge = { transactions: undefined, warning: 'trace is too large' }
    expect(traceFacts(traceOf([], tooLarge), {}, A)).toEqual({ unread: 'trace is too large' })
    const info = traceOf([]).trace_info
    const noteOf = (trace_state: 'complete' | 'pending' | 'broken') =>
      factsOf(jettonTransfer(true), A, { trace_info: { ...info, trace_state } }).note
    expect(noteOf('complete')).toBeUndefined()
    expect(noteOf('pending')).toMatch(/^So far/)
    expect(noteOf('broken')).toMatch(/beginning is not indexed/)
  })

  it('is final only once the contracts that received token messages are known to be tokens', () => {
    expect(factsOf(jettonTransfer(true), A).isFinal).toBe(true)
    expect(factsOf(jettonTransfer(true), A, {}, { [D]: wallet(A) }).isFinal).toBe(false)
  })
})

describe('traceFault', () => {
  const lead = (transactions: readonly number[], success: boolean, rest: Partial<Action> = {}) =>
    madeAction(
      'ton_transfer',
      { source: A, destination: B, value: '10' },
      { success, transactions: transactions.map(hashOf), ...rest },
    )
  const rowOf = (action: Action, facts: TraceFacts | undefined) => {
    const [fold] = foldTraces([action])
    return fold && traceFault(fold, facts)
  }
  const withActions = (transactions: readonly TransactionJson[], ...actions: Action[]) =>
    factsOf(transactions, A, { actions: actions as unknown as NonNullable<TraceJson['actions']> })
  const external = madeMessage({ number: 0, source: null, destination: A, value: null })
  const sent = madeMessage({ number: 1, source: A, destination: B, value: '10' })
  const ordered = (root: Partial<TransactionJson> & { skipped?: number } = {}) =>
    madeTransaction({ number: 10, in_msg: external, out_msgs: [sent], ...root })

  it('is a failure of the action that the index states, before and after the trace is read', () => {
    const action = lead([10], false)
    const failed = { kind: 'bad', words: undefined }
    expect(rowOf(action, undefined)).toEqual(failed)
    expect(rowOf(action, withActions(jettonTransfer(true), action))).toEqual(failed)
    expect(rowOf(action, factsOf(jettonTransfer(true), A))).toEqual(failed)
    const stated = madeAction('jvault_unstake', { source: A, exit_code: 56 })
    expect(rowOf(stated, undefined)).toMatchObject({ kind: 'bad' })
    expect(rowOf(lead([10], true), undefined)).toBeUndefined()
  })

  it('names the reason of a failed action by its transaction', () => {
    const facts = factsOf(jettonTransfer(false), A)
    const words = expect.stringContaining('709')
    expect(actionFault(lead([10, 20, 30], false), facts.failures)).toEqual({ kind: 'bad', words })
  })

  it('agrees with the trace’s page about an action that succeeded while nothing was sent', () => {
    const unsent = madeTransaction({ number: 20, account: B, in_msg: sent, skipped: 1 })
    const only = madeTransaction({ number: 10, in_msg: external, skipped: 1 })
    for (const [transactions, hashes] of [
      [[only], [10]],
      [
        [ordered(), unsent],
        [10, 20],
      ],
      [[ordered(), unsent], [20]],
    ] as const) {
      const action = lead(hashes, true)
      const facts = withActions(transactions, action)
      const expected = { kind: 'bad', words: 'message not sent' }
      expect(facts.result).toMatchObject(expected)
      expect(actionFault(action, facts.failures)).toEqual(expected)
      expect(rowOf(action, facts)).toEqual(expected)
      expect(rowOf(action, undefined)).toBeUndefined()
    }
  })

  it('agrees with the trace’s page about an action of which a part was not sent', () => {
    const action = lead([10, 20], true)
    const facts = withActions(
      [ordered({ skipped: 1 }), madeTransaction({ number: 20, account: B, in_msg: sent })],
      action,
    )
    const expected = { kind: 'partly', words: '1 of 2 messages not sent' }
    expect(facts.result).toMatchObject(expected)
    expect(rowOf(action, facts)).toEqual(expected)
  })

  it('agrees with the trace’s page about a failure elsewhere in the trace, and says where it is', () => {
    const action = lead([10, 20], true)
    const facts = withActions(jettonTransfer(false), action)
    expect(facts.result.kind).toBe('partly')
    expect(rowOf(action, facts)).toEqual({
      kind: 'partly',
      words: expect.stringMatching(/^elsewhere in the trace: .*709/),
    })
    expect(rowOf(action, withActions(jettonTransfer(true), action))).toBeUndefined()
    // Another account's part of a trace whose main action failed.
    const swap = madeAction('jetton_swap', { sender: A }, { success: false, transactions: [hashOf(30)] })
    const failed = withActions(jettonTransfer(false), swap, action)
    expect(failed.result.kind).toBe('bad')
    expect(rowOf(action, failed)).toMatchObject({ kind: 'bad', words: expect.stringContaining('709') })
  })

  it('does not call a bounce a failure, though the transaction that sent it failed', () => {
    const details = { source: B, destination: A, opcode: '0xffffffff' }
    const rest = { success: true, transactions: [20, 40].map(hashOf) }
    const back = madeAction('call_contract', details, rest)
    const { failures } = factsOf(
      [ordered(), madeTransaction({ number: 20, account: B, in_msg: sent, exit: 709 })],
      A,
    )
    expect(actionFault(back, failures)).toBeUndefined()
    const call = madeAction('call_contract', { ...details, opcode: '0x12345678' }, rest)
    expect(actionFault(call, failures)).toMatchObject({ kind: 'bad' })
  })

  it('marks a pending trace by its emulated transactions, as its page does', () => {
    const pending = { trace_id: null, finality: 'pending' } as const
    const emulated = { emulated: true, finality: 'pending' } as const
    const info = { ...traceOf([]).trace_info, trace_state: 'pending' as const }
    const factsOfPending = (skipped: number, exit: number, action: Action) =>
      factsOf(
        [
          ordered({ skipped, ...emulated }),
          madeTransaction({ number: 20, account: B, in_msg: sent, exit, ...emulated }),
        ],
        A,
        {
          trace_id: null,
          trace_info: info,
          actions: [action] as unknown as NonNullable<TraceJson['actions']>,
        },
      )
    const action = lead([10, 20], true, pending)
    expect(rowOf(action, undefined)).toBeUndefined()
    expect(rowOf(action, factsOfPending(0, 0, action))).toBeUndefined()
    const partly = factsOfPending(1, 0, action)
    expect([partly.result, partly.isFinal]).toMatchObject([{ kind: 'partly', at: 'A' }, false])
    expect(rowOf(action, partly)).toEqual({ kind: 'partly', words: '1 of 2 messages not sent' })
    const failed = factsOfPending(0, 709, action)
    expect(failed.result).toMatchObject({ kind: 'bad', at: 'B' })
    expect(rowOf(action, failed)).toEqual({ kind: 'bad', words: 'exit 709' })
  })
})
