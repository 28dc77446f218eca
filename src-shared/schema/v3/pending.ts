import { z } from 'zod'
import { EXECUTOR_NOTE } from '../executor.ts'
import { optional, required } from '../parameter.ts'
import { BOOK } from './common.ts'
import { addresses, hashes } from './kinds.ts'
import { defineV3Operation } from './operation.ts'
import { transaction } from './transactions.ts'

/** Pending transactions, not in a block yet: compatibility-v3 §12. */

export const pendingTransactions = defineV3Operation({
  name: 'pendingTransactions',
  category: 'blockchain data',
  summary: 'Transactions that messages sent through this server will make',
  description: EXECUTOR_NOTE,
  parameters: {
    account: required(addresses, {
      description: 'Of these accounts',
      missing: 'at least 1 account address required',
    }),
    trace_id: optional(hashes, { description: 'Of these traces' }),
  },
  result: z
    .strictObject({ transactions: z.array(transaction).nullable(), ...BOOK })
    .meta({ id: 'PendingTransactionsResponse' }),
})
