import { opcodeName } from '#shared/contracts/lookups.ts'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { MessageContentJson, MessageJson } from '#shared/schema/v3/messages.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import {
  addMessageBudget,
  type DecodeBudget,
  type DecodeOptions,
  decodeBody,
  hasFullBudget,
  inMessageContent,
} from '../../../contracts/messages/decodeBody.ts'
import type { HashedCell } from '../../../store/parsedBlock.ts'
import type { MessageRecord } from '../../../store/queries/records.ts'
import {
  address,
  constant,
  decimal,
  field,
  flag,
  hash,
  nullable,
  object,
  optional,
  text,
  type Writer,
} from './jsonWriter.ts'
import { bocWithChecksum, extraCurrencies, opcodeText } from './scalars.ts'

type Decoded = MessageContentJson['decoded']

const messageBoc: Writer<Buffer, string> = (buffer, boc) => buffer.base64(bocWithChecksum(boc))

const decodedBody: Writer<MessageRecord, Decoded, DecodeBudget> = (buffer, message, decodeBudget) =>
  buffer.putJson(decodedJson(message, decodeBudget))

const bodyContent = object<MessageRecord, MessageContentJson, DecodeBudget>({
  hash: field(hash, ({ body }) => body.hash),
  body: field(messageBoc, ({ body }) => body.boc),
  decoded: field(decodedBody, (message) => message),
})

const initContent = object<HashedCell, MessageContentJson>({
  hash: field(hash, (init) => init.hash),
  body: field(messageBoc, (init) => init.boc),
  decoded: constant(null),
})

/** Returns `value` if the message is of a kind that has it. */
function ofInternal<Value>({ kind }: MessageRecord, value: Value): Value | undefined {
  return kind === 'internal' ? value : undefined
}

/** compatibility-v3 §4.6; the context is the decode budget of the answer that the message is in. */
export const messageJson = object<MessageRecord, MessageJson, DecodeBudget>({
  hash: field(hash, (message) => message.hash),
  source: nullable(address, (message) => message.source),
  destination: nullable(address, (message) => message.destination),
  value: nullable(decimal, (message) => message.value),
  value_extra_currencies: nullable(extraCurrencies, (message) =>
    ofInternal(message, { dictionary: message.extra }),
  ),
  fwd_fee: nullable(decimal, (message) => message.fwdFee),
  // The field has one of the two (compatibility-v3 §4.6).
  ihr_fee: nullable(decimal, (message) => ofInternal(message, message.ihrFee ?? 0n)),
  extra_flags: nullable(decimal, (message) => message.extraFlags),
  created_lt: nullable(decimal, (message) => message.createdLt),
  created_at: nullable(text(), ({ createdAt }) => createdAt?.toString()),
  opcode: nullable(text(), ({ opcode }) => (opcode === undefined ? undefined : opcodeText(opcode))),
  decoded_opcode: nullable(text(), ({ opcode }) => (opcode === undefined ? undefined : opcodeName(opcode))),
  ihr_disabled: nullable(flag, (message) => ofInternal(message, message.ihrDisabled)),
  bounce: nullable(flag, (message) => ofInternal(message, message.bounce)),
  bounced: nullable(flag, (message) => ofInternal(message, message.bounced)),
  import_fee: nullable(decimal, (message) => message.importFee),
  in_msg_tx_hash: optional(hash, (message) => message.inTx),
  out_msg_tx_hash: optional(hash, (message) => message.outTx),
  message_content: field(bodyContent, (message) => message),
  init_state: nullable(initContent, (message) => message.init),
  hash_norm: optional(hash, (message) => message.hashNorm),
})

/** The decoded content of a body as JSON, and the used part of the answer's decode budget. */
type CachedDecoding = { readonly json: string; readonly taken: number }

/** Maximum budget that a cached decoding used: the store's memory is bounded by the bytes of bodies. */
const MAX_CACHED_TAKEN = 256
/** Decodings by body, as long as the store has the body: sender and receiver share it. */
const OF_OTHERS = new WeakMap<HashedCell, CachedDecoding>()
const OF_EXTERNAL = new WeakMap<HashedCell, CachedDecoding>()

function decodedJson({ kind, body }: MessageRecord, decodeBudget: DecodeBudget): string {
  const external = kind === 'external-in'
  const cached = external ? OF_EXTERNAL : OF_OTHERS
  addMessageBudget(decodeBudget)
  const { left } = decodeBudget
  const ample = hasFullBudget(decodeBudget)
  const known = ample ? cached.get(body) : undefined
  if (known) {
    decodeBudget.left -= known.taken
    return known.json
  }
  const json = v3JsonText(decodedOf(body, { decodeBudget, external }))
  const taken = left - decodeBudget.left
  if (ample && taken <= MAX_CACHED_TAKEN) cached.set(body, { json, taken })
  return json
}

/** Returns the content of a body, if its layout is known and decoding is within the budget. */
function decodedOf({ boc }: HashedCell, options: DecodeOptions): Decoded {
  const decoded = decodeBody(parseBocRoot(boc, { trusted: true }), options)
  return decoded ? inMessageContent(decoded) : null
}
