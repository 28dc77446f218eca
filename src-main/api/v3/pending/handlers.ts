import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { V3Handler } from '../context.ts'
import type { WithPending } from './pendingTrace.ts'
import type { PendingTraces } from './pendingTraces.ts'

/** The pending operations in the main thread: reader threads render the traces that they find. */
export type PendingHandlers = {
  readonly pendingTransactions: V3Handler<'pendingTransactions'>
  readonly pendingTraces: V3Handler<'pendingTraces'>
  readonly pendingActions: V3Handler<'pendingActions'>
}

type Selectors = Pick<V3Values<'pendingTraces'>, 'account' | 'ext_msg_hash'>

export function createPendingHandlers(traces: Pick<PendingTraces, 'find'>): PendingHandlers {
  /** With both selectors the account counts (compatibility-v3 §12). */
  function findOne({ account, ext_msg_hash: hashes = [] }: Selectors) {
    return traces.find(account ? { accounts: [account] } : { hashes })
  }

  return {
    async pendingTransactions(values, { read }) {
      const pending = await traces.find({ accounts: values.account })
      const query: WithPending<V3Values<'pendingTransactions'>> = { ...values, pending }
      return read('pendingTransactions', query)
    },
    async pendingTraces(values, { read }) {
      const query: WithPending<V3Values<'pendingTraces'>> = { ...values, pending: await findOne(values) }
      return read('pendingTraces', query)
    },
    async pendingActions(values, { read }) {
      const query: WithPending<V3Values<'pendingActions'>> = { ...values, pending: await findOne(values) }
      return read('pendingActions', query)
    },
  }
}
