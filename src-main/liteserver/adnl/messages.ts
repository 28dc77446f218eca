import { adnlAnswer, adnlMessage, adnlQuery, tcpMessage, tcpPing, tcpPong } from '../tl/adnlMessages.ts'
import type { TlCodec, TlValue } from '../tl/codec.ts'
import { TlReader } from '../tl/reader.ts'
import { TlWriter } from '../tl/writer.ts'
import { AdnlError } from './adnlError.ts'

/** What a frame over TCP carries; `empty` confirms a handshake and otherwise means nothing. */
export type FrameMessage =
  | TlValue<typeof adnlMessage>
  | TlValue<typeof tcpMessage>
  | { readonly kind: 'empty' }

const codecs: ReadonlyMap<number, TlCodec<FrameMessage>> = new Map<number, TlCodec<FrameMessage>>([
  [adnlQuery.id, adnlMessage as TlCodec<FrameMessage>],
  [adnlAnswer.id, adnlMessage as TlCodec<FrameMessage>],
  [tcpPing.id, tcpMessage as TlCodec<FrameMessage>],
  [tcpPong.id, tcpMessage as TlCodec<FrameMessage>],
])

/** Throws AdnlError `unexpected_message`. `query` and `answer` are views of the payload. */
export function parseFrameMessage(payload: Buffer): FrameMessage {
  if (payload.length === 0) return { kind: 'empty' }
  const reader = new TlReader(payload)
  const codec = codecs.get(reader.peekUint32() ?? 0)
  if (!codec) throw new AdnlError('unexpected_message', 'a frame carries no message of ADNL over TCP')
  try {
    const message = codec.read(reader)
    reader.end()
    return message
  } catch (cause) {
    throw new AdnlError('unexpected_message', 'a frame carries a broken message', { cause })
  }
}

/** The payload of a frame in pieces; long data is not copied. */
export function framePayload(message: FrameMessage): readonly Buffer[] {
  if (message.kind === 'empty') return []
  const writer = new TlWriter()
  if (message.kind === 'query' || message.kind === 'answer') adnlMessage.write(writer, message)
  else tcpMessage.write(writer, message)
  return writer.pieces()
}
