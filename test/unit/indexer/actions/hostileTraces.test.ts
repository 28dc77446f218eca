import { beginCell, Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { RULES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace, MAX_CLASSIFIED_TRANSACTIONS } from '../../../../src-main/indexer/actions/classify.ts'
import type { ClassifierTrace } from '../../../../src-main/indexer/actions/trace.ts'
import { NO_FACTS, type Sent, traceOf } from './nestedTrace.ts'

const OPCODES = [...new Set(RULES.flatMap(({ pattern }) => [...(pattern.opcodes ?? [])]))]
/** Every contract is a jetton wallet: rules go as far as they can. */
const ALL_WALLETS = {
  ...NO_FACTS,
  jettonWallet: (address: string) => ({ owner: address, jetton: address }),
}

const opcodeBody = (opcode: number) => beginCell().storeUint(opcode, 32).endCell()

/** A chain of messages, each sent by the receiver of the one before. */
function chain(length: number, body: (i: number) => Cell): Sent {
  let sent: Sent = { to: `account ${length}`, value: 1n, body: body(length) }
  for (let i = length - 1; i > 0; i--) sent = { to: `account ${i}`, value: 1n, body: body(i), sends: [sent] }
  return sent
}

describe('classifyTrace', () => {
  it('classifies a chain of 4,000 transactions', () => {
    const { state, rows } = classifyTrace(
      traceOf(chain(MAX_CLASSIFIED_TRANSACTIONS, () => Cell.EMPTY)),
      NO_FACTS,
    )
    expect(state).toBe('ok')
    expect(rows).toHaveLength(MAX_CLASSIFIED_TRANSACTIONS - 1)
  })

  it('leaves a larger trace unclassified', () => {
    const trace = traceOf(chain(MAX_CLASSIFIED_TRANSACTIONS + 1, () => Cell.EMPTY))
    expect(classifyTrace(trace, NO_FACTS)).toEqual({ state: 'unclassified', rows: [] })
  })

  it.each(OPCODES.map((opcode) => [`0x${opcode.toString(16)}`, opcode] as const))(
    'returns the basic actions of a chain and a fan of messages %s without bodies',
    (_name, opcode) => {
      const body = opcodeBody(opcode)
      const deep = classifyTrace(traceOf(chain(300, () => body)), ALL_WALLETS)
      expect(deep.state).not.toBe('failed')
      const fan = traceOf({
        to: 'sender',
        sends: Array.from({ length: 200 }, (_, i) => ({ to: `receiver ${i}`, value: 1n, body })),
      })
      expect(classifyTrace(fan, ALL_WALLETS).rows.length).toBeGreaterThanOrEqual(1)
    },
  )

  it('ends with every opcode below every other one', () => {
    const sends = OPCODES.map((opcode, i) => ({
      to: `first ${i}`,
      value: 1n,
      body: opcodeBody(opcode),
      sends: OPCODES.slice(0, 30).map((inner, j) => ({
        to: `second ${i} ${j}`,
        value: 1n,
        body: opcodeBody(inner),
      })),
    }))
    const { rows } = classifyTrace(traceOf({ to: 'sender', sends }), ALL_WALLETS)
    expect(rows.length).toBeGreaterThanOrEqual(OPCODES.length)
  })

  describe('returns the state failed and an unknown action for a malformed trace', () => {
    const whole = traceOf(chain(3, () => Cell.EMPTY))
    const malformed: Readonly<Record<string, ClassifierTrace>> = {
      'a transaction out of the tree': {
        ...whole,
        transactions: whole.transactions.filter((_, i) => i !== 1),
      },
      'a message received twice': {
        ...whole,
        transactions: [...whole.transactions, ...whole.transactions.slice(2)],
      },
    }
    it.each(Object.entries(malformed))('with %s', (_name, trace) => {
      const { state, rows } = classifyTrace(trace, NO_FACTS)
      expect(state).toBe('failed')
      expect(rows.map(({ type }) => type)).toEqual(['unknown'])
    })
  })

  it('returns actions of single messages if a lookup fails', () => {
    const failing = {
      ...NO_FACTS,
      jettonWallet() {
        throw new Error('the facts cannot be read')
      },
    }
    const transfer = chain(3, (i) => opcodeBody(i === 2 ? 0x0f8a7ea5 : 0x178d4519))
    const { rows } = classifyTrace(traceOf(transfer), failing)
    expect(rows.map(({ type }) => type)).toEqual(['call_contract', 'call_contract'])
  })

  it('returns actions of single messages for a transfer between unknown wallets', () => {
    const transfer = beginCell().storeUint(0x0f8a7ea5, 32).storeUint(7, 64).storeCoins(5).storeUint(0, 4)
    const received = beginCell().storeUint(0x178d4519, 32).storeUint(7, 64).storeCoins(5).storeUint(0, 4)
    const body = (opening: typeof transfer) => opening.storeUint(0, 1).storeCoins(0).storeUint(0, 1).endCell()
    const bodies = [Cell.EMPTY, body(transfer), body(received)]
    const { state, rows } = classifyTrace(traceOf(chain(3, (i) => bodies[i - 1] ?? Cell.EMPTY)), NO_FACTS)
    expect(state).toBe('ok')
    expect(rows.map(({ type }) => type)).toEqual(['call_contract', 'call_contract'])
  })
})
