import type { MessageContentJson, MessageJson } from '#shared/schema/v3/messages.ts'
import { parseBocRoot } from '../../../chain/cells/parseBoc.ts'
import { decodeBody, inMessageContent } from '../../../contracts/messages/decodeBody.ts'
import { opcodeName } from '../../../contracts/messages/opcodeNames.ts'
import type { HashedCell } from '../../../store/facts.ts'
import type { MessageRecord } from '../../../store/queries/records.ts'
import { addressText, bocText, extraCurrenciesJson, hashText, opcodeText } from './scalars.ts'

/** v3-contract §5.6. */
export function messageJson(message: MessageRecord): MessageJson {
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
    ...(inTx && { in_msg_tx_hash: hashText(inTx) }),
    ...(outTx && { out_msg_tx_hash: hashText(outTx) }),
    message_content: contentJson(message.body, decodedBody(message)),
    init_state: message.init ? contentJson(message.init, null) : null,
    ...(hashNorm && { hash_norm: hashText(hashNorm) }),
  }
}

/** What the body says, where its layout is known. */
function decodedBody({ kind, body }: MessageRecord): MessageContentJson['decoded'] {
  const cell = parseBocRoot(body.boc, { trusted: true })
  const decoded = decodeBody(cell, { external: kind === 'external-in' })
  return decoded ? inMessageContent(decoded) : null
}

function contentJson(cell: HashedCell, decoded: MessageContentJson['decoded']): MessageContentJson {
  return { hash: hashText(cell.hash), body: bocText(cell.boc, 'crc32c'), decoded }
}

function decimal(value: bigint | undefined): string | null {
  return value === undefined ? null : value.toString()
}
