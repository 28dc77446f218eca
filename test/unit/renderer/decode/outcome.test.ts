import { describe, expect, it } from 'vitest'
import { type Outcome, outcomeOf, outcomeWords, verdictOf } from '../../../../src-renderer/decode/outcome.ts'
import type { DecodedTransaction, Phases } from '../../../../src-renderer/decode/transaction.ts'
import type { MessageBody, MessageView } from '../../../../src-renderer/decode/transactionView.ts'
import {
  BOUNCED,
  EXTERNAL,
  incoming,
  madeActionPhase,
  madeMessageView,
  madeView,
  RAN,
  ranWith,
} from './madeView.ts'

const call = (opcode: number | undefined): MessageBody => ({ kind: 'call', opcode, boc: '' })
const skipped = (reason: 'no-state' | 'bad-state' | 'no-gas' | 'suspended'): Phases => ({
  ...RAN,
  compute: { type: 'skipped', reason },
  action: undefined,
  aborted: true,
})
const actions = (fields: Parameters<typeof madeActionPhase>[0]): Phases => ({
  ...RAN,
  action: madeActionPhase(fields),
})
const failedActions = (fields: Parameters<typeof madeActionPhase>[0]): Phases => ({
  ...actions({ success: false, ...fields }),
  aborted: true,
})

type Case = readonly [
  name: string,
  message: MessageView | undefined,
  phases: Phases | undefined,
  outcome: Outcome,
  verdict: ReturnType<typeof verdictOf>,
  words: string,
  decoded?: Partial<DecodedTransaction>,
]

const CASES: readonly Case[] = [
  ['code without actions', incoming(), RAN, { kind: 'ok' }, 'good', 'success'],
  ['an exit code of 1', incoming(), { ...RAN, compute: ranWith(1) }, { kind: 'ok' }, 'good', 'success'],
  [
    'two sent messages',
    EXTERNAL,
    actions({ totActions: 2, msgsCreated: 2 }),
    { kind: 'ok' },
    'good',
    'success',
  ],
  [
    'the only message skipped',
    EXTERNAL,
    actions({ totActions: 1, skippedActions: 1 }),
    { kind: 'unsent', skipped: 1 },
    'bad',
    'message not sent',
  ],
  [
    'all of three messages skipped',
    EXTERNAL,
    actions({ totActions: 3, skippedActions: 3 }),
    { kind: 'unsent', skipped: 3 },
    'bad',
    '3 messages not sent',
  ],
  [
    'a call whose message was skipped beside a reserve',
    incoming({ body: call(1) }),
    actions({ totActions: 2, specActions: 1, skippedActions: 1 }),
    { kind: 'unsent', skipped: 1 },
    'bad',
    'message not sent',
  ],
  [
    'one of two messages skipped',
    EXTERNAL,
    actions({ totActions: 2, skippedActions: 1, msgsCreated: 1 }),
    { kind: 'partly', sent: 1, skipped: 1 },
    'partly',
    '1 of 2 messages not sent',
  ],
  [
    'a thrown exit code',
    incoming(),
    { ...RAN, compute: ranWith(35), action: undefined, aborted: true, bounce: BOUNCED },
    { kind: 'failed', phase: 'compute', code: 35 },
    'bad',
    "35: the contract's own code; in wallets: invalid signature or expired",
  ],
  [
    'a thrown exit code after a commit, which the phase calls a success',
    incoming(),
    { ...RAN, compute: ranWith(35, true) },
    { kind: 'failed', phase: 'compute', code: 35 },
    'bad',
    "35: the contract's own code; in wallets: invalid signature or expired",
  ],
  [
    'out of gas in a tick',
    undefined,
    { ...RAN, compute: ranWith(-14), action: undefined, aborted: true },
    { kind: 'failed', phase: 'compute', code: -14 },
    'bad',
    '-14: out of gas',
    { kind: 'tick' },
  ],
  [
    'too few coins for an action',
    EXTERNAL,
    failedActions({ noFunds: true, resultCode: 37, totActions: 1 }),
    { kind: 'failed', phase: 'action', code: 37 },
    'bad',
    '37: not enough coins',
  ],
  [
    'an invalid action',
    EXTERNAL,
    failedActions({ valid: false, resultCode: 34, totActions: 1 }),
    { kind: 'failed', phase: 'action', code: 34 },
    'bad',
    '34: invalid or unsupported action',
  ],
  [
    'a failed action that bounced its message',
    incoming(),
    { ...failedActions({ resultCode: 40 }), bounce: BOUNCED },
    { kind: 'failed', phase: 'action', code: 40 },
    'bad',
    "40: message can't be paid for or is too large",
  ],
  [
    'coins for an account without code',
    incoming(),
    skipped('no-state'),
    { kind: 'credited', reason: 'no-state' },
    'good',
    'received; no code ran: no state',
    { before: 'nonexistent', after: 'uninitialized' },
  ],
  [
    'coins with a comment for a frozen account',
    incoming({ body: { kind: 'comment', text: 'gift' } }),
    skipped('no-state'),
    { kind: 'credited', reason: 'no-state' },
    'good',
    'received; no code ran: no state',
    { before: 'frozen', after: 'frozen' },
  ],
  [
    'coins for a suspended account',
    incoming(),
    skipped('suspended'),
    { kind: 'credited', reason: 'suspended' },
    'good',
    'received; no code ran: suspended',
  ],
  [
    'too few coins to run a wallet',
    incoming({ value: 1n, body: { kind: 'comment', text: 'dust' } }),
    skipped('no-gas'),
    { kind: 'credited', reason: 'no-gas' },
    'good',
    'received; no code ran: no gas',
  ],
  [
    'a receipt with too few coins to run code',
    incoming({ value: 1n, body: call(0x7362d09c) }),
    skipped('no-gas'),
    { kind: 'credited', reason: 'no-gas' },
    'good',
    'received; no code ran: no gas',
  ],
  [
    'an encrypted comment that v3 gives as a call',
    incoming({ body: call(0x2167da4b) }),
    skipped('no-state'),
    { kind: 'credited', reason: 'no-state' },
    'good',
    'received; no code ran: no state',
  ],
  [
    'a call of an account without code',
    incoming({ body: call(0x0f8a7ea5) }),
    skipped('no-state'),
    { kind: 'not run', reason: 'no-state' },
    'bad',
    'not executed: no state',
  ],
  [
    'a call with too few coins',
    incoming({ body: call(0x0f8a7ea5) }),
    skipped('no-gas'),
    { kind: 'not run', reason: 'no-gas' },
    'bad',
    'not executed: no gas',
  ],
  [
    'a deployment with too few coins',
    incoming({ hasInitState: true }),
    skipped('no-gas'),
    { kind: 'not run', reason: 'no-gas' },
    'bad',
    'not executed: no gas',
    { before: 'uninitialized', after: 'uninitialized' },
  ],
  [
    'an initial state that is not needed, with too few coins',
    incoming({ hasInitState: true }),
    skipped('no-gas'),
    { kind: 'credited', reason: 'no-gas' },
    'good',
    'received; no code ran: no gas',
  ],
  [
    'a deployment with the wrong initial state',
    incoming(),
    skipped('bad-state'),
    { kind: 'not run', reason: 'bad-state' },
    'bad',
    'not executed: bad state',
  ],
  [
    'coins that bounced at an account without code',
    incoming(),
    { ...skipped('no-state'), bounce: BOUNCED },
    { kind: 'not run', reason: 'no-state' },
    'bad',
    'not executed: no state',
  ],
  [
    'coins that could not pay for their return',
    incoming({ value: 1n }),
    { ...skipped('no-gas'), bounce: { type: 'no-funds', reqFwdFees: 5n } },
    { kind: 'not run', reason: 'no-gas' },
    'bad',
    'not executed: no gas',
  ],
  [
    'a tick of an account without code',
    undefined,
    skipped('no-state'),
    { kind: 'not run', reason: 'no-state' },
    'bad',
    'not executed: no state',
    { kind: 'tock' },
  ],
  [
    'a returned message',
    incoming(),
    RAN,
    { kind: 'returned' },
    'returned',
    'bounced back',
    { isReturn: true },
  ],
  [
    'a returned message with too few coins to run code',
    incoming({ body: call(0xffffffff) }),
    skipped('no-gas'),
    { kind: 'returned' },
    'returned',
    'bounced back',
    { isReturn: true },
  ],
  [
    'a returned message whose receiver fails',
    incoming(),
    { ...RAN, compute: ranWith(9), action: undefined, aborted: true },
    { kind: 'failed', phase: 'compute', code: 9 },
    'bad',
    '9: cell underflow',
    { isReturn: true },
  ],
  [
    'phases that are aborted without a failed one',
    incoming(),
    { ...RAN, aborted: true },
    { kind: 'unknown' },
    'unknown',
    'result not known',
  ],
  [
    'a bounce without a failed phase',
    incoming(),
    { ...RAN, bounce: BOUNCED },
    { kind: 'unknown' },
    'unknown',
    'result not known',
  ],
  [
    'phases that could not be read',
    incoming(),
    undefined,
    { kind: 'unknown' },
    'unknown',
    'result not known',
  ],
  [
    'a storage transaction',
    undefined,
    { ...RAN, compute: undefined, action: undefined },
    { kind: 'ok' },
    'good',
    'success',
    { kind: 'storage' },
  ],
]

describe('outcomeOf', () => {
  it.each(CASES.map((one) => [one[0], one] as const))('decides the outcome of %s', (_, one) => {
    const [, message, phases, outcome, verdict, words, decoded = {}] = one
    const view = madeView({ inMessage: message }, { phases, ...decoded })
    expect(outcomeOf(view)).toEqual(outcome)
    expect(verdictOf(outcome)).toBe(verdict)
    expect(outcomeWords(outcome)).toBe(words)
  })

  it('never calls an aborted, skipped or bounced transaction a success', () => {
    const computes = [ranWith(0), ranWith(1), ranWith(35), ranWith(35, true), undefined] as const
    const skips = (['no-state', 'bad-state', 'no-gas', 'suspended'] as const).map(
      (reason) => ({ type: 'skipped', reason }) as const,
    )
    const phases = [undefined, madeActionPhase(), madeActionPhase({ skippedActions: 1, totActions: 1 })]
    const bounces = [undefined, BOUNCED, { type: 'negative-funds' } as const]
    for (const compute of [...computes, ...skips])
      for (const action of phases)
        for (const bounce of bounces)
          for (const aborted of [true, false])
            for (const message of [EXTERNAL, incoming(), incoming({ body: call(7) }), undefined]) {
              const view = madeView(
                { inMessage: message },
                { phases: { ...RAN, compute, action, bounce, aborted } },
              )
              const outcome = outcomeOf(view)
              const isBad = aborted || bounce || (action?.skippedActions ?? 0) > 0
              if (isBad) expect(outcome.kind).not.toBe('ok')
            }
  })

  it('does not know the outcome of a transaction whose bytes could not be read', () => {
    expect(outcomeOf({ ...madeView({ inMessage: madeMessageView() }), decoded: undefined })).toEqual({
      kind: 'unknown',
    })
  })
})
