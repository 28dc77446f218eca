import type { EventType, Finality } from '#shared/schema/streaming.ts'
import { TRACE_INVALIDATED } from '#shared/schema/streaming.ts'
import type {
  AccountChange,
  Details,
  JettonChange,
  SnapshotAction,
  SnapshotTransaction,
  TraceSnapshot,
} from './streamReading.ts'
import type { Subscription } from './subscription.ts'

/** JSON of messages (docs/streaming §7), composed of records that reader threads rendered. */

type Included = Pick<Subscription, 'addressBook' | 'metadata'>

export function transactionsMessage(
  { key }: TraceSnapshot,
  finality: Finality,
  transactions: readonly SnapshotTransaction[],
  details: string,
): string {
  return `${traceHead('transactions', key, finality)},"transactions":${list(transactions)}${details}}`
}

export function actionsMessage(
  { key, classifiedLevel }: TraceSnapshot,
  actions: readonly SnapshotAction[],
  details: string,
): string {
  return `${traceHead('actions', key, classifiedLevel)},"actions":${list(actions)}${details}}`
}

/** @param tree of the snapshot */
export function traceMessage(
  { key, classifiedLevel, transactions }: TraceSnapshot,
  tree: string,
  actions: readonly SnapshotAction[],
  details: string,
): string {
  const byHash = transactions
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map(({ hash, json }) => `"${hash}":${json}`)
  const known = actions.length > 0 ? `,"actions":${list(actions)}` : ''
  const head = traceHead('trace', key, classifiedLevel)
  return `${head},"trace":${tree},"transactions":{${byHash.join()}}${known}${details}}`
}

export function accountStateMessage({ account, state }: AccountChange): string {
  return `{"type":"account_state_change","finality":"finalized","account":"${account}","state":${state}}`
}

export function jettonsMessage({ json }: JettonChange, details: string): string {
  return `{"type":"jettons_change","finality":"finalized","jetton":${json}${details}}`
}

export function invalidatedMessage(key: string): string {
  return `{"type":"${TRACE_INVALIDATED}","trace_external_hash_norm":"${key}"}`
}

/**
 * Returns the end of a message: the requested parts of address book and metadata.
 * @param book accounts in the address book
 * @param tokens accounts whose metadata is sent, with the masters of jetton wallets among them
 */
export function detailsText(
  { addressBook, metadata }: Included,
  details: Details,
  book: readonly string[],
  tokens: readonly string[] = book,
): string {
  const rows = addressBook ? `,"address_book":${objectText(book, (one) => details.addressBook.get(one))}` : ''
  if (!metadata) return rows
  const withMasters = tokens.flatMap((one) => [one, ...(details.metadata.get(one)?.masters ?? [])])
  return `${rows},"metadata":${objectText(withMasters, (one) => details.metadata.get(one)?.json)}`
}

function traceHead(type: EventType, key: string, finality: Finality): string {
  return `{"type":"${type}","finality":"${finality}","trace_external_hash_norm":"${key}"`
}

function list(records: readonly { readonly json: string }[]): string {
  return `[${records.map(({ json }) => json).join()}]`
}

function objectText(addresses: readonly string[], jsonOf: (address: string) => string | undefined): string {
  const fields = [...new Set(addresses)].sort().flatMap((address) => {
    const json = jsonOf(address)
    return json === undefined ? [] : [`"${address}":${json}`]
  })
  return `{${fields.join()}}`
}
