import type { MessageContentJson, MessageJson } from '#shared/schema/v3/messages.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import {
  type Allowance,
  allowMessage,
  type DecodeOptions,
  decodeBody,
  inMessageContent,
  isAmple,
} from '../../../contracts/messages/decodeBody.ts'
import { opcodeName } from '../../../contracts/messages/opcodeNames.ts'
import type { HashedCell } from '../../../store/facts.ts'
import type { MessageRecord } from '../../../store/queries/records.ts'
import { addressText, bocText, extraCurrenciesJson, hashText, opcodeText } from './scalars.ts'

/**
 * v3-contract §5.6.
 * @param allowance of the answer that the message is in
 */
export function messageJson(message: MessageRecord, allowance: Allowance): MessageJson {
  const { kind, hashNorm, inTx, outTx, opcode } = message
  const isInternal = kind === 'internal'
  return {
    hash: hashText(message.hash),
    source: message.source ? addressText(message.source) : null,
    destination: message.destination ? addressText(message.destination) : null,
    value: decimal(message.value),
    value_extra_currencies: isInternal ? extraCurrenciesJson(message.extra) : null,
    fwd_fee: decimal(message.fwdFee),
    // The field holds one of the two (§5.6).
    ihr_fee: isInternal ? (message.ihrFee ?? 0n).toString() : null,
    extra_flags: decimal(message.extraFlags),
    created_lt: decimal(message.createdLt),
    created_at: message.createdAt === undefined ? null : String(message.createdAt),
    opcode: opcode === undefined ? null : opcodeText(opcode),
    decoded_opcode: opcode === undefined ? null : (opcodeName(opcode) ?? null),
    ihr_disabled: isInternal ? message.ihrDisabled : null,
    bounce: isInternal ? message.bounce : null,
    bounced: isInternal ? message.bounced : null,
    import_fee: decimal(message.importFee),
    in_msg_tx_hash: inTx && hashText(inTx),
    out_msg_tx_hash: outTx && hashText(outTx),
    message_content: bodyJson(message, allowance),
    init_state: message.init ? contentJson(message.init, null) : null,
    hash_norm: hashNorm && hashText(hashNorm),
  }
}

/** A body's JSON, and what decoding it took of an answer's allowance. */
type Remembered = { readonly json: MessageContentJson; readonly taken: number }

/** What unfolds to more is not remembered: the store's memory is bounded by the bytes before that. */
const REMEMBERED_TAKEN = 256
/** Whoever receives a message has its body too: it is decoded once for as long as the store has it at hand. */
const ofInternal = new WeakMap<HashedCell, Remembered>()
const ofExternal = new WeakMap<HashedCell, Remembered>()

function bodyJson({ kind, body }: MessageRecord, allowance: Allowance): MessageContentJson {
  const external = kind === 'external-in'
  const remembered = external ? ofExternal : ofInternal
  allowMessage(allowance)
  const { left } = allowance
  const ample = isAmple(allowance)
  const known = ample ? remembered.get(body) : undefined
  if (known) {
    allowance.left -= known.taken
    return known.json
  }
  const json = contentJson(body, decodedBody(body, { allowance, external }))
  const taken = left - allowance.left
  if (ample && taken <= REMEMBERED_TAKEN) remembered.set(body, { json, taken })
  return json
}

/** What the body says, where its layout is known and decoding it isn't too much. */
function decodedBody({ boc }: HashedCell, options: DecodeOptions): MessageContentJson['decoded'] {
  const decoded = decodeBody(parseBocRoot(boc, { trusted: true }), options)
  return decoded ? inMessageContent(decoded) : null
}

function contentJson(cell: HashedCell, decoded: MessageContentJson['decoded']): MessageContentJson {
  return { hash: hashText(cell.hash), body: bocText(cell.boc, 'crc32c'), decoded }
}

function decimal(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString()
}
