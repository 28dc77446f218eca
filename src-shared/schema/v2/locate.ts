import { required } from '../parameter.ts'
import { nonNegative } from './checks.ts'
import { address, ltParameter } from './kinds.ts'
import { defineOperation } from './operation.ts'
import { extTransaction } from './transactions.ts'

/** Transactions by the message between them: compatibility-v2 §5.3. */

const PARAMETERS = {
  source: required(address, { description: 'Sender of the message', missing: 'empty source address' }),
  destination: required(address, {
    description: 'Receiver of the message',
    missing: 'empty destination address',
  }),
  created_lt: required(ltParameter, { description: 'Logical time at which the message was made' }),
}

const check = ({ created_lt }: { readonly created_lt: bigint }) => nonNegative('created_lt', created_lt)

const RECEIVING = {
  category: 'transactions',
  summary: 'The transaction that a message started',
  cache: 'head',
  parameters: PARAMETERS,
  check,
  result: extTransaction,
} as const

export const tryLocateTx = defineOperation({ name: 'tryLocateTx', ...RECEIVING })

export const tryLocateResultTx = defineOperation({ name: 'tryLocateResultTx', ...RECEIVING })

export const tryLocateSourceTx = defineOperation({
  name: 'tryLocateSourceTx',
  category: 'transactions',
  summary: 'The transaction that sent a message',
  cache: 'head',
  parameters: PARAMETERS,
  check,
  result: extTransaction,
})
