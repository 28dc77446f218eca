import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { ClassifierTrace } from '../../../../src-main/indexer/actions/trace.ts'
import { bodyOf } from './classified.ts'
import { accountOf, NO_FACTS, type Sent, traceOf } from './nestedTrace.ts'

const ELECTOR = `-1:${'3'.repeat(64)}`

/** The trace with one account at the elector's address. */
function atElector(sent: Sent): ClassifierTrace {
  const move = (address: string | null) => (address === accountOf('elector') ? ELECTOR : address)
  const trace = traceOf({ to: 'validator', sends: [sent] })
  type Message = NonNullable<ClassifierTrace['transactions'][number]['inMessage']>
  const moved = (message: Message): Message => ({
    ...message,
    source: move(message.source),
    destination: move(message.destination),
  })
  return {
    ...trace,
    transactions: trace.transactions.map((transaction) => ({
      ...transaction,
      account: move(transaction.account) ?? '',
      inMessage: transaction.inMessage && moved(transaction.inMessage),
      outMessages: transaction.outMessages.map(moved),
    })),
  }
}

const answered = (opcode: number, answer?: number): Sent => ({
  to: 'elector',
  value: 10_000n,
  body: bodyOf(opcode),
  sends: answer === undefined ? [] : [{ to: 'validator', value: 12_000n, body: bodyOf(answer) }],
})

describe('actions of elections', () => {
  it.each([
    { type: 'election_deposit', opcode: 0x4e73744b, answer: 0xf374484c, success: true, amount: 10_000n },
    { type: 'election_deposit', opcode: 0x4e73744b, answer: undefined, success: false, amount: 10_000n },
    { type: 'election_recover', opcode: 0x47657424, answer: 0xf96f7324, success: true, amount: 12_000n },
    { type: 'election_recover', opcode: 0x47657424, answer: undefined, success: false, amount: null },
  ])(
    'contain $type, with the answer $answer and success $success',
    ({ type, opcode, answer, success, amount }) => {
      const { rows } = classifyTrace(atElector(answered(opcode, answer)), NO_FACTS)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toMatchObject({ type, success, amount, source: accountOf('validator') })
    },
  )

  it('do not contain a returned stake or calls of other contracts', () => {
    const returned = classifyTrace(atElector(answered(0x4e73744b, 0xee6f454c)), NO_FACTS).rows
    expect(returned.map(({ type }) => type).sort()).toEqual(['call_contract', 'election_deposit'])
    const other = traceOf({ to: 'validator', sends: [answered(0x4e73744b, 0xf374484c)] })
    expect(classifyTrace(other, NO_FACTS).rows.map(({ type }) => type)).not.toContain('election_deposit')
  })
})
