import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import { AdnlError } from './adnlError.ts'
import type { AdnlKeyPair } from './keys.ts'
import { keyIdOf, randomKeyPair, sharedSecret } from './keys.ts'

/**
 * The first packet of a connection, from client to server: server's key id (32) | client's one-time Ed25519
 * key (32) | SHA-256 of the parameters (32) | parameters (160), encrypted by AES-256-CTR with a key made of
 * the shared secret and that SHA-256.
 */
export const HANDSHAKE_SIZE = 256
const PARAMETERS_SIZE = 160

/** The key and counter block of one direction's AES-256-CTR stream. */
export type StreamKey = { readonly key: Buffer; readonly iv: Buffer }

/** The keys of both streams of a connection, named from one side. */
export type SessionKeys = { readonly send: StreamKey; readonly receive: StreamKey }

/** Returns a client's packet to the server of `serverPublicKey`, and the session keys that it chose. */
export function createHandshake(serverPublicKey: Uint8Array): { packet: Buffer; keys: SessionKeys } {
  const ours = randomKeyPair()
  const parameters = randomBytes(PARAMETERS_SIZE)
  const digest = hash('sha256', parameters, 'buffer')
  const { key, iv } = parametersKey(sharedSecret(ours, serverPublicKey), digest)
  const encrypted = createCipheriv('aes-256-ctr', key, iv).update(parameters)
  const packet = Buffer.concat([keyIdOf(serverPublicKey), ours.publicKey, digest, encrypted])
  return { packet, keys: clientKeys(parameters) }
}

/**
 * Reads a client's packet and returns the session keys.
 * @throws AdnlError `handshake` if it is for another key or damaged
 */
export function openHandshake(packet: Buffer, ours: AdnlKeyPair): SessionKeys {
  if (packet.length !== HANDSHAKE_SIZE) throw new AdnlError('handshake', 'a handshake has 256 bytes')
  if (!packet.subarray(0, 32).equals(ours.keyId)) {
    throw new AdnlError('handshake', 'the handshake is for another key')
  }
  const digest = packet.subarray(64, 96)
  const { key, iv } = parametersKey(sharedSecret(ours, packet.subarray(32, 64)), digest)
  const parameters = createDecipheriv('aes-256-ctr', key, iv).update(packet.subarray(96))
  if (!hash('sha256', parameters, 'buffer').equals(digest)) {
    throw new AdnlError('handshake', 'the parameters of the handshake do not have their hash')
  }
  const { send, receive } = clientKeys(parameters)
  return { send: receive, receive: send }
}

function parametersKey(secret: Buffer, digest: Buffer): StreamKey {
  return {
    key: Buffer.concat([secret.subarray(0, 16), digest.subarray(16, 32)]),
    iv: Buffer.concat([digest.subarray(0, 4), secret.subarray(20, 32)]),
  }
}

/** Parameters: client's receive key | send key (32 each) | receive iv | send iv (16 each) | 64 bytes unused. */
function clientKeys(parameters: Buffer): SessionKeys {
  return {
    receive: { key: parameters.subarray(0, 32), iv: parameters.subarray(64, 80) },
    send: { key: parameters.subarray(32, 64), iv: parameters.subarray(80, 96) },
  }
}
