import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionType } from '../actionType.ts'
import { dataOf, decimal, integer } from '../details.ts'
import type { ActionRow } from '../row.ts'

/** Details of Cocoon's actions (docs/actions §12.10). */

const source = (row: ActionRow) => ({ source: row.source ?? null })
const destination = (row: ActionRow) => ({ destination: row.destination ?? null })
const ends = (row: ActionRow) => ({ ...source(row), ...destination(row) })
const amount = (row: ActionRow) => ({ amount: decimal(row.amount) })

/** Builds a type whose details are fields of its record, then columns of the row. */
function cocoonType(
  type: string,
  fields: readonly string[],
  columns: readonly ((row: ActionRow) => JsonObject)[],
): ActionType {
  return {
    name: `cocoon_${type}`,
    since: 'v4',
    groups: ['cocoon'],
    details(row) {
      const data = dataOf(row[`cocoon_${type}_data`])
      const own = fields.map((field) => [
        field,
        INTEGERS.includes(field) ? integer(data[field]) : (data[field] ?? null),
      ])
      return Object.assign(Object.fromEntries(own), ...columns.map((column) => column(row)))
    },
  }
}

const INTEGERS: readonly string[] = ['worker_state', 'seqno']

export const COCOON_TYPES: readonly ActionType[] = [
  cocoonType(
    'worker_payout',
    ['payout_type', 'query_id', 'new_tokens', 'worker_state', 'worker_tokens'],
    [ends, amount],
  ),
  cocoonType('proxy_payout', ['query_id'], [ends]),
  cocoonType('proxy_charge', ['query_id', 'new_tokens_used', 'expected_address'], [ends]),
  cocoonType('client_top_up', ['query_id'], [ends, amount]),
  cocoonType('register_proxy', ['query_id'], [destination]),
  cocoonType('unregister_proxy', ['query_id', 'seqno'], [destination]),
  cocoonType('client_register', ['query_id', 'nonce'], [ends]),
  cocoonType('client_change_secret_hash', ['query_id', 'new_secret_hash'], [ends]),
  cocoonType('client_request_refund', ['query_id', 'via_wallet'], [ends]),
  cocoonType('grant_refund', ['query_id', 'new_tokens_used', 'expected_address'], [ends, amount]),
  cocoonType('client_increase_stake', ['query_id', 'new_stake'], [ends, amount]),
  cocoonType('client_withdraw', ['query_id', 'withdraw_amount'], [ends, amount]),
]
