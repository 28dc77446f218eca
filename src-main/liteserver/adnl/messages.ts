import {
  adnlAnswer,
  adnlMessage,
  adnlQuery,
  authenticationMessage,
  tcpAuthentificate,
  tcpAuthentificationComplete,
  tcpAuthentificationNonce,
  tcpMessage,
  tcpPing,
  tcpPong,
} from '../tl/adnlMessages.ts'
import type { TlCodec, TlValue } from '../tl/codec.ts'
import { TlReader } from '../tl/reader.ts'
import { TlWriter } from '../tl/writer.ts'
import { AdnlError } from './adnlError.ts'

/** A message to send. `empty` confirms a handshake and has no other meaning. */
export type SentMessage =
  | TlValue<typeof adnlMessage>
  | TlValue<typeof tcpMessage>
  | TlValue<typeof authenticationMessage>
  | { readonly kind: 'empty' }

/** The content of a frame over TCP. `unknown` is a constructor outside the scheme. */
export type FrameMessage = SentMessage | { readonly kind: 'unknown'; readonly id: number | undefined }

const codecs: ReadonlyMap<number, TlCodec<FrameMessage>> = new Map<number, TlCodec<FrameMessage>>([
  [adnlQuery.id, adnlMessage as TlCodec<FrameMessage>],
  [adnlAnswer.id, adnlMessage as TlCodec<FrameMessage>],
  [tcpPing.id, tcpMessage as TlCodec<FrameMessage>],
  [tcpPong.id, tcpMessage as TlCodec<FrameMessage>],
  [tcpAuthentificate.id, authenticationMessage as TlCodec<FrameMessage>],
  [tcpAuthentificationNonce.id, authenticationMessage as TlCodec<FrameMessage>],
  [tcpAuthentificationComplete.id, authenticationMessage as TlCodec<FrameMessage>],
])

/**
 * Reads the payload of a frame. `query`, `answer`, `nonce` and `signature` are views of it.
 * @throws AdnlError `unexpected_message` for a malformed message of a known constructor
 */
export function parseFrameMessage(payload: Buffer): FrameMessage {
  if (payload.length === 0) return { kind: 'empty' }
  const reader = new TlReader(payload)
  const id = reader.peekUint32()
  const codec = codecs.get(id ?? 0)
  if (!codec) return { kind: 'unknown', id }
  try {
    const message = codec.read(reader)
    reader.end()
    return message
  } catch (cause) {
    throw new AdnlError('unexpected_message', 'a frame carries a broken message', { cause })
  }
}

/** Returns a description of a message for an error. */
export function nameOf(message: FrameMessage): string {
  if (message.kind !== 'unknown') return `a message of kind ${message.kind}`
  const id = message.id === undefined ? 'less than an id' : `0x${message.id.toString(16).padStart(8, '0')}`
  return `a frame that carries no message of ADNL over TCP (${id})`
}

/** Returns the payload of a frame in pieces. Long data is not copied. */
export function framePayload(message: SentMessage): readonly Buffer[] {
  const writer = new TlWriter()
  switch (message.kind) {
    case 'empty':
      return []
    case 'query':
    case 'answer':
      adnlMessage.write(writer, message)
      break
    case 'ping':
    case 'pong':
      tcpMessage.write(writer, message)
      break
    case 'authentificate':
    case 'authentificationNonce':
    case 'authentificationComplete':
      authenticationMessage.write(writer, message)
  }
  return writer.pieces()
}
