import { randomBytes, verify } from 'node:crypto'
import { AdnlError } from './adnlError.ts'
import { ed25519Key } from './keys.ts'

/** The length of the server's nonce, as in the reference server. Clients accept 1 to 512 bytes. */
const NONCE_BYTES = 256

/**
 * The server's side of a client's authentication (ton_api.tl, tcp.authentificate). It is optional and does
 * not change the client's rights. An invalid or repeated step closes the connection, as in the reference
 * server.
 */
export class ClientAuthentication {
  /** The bytes that the client must sign: its own nonce and the server's. */
  #signedBytes: Buffer | undefined
  #isComplete = false

  /** Returns the server's nonce for a client's. @throws AdnlError `authentication` for a second one */
  begin(clientNonce: Buffer): Buffer {
    if (this.#signedBytes || this.#isComplete) throw failure('it was begun before')
    const nonce = randomBytes(NONCE_BYTES)
    this.#signedBytes = Buffer.concat([clientNonce, nonce])
    return nonce
  }

  /**
   * Checks the client's signature over both nonces.
   * @param publicKey Ed25519, 32 bytes
   * @throws AdnlError `authentication` if it is invalid, or if no authentication was begun
   */
  complete(publicKey: Buffer, signature: Buffer): void {
    if (!this.#signedBytes) throw failure('it was not begun')
    if (!verify(null, this.#signedBytes, ed25519Key(publicKey), signature))
      throw failure('the signature is wrong')
    this.#isComplete = true
    this.#signedBytes = undefined
  }
}

function failure(reason: string): AdnlError {
  return new AdnlError('authentication', `a client's authentication: ${reason}`)
}
