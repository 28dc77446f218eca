import type { TlValue } from './codec.ts'
import { bytes, int256, long } from './codec.ts'
import { tlConstructor, union } from './combinator.ts'

/** Messages inside ADNL frames over TCP (lite_api.tl and ton_api.tl). */
export const adnlQuery = tlConstructor('adnl.message.query query_id:int256 query:bytes = adnl.Message', {
  queryId: int256,
  query: bytes,
})
export const adnlAnswer = tlConstructor('adnl.message.answer query_id:int256 answer:bytes = adnl.Message', {
  queryId: int256,
  answer: bytes,
})
export const adnlMessage = union('adnl.Message', { query: adnlQuery, answer: adnlAnswer })
/** A query or its answer in an ADNL frame (`adnl.Message`), matched by `queryId`. */
export type AdnlMessage = TlValue<typeof adnlMessage>

export const tcpPing = tlConstructor('tcp.ping random_id:long = tcp.Pong', { randomId: long })
export const tcpPong = tlConstructor('tcp.pong random_id:long = tcp.Pong', { randomId: long })
/** The scheme declares `tcp.ping` as a function, but both are sent as independent messages. */
export const tcpMessage = union('tcp.Pong', { ping: tcpPing, pong: tcpPong })

export const pubEd25519 = tlConstructor('pub.ed25519 key:int256 = PublicKey', { key: int256 })
const publicKey = union('PublicKey', { ed25519: pubEd25519 })

/**
 * The start of a client's authentication after the handshake (ton_api.tl), which current versions of tonlib and
 * tonutils perform: the client sends a nonce, the server another, and the client signs both.
 */
export const tcpAuthentificate = tlConstructor('tcp.authentificate nonce:bytes = tcp.Message', {
  nonce: bytes,
})
export const tcpAuthentificationNonce = tlConstructor('tcp.authentificationNonce nonce:bytes = tcp.Message', {
  nonce: bytes,
})
export const tcpAuthentificationComplete = tlConstructor(
  'tcp.authentificationComplete key:PublicKey signature:bytes = tcp.Message',
  { key: publicKey, signature: bytes },
)
export const authenticationMessage = union('tcp.Message', {
  authentificate: tcpAuthentificate,
  authentificationNonce: tcpAuthentificationNonce,
  authentificationComplete: tcpAuthentificationComplete,
})
