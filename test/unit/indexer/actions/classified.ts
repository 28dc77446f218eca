import { Address, type Builder, beginCell, type Cell } from '@ton/core'
import { ACTION_TYPES } from '../../../../src-main/indexer/actions/allActions.ts'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { FactsSource } from '../../../../src-main/indexer/actions/factsSource.ts'
import { accountOf, type Sent, traceOf } from './nestedTrace.ts'

/** Classifies the messages that a wallet sends after an external message; rows have their details. */
export function actionsOf(wallet: string, sends: readonly Sent[], facts: FactsSource) {
  const { state, rows } = classifyTrace(traceOf({ to: wallet, sends }), facts)
  if (state === 'failed') throw new Error('the trace cannot be assembled')
  return rows.map((row) => ({
    row,
    type: row.type,
    success: row.success,
    accounts: row.accounts,
    ancestors: row.ancestor_type,
    details: ACTION_TYPES.find(({ name }) => name === row.type)?.details?.(row),
  }))
}

/** The only action of a type. */
export function onlyOf<A extends { readonly type: string }>(actions: readonly A[], type: string): A {
  const [first, second] = actions.filter((action) => action.type === type)
  if (!first || second) throw new Error(`${actions.map((action) => action.type)} is not one ${type}`)
  return first
}

/** A body: opcode, query id, and further fields. */
export function bodyOf(opcode: number, write: (builder: Builder) => Builder = (builder) => builder): Cell {
  return write(beginCell().storeUint(opcode, 32).storeUint(QUERY_ID, 64)).endCell()
}

const QUERY_ID = 77

/** A comment. */
export function comment(text: string): Cell {
  return beginCell().storeUint(0, 32).storeStringTail(text).endCell()
}

export const addressOf = (name: string) => Address.parseRaw(accountOf(name))
