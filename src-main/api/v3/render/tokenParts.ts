import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { MessageContentJson } from '#shared/schema/v3/messages.ts'
import type { TokenContentJson } from '#shared/schema/v3/tokenContent.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import {
  addMessageBudget,
  type DecodeBudget,
  decodeBody,
  inMessageContent,
} from '../../../contracts/messages/decodeBody.ts'
import type { EventRecord, PartyRecord } from '../../../store/queries/tokenEvents.ts'
import type { ContractState } from '../../../store/queries/tokenRows.ts'
import { address, decimal, field, flag, hash, integer, nullable, text, type Writer } from './jsonWriter.ts'

/** Parts of the records of jettons and NFTs (compatibility-v3 §7.1 to §7.8). */

const plainText = text()

/** An account, or `addr_none` and the like. */
export const party: Writer<PartyRecord, string> = (buffer, value, context) => {
  if (typeof value === 'string') plainText(buffer, value, context)
  else address(buffer, value, context)
}

/** Stored JSON of TEP-64 fields, in the order of their names. */
export const tokenContent: Writer<string, TokenContentJson> = (buffer, json) => {
  const fields = Object.entries(JSON.parse(json) as TokenContentJson)
  buffer.putJson(v3JsonText(Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))))
}

/** A payload as a bag of cells; it is stored with its checksum. */
export const payload: Writer<Buffer, string> = (buffer, boc) => buffer.base64(boc)

/** The decoded payload; null if its layout is not known. */
export const decodedPayload: Writer<Buffer, MessageContentJson['decoded'], DecodeBudget> = (
  buffer,
  boc,
  decodeBudget,
) => {
  addMessageBudget(decodeBudget)
  const decoded = decodeBody(parseBocRoot(boc, { trusted: true }), { decodeBudget, external: false })
  buffer.putJson(v3JsonText(decoded ? inMessageContent(decoded) : null))
}

/** Fields of every contract's state. */
export const STATE_FIELDS = {
  last_transaction_lt: field(decimal, ({ lastTxLt }: ContractState) => lastTxLt),
  code_hash: nullable(hash, ({ codeHash }: ContractState) => codeHash),
  data_hash: nullable(hash, ({ dataHash }: ContractState) => dataHash),
}

/** Fields of every event. */
export const EVENT_FIELDS = {
  query_id: field(decimal, ({ queryId }: EventRecord) => queryId),
  transaction_hash: field(hash, (event: EventRecord) => event.hash),
  transaction_lt: field(decimal, ({ lt }: EventRecord) => lt),
  transaction_now: field(integer, ({ now }: EventRecord) => now),
  transaction_aborted: field(flag, ({ isAborted }: EventRecord) => isAborted),
  response_destination: field(party, ({ response }: EventRecord) => response),
  custom_payload: nullable(payload, ({ customPayload }: EventRecord) => customPayload),
  decoded_custom_payload: nullable(decodedPayload, ({ customPayload }: EventRecord) => customPayload),
  trace_id: nullable(hash, ({ traceId, isTraceBroken }: EventRecord) =>
    isTraceBroken ? undefined : traceId,
  ),
}
