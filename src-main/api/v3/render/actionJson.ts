import type { JsonObject, JsonValue } from '#shared/schema/jsonValue.ts'
import type { ActionJson } from '#shared/schema/v3/actions.ts'
import { exactNumber } from '#shared/schema/v3/jsonText.ts'
import { parseAddress } from '#shared/ton/address.ts'
import type { DecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import { ACTION_TYPES } from '../../../indexer/actions/allActions.ts'
import type { ActionFields, ActionRow } from '../../../indexer/actions/row.ts'
import { stdAddress } from '../../../indexer/stdAddress.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { ActionRecord } from '../../../store/queries/loadActions.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import { extended, list, optional, type Writer } from './jsonWriter.ts'
import { rawAction } from './rawAction.ts'
import { addressText, hashText } from './scalars.ts'
import { transactionJson } from './transactionJson.ts'

/** An action for rendering. */
export type ShownAction = {
  readonly row: ActionRow
  readonly finality: ActionJson['finality']
  readonly withAccounts: boolean
  /** For `transactions_full`. */
  readonly transactions?: readonly TransactionRecord[] | undefined
}

/** compatibility-v3 §11.3; the context is the decode budget of the answer that the action is in. */
export const actionJson: Writer<ShownAction, ActionJson, DecodeBudget> = extended(actionBody, {
  transactions_full: optional(list(transactionJson), ({ transactions }: ShownAction) => transactions),
})

const TYPES = new Map(ACTION_TYPES.map((type) => [type.name, type]))
/** Types with another name if they carry extra currencies. */
const CURRENCY_CARRIERS: ReadonlySet<string> = new Set(['call_contract', 'ton_transfer'])
const EXTRA_CURRENCY_TRANSFER = 'extra_currency_transfer'
/** Stored rows of this type have no normalized hash (compatibility-v3 §11.3). */
const UNKNOWN = 'unknown'

/** Returns an action as JSON (compatibility-v3 §11.3), without `transactions_full`. */
export function actionBody({
  row,
  finality,
  withAccounts,
}: ShownAction): Omit<ActionJson, 'transactions_full'> {
  const { trace_external_hash: external, trace_external_hash_norm: normalized } = row
  return {
    trace_id: row.trace_id,
    action_id: row.action_id,
    start_lt: row.start_lt.toString(),
    end_lt: row.end_lt.toString(),
    start_utime: row.start_utime,
    end_utime: row.end_utime,
    trace_end_lt: row.trace_end_lt.toString(),
    trace_end_utime: row.trace_end_utime,
    trace_mc_seqno_end: row.trace_mc_seqno_end,
    transactions: [...row.tx_hashes],
    success: row.success,
    ...typeAndDetails(row, finality),
    ...(external !== null && { trace_external_hash: external }),
    ...(normalized !== null && row.type !== UNKNOWN && { trace_external_hash_norm: normalized }),
    ...(withAccounts && { accounts: [...row.accounts] }),
    finality,
  }
}

function typeAndDetails(
  row: ActionRow,
  finality: string,
): Pick<ActionJson, 'type' | 'details' | 'raw_action'> {
  const details = TYPES.get(row.type)?.details?.(row)
  if (details === undefined) {
    const error = `unsupported action type: '${row.type}'`
    return { type: row.type, details: { error }, raw_action: rawAction(row, finality) }
  }
  const carriesExtra =
    CURRENCY_CARRIERS.has(row.type) && Object.keys(row.value_extra_currencies ?? {}).length > 0
  return {
    type: carriesExtra ? EXTRA_CURRENCY_TRANSFER : row.type,
    details: exactJson(details) as Record<string, unknown>,
  }
}

/** Numbers of any length are written as JSON numbers. */
function exactJson(value: JsonValue): unknown {
  if (typeof value === 'bigint') return exactNumber(value)
  if (Array.isArray(value)) return value.map(exactJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, exactJson(one)]))
}

/** Returns a stored action as a row of the classifier. */
export function rowOfRecord(record: ActionRecord): ActionRow {
  return {
    ...(record.fields as ActionFields),
    trace_id: hashText(record.traceId),
    action_id: hashText(record.actionId),
    type: record.type,
    parent_action_id: null,
    ancestor_type: record.ancestors,
    start_lt: record.startLt,
    end_lt: record.endLt,
    start_utime: record.startUtime,
    end_utime: record.endUtime,
    // Not rendered: the last of its own transactions is one of the trace's.
    mc_seqno_end: record.traceMcSeqnoEnd,
    trace_end_lt: record.traceEndLt,
    trace_end_utime: record.traceEndUtime,
    trace_mc_seqno_end: record.traceMcSeqnoEnd,
    trace_external_hash: record.externalHash ? hashText(record.externalHash) : null,
    trace_external_hash_norm: record.externalHashNorm ? hashText(record.externalHashNorm) : null,
    tx_hashes: record.transactions.map(hashText),
    accounts: record.accounts.map(addressText),
    success: record.success,
  }
}

const ADDRESS = /^-?\d{1,3}:[0-9A-F]{64}$/

/** Returns the accounts that actions name, for address books: not those that only take part. */
export function actionParties(rows: readonly ActionRow[]): StdAddress[] {
  const texts = new Set<string>()
  const add = (value: JsonValue | undefined): void => {
    if (typeof value === 'string') {
      if (ADDRESS.test(value)) texts.add(value)
    } else if (Array.isArray(value)) {
      for (const one of value) add(one)
    } else if (typeof value === 'object' && value !== null) {
      for (const one of Object.values(value as JsonObject)) add(one)
    }
  }
  for (const { accounts, ancestor_type, ...others } of rows) add(others as JsonObject)
  return [...texts].flatMap((text) => {
    const parsed = parseAddress(text)
    return parsed ? [stdAddress(parsed)] : []
  })
}
