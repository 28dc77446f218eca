import { describe, expect, it } from 'vitest'
import {
  describeTransaction,
  type SentencePart,
  summarizeTransaction,
} from '../../../../src-renderer/decode/describeTransaction.ts'
import type { Phases } from '../../../../src-renderer/decode/transaction.ts'
import type { TransactionView } from '../../../../src-renderer/decode/transactionView.ts'
import {
  BOUNCED,
  EXTERNAL as external,
  incoming,
  madeActionPhase,
  madeMessageView as message,
  OTHER,
  RAN,
  ranWith,
  madeView as transaction,
} from './madeView.ts'

const failedCompute = (exitCode: number): Phases => ({
  ...RAN,
  compute: ranWith(exitCode),
  action: undefined,
  aborted: true,
  bounce: BOUNCED,
})

const skipped = (reason: 'no-state' | 'no-gas'): Phases => ({
  ...RAN,
  compute: { type: 'skipped', reason },
  action: undefined,
  aborted: true,
})

const leftOut = (skippedActions: number, msgsCreated: number): Phases => ({
  ...RAN,
  action: madeActionPhase({ totActions: skippedActions + msgsCreated, skippedActions, msgsCreated }),
})

const spoken = (parts: readonly SentencePart[]) =>
  parts
    .map((part) => {
      if (part.kind === 'account') return part.address
      if (part.kind === 'currency') return `[${part.value} of ${part.id}]`
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
    [
      'extra currencies without coins',
      transaction({ inMessage: incoming({ value: 0n, currencies: [{ id: 100, amount: '1000000000000' }] }) }),
      'EQself received [1000000000000 of 100] from EQother',
    ],
    [
      'extra currencies beside coins',
      transaction({ inMessage: incoming({ currencies: [{ id: 100, amount: '7' }] }) }),
      'EQself received [5] and [7 of 100] from EQother',
    ],
    [
      'the sum of extra currencies in several messages',
      transaction({
        inMessage: external,
        outMessages: [
          message({ value: 0n, currencies: [{ id: 100, amount: '7' }] }),
          message({ value: 0n, currencies: [{ id: 100, amount: '8' }] }),
        ],
      }),
      'EQself sent [15 of 100] to EQother in 2 messages',
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
      transaction(
        { inMessage: incoming({ body: { kind: 'bounced', opcode: undefined, boc: '' } }) },
        { isReturn: true },
      ),
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
      transaction({ inMessage: incoming() }, { phases: { ...skipped('no-state'), bounce: BOUNCED } }),
      '[5] from EQother bounced: EQself has no code to run',
    ],
    [
      'coins that an account without code keeps',
      transaction({ inMessage: incoming() }, { phases: skipped('no-state') }),
      'EQself received [5] from EQother',
    ],
    [
      'a call of an account without code, which does not bounce',
      transaction(
        { inMessage: incoming({ body: { kind: 'call', opcode: 0x0f8a7ea5, boc: '' } }) },
        { phases: skipped('no-state') },
      ),
      'EQother called jetton transfer on EQself but it has no code to run',
    ],
    [
      'a call with too few coins',
      transaction(
        { inMessage: incoming({ body: { kind: 'call', opcode: 0x0f8a7ea5, boc: '' } }) },
        { phases: skipped('no-gas') },
      ),
      'EQother called jetton transfer on EQself but it got too few coins to run',
    ],
    [
      'a wallet whose only message was skipped',
      transaction({ inMessage: external }, { phases: leftOut(1, 0) }),
      'EQself failed to send 1 message',
    ],
    [
      'a wallet with one of two messages skipped',
      transaction({ inMessage: external, outMessages: [message({})] }, { phases: leftOut(1, 1) }),
      'EQself sent [5] to EQother, and failed to send 1 message',
    ],
    [
      'a call whose messages were skipped in part',
      transaction(
        {
          inMessage: incoming({ body: { kind: 'call', opcode: 0x1234, boc: '' } }),
          outMessages: [message({})],
        },
        { phases: leftOut(2, 1) },
      ),
      'EQother called 0x00001234 on EQself with [5], which sent 1 message and failed to send 2 messages',
    ],
    ['a tick', transaction({}, { kind: 'tick' }), 'The network called EQself at the start of the block'],
  ])('describes %s', (_, view, sentence) => {
    expect(spoken(describeTransaction(view))).toBe(sentence)
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
      received: { value: 0n, currencies: [] },
      sent: { value: 5n, currencies: [] },
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
      received: { value: 0n, currencies: [] },
      sent: { value: 10n, currencies: [] },
      label: 'Sent',
    })
  })

  it('reports extra currencies of the messages', () => {
    const currencies = [{ id: 100, amount: '7' }]
    const view = transaction({
      inMessage: incoming({ value: 0n, currencies }),
      outMessages: [message({ value: 0n, currencies }), message({ value: 0n, currencies })],
    })
    expect(summarizeTransaction(view)).toMatchObject({
      received: { value: 0n, currencies },
      sent: { value: 0n, currencies: [{ id: 100, amount: '14' }] },
    })
  })

  it('reports both the coins that a message brought and those that were sent on', () => {
    const view = transaction({
      inMessage: incoming({ value: 100_000_000n }),
      outMessages: [message({ value: 150_000_000_000n }), message({ destination: undefined, value: 0n })],
    })
    expect(summarizeTransaction(view)).toMatchObject({
      direction: 'in',
      received: { value: 100_000_000n, currencies: [] },
      sent: { value: 150_000_000_000n, currencies: [] },
    })
  })
})
