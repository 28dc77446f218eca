import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { EXCESS, JETTON_NOTIFY } from '#shared/contracts/receiptOpcodes.ts'
import type { Action } from '../../../../src-renderer/actions/action.ts'
import type { TransactionView } from '../../../../src-renderer/decode/transactionView.ts'
import { filterRows, historyRows } from '../../../../src-renderer/routes/account/actions/readRows.ts'
import { at, madeAction } from '../actions/madeAction.ts'

const view = (hash: string) => ({ hash, utime: 0, outMessages: [] }) as unknown as TransactionView

type Call = { readonly from: string; readonly op: number; readonly query: number }

/** Returns a transaction of A: sent by its key, or received as a call. */
function made(hash: string, { utime = 0, to, call }: { utime?: number; to?: string; call?: Call }) {
  const body = ({ op, query }: Omit<Call, 'from'>) => ({
    kind: 'call',
    opcode: op,
    boc: beginCell().storeUint(op, 32).storeUint(query, 64).endCell().toBoc().toString('base64'),
  })
  return {
    hash,
    utime,
    inMessage: call && { source: call.from, body: body(call) },
    outMessages: to === undefined ? [] : [{ destination: to, body: body({ op: 1, query: 77 }) }],
  } as unknown as TransactionView
}
const read = (...actions: Action[]) => ({ actions })
const ALL = { kind: undefined, spam: true, system: true, failedOnly: false }
const CONTEXT = {
  here: at('A').toLowerCase(),
  isImitation: () => false,
  isSystemAccount: () => false,
  hasFailed: () => undefined,
}

describe('historyRows', () => {
  it('has a row for each trace in the place of its newest transaction, with its first transaction', () => {
    const traces = new Map(Object.entries({ t5: 'T2', t4: 'T1', t3: 'T2', t1: 'T1' }))
    const rows = historyRows(['t5', 't4', 't3', 't2', 't1'].map(view), traces)
    expect(rows.map(({ key, hash, view: first }) => [key, hash, first.hash])).toEqual([
      ['T2', 't5', 't3'],
      ['T1', 't4', 't1'],
      ['t2', 't2', 't2'],
    ])
  })

  it('has the same rows before the traces are known: answers join what they answer', () => {
    const views = [
      made('excess', { utime: 31, call: { from: at('C'), op: EXCESS, query: 0 } }),
      made('payout', { utime: 20, call: { from: at('C'), op: 9, query: 77 } }),
      made('answer', { utime: 11, call: { from: at('B'), op: 5, query: 0 } }),
      made('sent', { utime: 10, to: at('B') }),
      made('stranger', { utime: 5, call: { from: at('D'), op: 5, query: 3 } }),
    ]
    const traces = new Map(['excess', 'payout', 'answer', 'sent'].map((hash) => [hash, 'T']))
    const places = (known: typeof traces) =>
      historyRows(views, known).map(({ hash, view: { hash: first } }) => [hash, first])
    expect(places(new Map())).toEqual(places(traces))
  })

  it('has one row for excesses that come side by side from the trace of another account', () => {
    const views = ['e2', 'e1'].map((hash) => made(hash, { call: { from: at('B'), op: EXCESS, query: 0 } }))
    expect(historyRows(views, new Map()).map(({ key }) => key)).toEqual(['e1'])
  })

  it('keeps apart what only follows a message: a late answer, and a transfer of its receiver', () => {
    const transfer = {
      ...made('transfer', { utime: 11 }),
      inMessage: { source: at('B'), body: { kind: 'comment', text: 'thanks' } },
    } as unknown as TransactionView
    const notice = made('notice', { utime: 12, call: { from: at('B'), op: JETTON_NOTIFY, query: 5 } })
    const late = made('late', { utime: 900, call: { from: at('B'), op: 5, query: 77 } })
    const rows = historyRows([late, notice, transfer, made('sent', { utime: 10, to: at('B') })], new Map())
    expect(rows.map(({ key }) => key)).toEqual(['late', 'notice', 'transfer', 'sent'])
  })
})

describe('filterRows', () => {
  const rows = historyRows(['t3', 't2', 't1'].map(view), new Map())
  const transfer = madeAction('ton_transfer', { source: at('B'), destination: at('A'), value: '5000000000' })
  const call = madeAction('call_contract', { source: at('A'), destination: at('B'), opcode: '0x1' })

  it('keeps every row in its place while traces are read in any order', () => {
    const states = [new Map(), new Map([['t1', read(transfer)]])]
    for (const values of [...states, new Map([...(states[1] ?? []), ['t3', read(call)]])]) {
      expect(filterRows(rows, values, ALL, CONTEXT).shown.map(({ row }) => row.key)).toEqual([
        't3',
        't2',
        't1',
      ])
    }
  })

  it('keeps the transaction of a trace without actions of the account, and of one that no answer has', () => {
    const { shown } = filterRows(
      rows,
      new Map([
        ['t3', read()],
        ['t2', null],
      ]),
      ALL,
      CONTEXT,
    )
    expect(shown.map(({ trace }) => trace)).toEqual([undefined, undefined, undefined])
  })

  it('counts rows as unchecked that a filter can judge only by their trace', () => {
    const values = new Map([
      ['t3', read(transfer)],
      ['t2', read(call)],
    ])
    const filtered = filterRows(rows, values, { ...ALL, kind: 'transfer' }, CONTEXT)
    expect(filtered.shown.map(({ row }) => row.key)).toEqual(['t3'])
    expect(filtered.unchecked).toBe(1)
  })
})
