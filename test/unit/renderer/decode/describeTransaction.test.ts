import { describe, expect, it } from 'vitest'
import {
  describeTransaction,
  outcomeOf,
  type SentencePart,
  summarizeTransaction,
} from '../../../../src-renderer/decode/describeTransaction.ts'
import type { DecodedTransaction, Phases } from '../../../../src-renderer/decode/transaction.ts'
import type { MessageView, TransactionView } from '../../../../src-renderer/decode/transactionView.ts'

const SELF = 'EQself'
const OTHER = 'EQother'

const message = (fields: Partial<MessageView>): MessageView => ({
  hash: '',
  source: SELF,
  destination: OTHER,
  value: 5n,
  currencies: [],
  forwardFee: 0n,
  createdLt: '1',
  bodyHash: '',
  body: { kind: 'empty' },
  hasInitState: false,
  ...fields,
})

const PHASES: Phases = {
  storage: undefined,
  credit: undefined,
  compute: { type: 'skipped', reason: 'no-state' },
  action: undefined,
  bounce: undefined,
  aborted: false,
  destroyed: false,
}

const failedCompute = (exitCode: number): Phases => ({
  ...PHASES,
  compute: {
    type: 'vm',
    success: false,
    msgStateUsed: false,
    accountActivated: false,
    gasFees: 0n,
    gasUsed: 0n,
    gasLimit: 0n,
    gasCredit: undefined,
    exitCode,
    exitArg: undefined,
    vmSteps: 0,
  },
  bounce: { type: 'ok', msgFees: 0n, fwdFees: 0n },
})

const transaction = (
  fields: Partial<TransactionView>,
  decoded: Partial<DecodedTransaction> = {},
): TransactionView => ({
  address: SELF,
  lt: '1',
  hash: '',
  utime: 0,
  fee: 0n,
  storageFee: 0n,
  otherFee: 0n,
  inMessage: undefined,
  outMessages: [],
  boc: '',
  cell: undefined,
  decoded: {
    kind: 'ordinary',
    phases: PHASES,
    before: 'active',
    after: 'active',
    stateBefore: new Uint8Array(32),
    stateAfter: new Uint8Array(32),
    previousLt: 0n,
    previousHash: new Uint8Array(32),
    messagesOut: 0,
    totalFees: 0n,
    ...decoded,
  },
  ...fields,
})

const external = message({ source: undefined, destination: SELF, value: 0n })
const incoming = (fields: Partial<MessageView> = {}) =>
  message({ source: OTHER, destination: SELF, ...fields })

const spoken = (parts: readonly SentencePart[]) =>
  parts
    .map((part) => {
      if (part.kind === 'account') return part.address
      return part.kind === 'amount'
        ? `[${part.value}]`
        : part.kind === 'comment'
          ? `“${part.text}”`
          : part.text
    })
    .join(' ')
    .replaceAll(' ,', ',')

describe('describeTransaction', () => {
  it.each<[string, TransactionView, string]>([
    [
      'a transfer with a comment',
      transaction({
        inMessage: external,
        outMessages: [message({ body: { kind: 'comment', text: 'for coffee' } })],
      }),
      'EQself sent [5] to EQother with the comment “for coffee”',
    ],
    [
      'a call by a wallet',
      transaction({
        inMessage: external,
        outMessages: [message({ body: { kind: 'call', opcode: 0x0f8a7ea5, boc: '' } })],
      }),
      'EQself called jetton transfer on EQother with [5]',
    ],
    [
      'many messages',
      transaction({ inMessage: external, outMessages: [message({}), message({ destination: 'EQthird' })] }),
      'EQself sent [10] to 2 accounts in 2 messages',
    ],
    [
      'a deployment',
      transaction({ inMessage: external, outMessages: [message({})] }, { before: 'uninitialized' }),
      'EQself was deployed and sent [5] to EQother',
    ],
    ['a receipt', transaction({ inMessage: incoming() }), 'EQself received [5] from EQother'],
    [
      'an unknown call that passed messages on',
      transaction({
        inMessage: incoming({ body: { kind: 'call', opcode: 0x1234, boc: '' } }),
        outMessages: [message({})],
      }),
      'EQother called 0x00001234 on EQself with [5], which sent 1 message',
    ],
    [
      'a bounced message',
      transaction({ inMessage: incoming({ body: { kind: 'bounced', opcode: undefined, boc: '' } }) }),
      '[5] bounced back from EQother to EQself',
    ],
    [
      'a failed call',
      transaction(
        { inMessage: incoming({ body: { kind: 'call', opcode: 0x595f07bc, boc: '' } }) },
        { phases: failedCompute(707) },
      ),
      'EQother called jetton burn on EQself and it failed: exit code 707, bounced',
    ],
    [
      'money for an account without code that went back',
      transaction(
        { inMessage: incoming() },
        { phases: { ...PHASES, bounce: { type: 'ok', msgFees: 0n, fwdFees: 0n } } },
      ),
      '[5] from EQother bounced: EQself has no code to run',
    ],
    ['a tick', transaction({}, { kind: 'tick' }), 'The network called EQself at the start of the block'],
  ])('describes %s', (_, view, sentence) => {
    expect(spoken(describeTransaction(view))).toBe(sentence)
  })
})

describe('outcomeOf', () => {
  it('does not call it a failure when coins reach an account without code', () => {
    expect(outcomeOf(transaction({ inMessage: incoming() }))).toEqual({ kind: 'ok' })
  })

  it('names the phase that failed, compute before action', () => {
    expect(outcomeOf(transaction({}, { phases: failedCompute(35) }))).toEqual({
      kind: 'failed',
      phase: 'compute',
      code: 35,
    })
    const action = {
      success: false,
      valid: true,
      noFunds: true,
      statusChange: 'unchanged',
      totalFwdFees: undefined,
      totalActionFees: undefined,
      resultCode: 37,
      resultArg: undefined,
      totActions: 1,
      specActions: 0,
      skippedActions: 0,
      msgsCreated: 0,
    } as const
    expect(outcomeOf(transaction({}, { phases: { ...PHASES, action } }))).toEqual({
      kind: 'failed',
      phase: 'action',
      code: 37,
    })
  })
})

describe('summarizeTransaction', () => {
  it('sees a transfer from its sender', () => {
    const view = transaction({
      inMessage: external,
      outMessages: [message({ body: { kind: 'comment', text: 'hi' } })],
    })
    expect(summarizeTransaction(view)).toEqual({
      direction: 'out',
      label: 'Sent',
      comment: 'hi',
      counterparty: { address: OTHER },
      received: 0n,
      sent: 5n,
      outcome: { kind: 'ok' },
      bouncedBack: false,
    })
  })

  it('counts receivers, and messages to the event log for nothing', () => {
    const view = transaction({
      inMessage: external,
      outMessages: [
        message({}),
        message({ destination: 'EQthird' }),
        message({ destination: undefined, value: 0n }),
      ],
    })
    expect(summarizeTransaction(view)).toMatchObject({
      counterparty: { count: 2 },
      received: 0n,
      sent: 10n,
      label: 'Sent',
    })
  })

  it('reports both the coins that a message brought and those that were sent on', () => {
    const view = transaction({
      inMessage: incoming({ value: 100_000_000n }),
      outMessages: [message({ value: 150_000_000_000n }), message({ destination: undefined, value: 0n })],
    })
    expect(summarizeTransaction(view)).toMatchObject({
      direction: 'in',
      received: 100_000_000n,
      sent: 150_000_000_000n,
    })
  })
})
