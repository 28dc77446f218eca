import type { V3Values } from '#shared/schema/v3/operations.ts'
import type { V3Handler } from '../context.ts'
import type { WithPending } from './pendingTrace.ts'
import type { PendingTraces } from './pendingTraces.ts'

/** The pending operations in the main thread: they find what is pending, reader threads write it down. */
export type PendingHandlers = {
  readonly pendingTransactions: V3Handler<'pendingTransactions'>
  readonly pendingTraces: V3Handler<'pendingTraces'>
}

export function createPendingHandlers({ find }: Pick<PendingTraces, 'find'>): PendingHandlers {
  return {
    async pendingTransactions(values, { read }) {
      const pending = await find({ accounts: values.account })
      const question: WithPending<V3Values<'pendingTransactions'>> = { ...values, pending }
      return read('pendingTransactions', question)
    },
    async pendingTraces(values, { read }) {
      const { account, ext_msg_hash: hashes = [] } = values
      const pending = await find({
        ...(account && { accounts: [account] }),
        ...(hashes.length > 0 && { hashes }),
      })
      const question: WithPending<V3Values<'pendingTraces'>> = { ...values, pending }
      return read('pendingTraces', question)
    },
  }
}
