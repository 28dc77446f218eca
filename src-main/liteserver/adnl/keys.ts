import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hash,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { AdnlError } from './adnlError.ts'

/** The keys derived from a seed of 32 bytes. */
export type AdnlKeyPair = {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  /** SHA-256 of boxed `pub.ed25519`, which names the addressee of a handshake. */
  readonly keyId: Buffer
  /** The same secret as an X25519 key. */
  readonly agreement: KeyObject
}

/** DER prefixes (PKCS #8 and SPKI, RFC 8410) before the 32 bytes of a key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const X25519_PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex')
const X25519_SPKI = Buffer.from('302a300506032b656e032100', 'hex')

/** The id of `pub.ed25519#4813b4c6 key:int256 = PublicKey` as bytes. */
const PUB_ED25519 = Buffer.from('c6b41348', 'hex')

/** 2^255 - 19, the prime of the field of both curves. */
const P = 2n ** 255n - 19n

/** Derives the keys of a seed. Throws RangeError unless the seed has 32 bytes. */
export function keyPairFromSeed(seed: Uint8Array): AdnlKeyPair {
  requireKeyLength(seed)
  const secret = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  // RFC 8032 §5.1.5: the scalar is the first half of SHA-512 of the seed; X25519 clamps it by itself.
  const scalar = createHash('sha512').update(seed).digest().subarray(0, 32)
  const agreement = createPrivateKey({
    key: Buffer.concat([X25519_PKCS8, scalar]),
    format: 'der',
    type: 'pkcs8',
  })
  return { publicKey, keyId: keyIdOf(publicKey), agreement }
}

/** Returns the keys of a random seed. */
export function randomKeyPair(): AdnlKeyPair {
  return keyPairFromSeed(randomBytes(32))
}

/** Returns the ADNL id of an Ed25519 public key. Throws RangeError unless the key has 32 bytes. */
export function keyIdOf(publicKey: Uint8Array): Buffer {
  requireKeyLength(publicKey)
  return hash('sha256', Buffer.concat([PUB_ED25519, publicKey]), 'buffer')
}

/** Imports an Ed25519 public key for checking signatures. Throws RangeError unless it has 32 bytes. */
export function ed25519Key(publicKey: Uint8Array): KeyObject {
  requireKeyLength(publicKey)
  return createPublicKey({ key: Buffer.concat([ED25519_SPKI, publicKey]), format: 'der', type: 'spki' })
}

/**
 * Returns the shared secret of a key pair and the peer's Ed25519 public key (32 bytes each). Throws AdnlError
 * `handshake` for a point of low order, whose secret is public.
 */
export function sharedSecret(ours: AdnlKeyPair, peerPublicKey: Uint8Array): Buffer {
  const publicKey = createPublicKey({
    key: Buffer.concat([X25519_SPKI, montgomeryU(peerPublicKey)]),
    format: 'der',
    type: 'spki',
  })
  try {
    return diffieHellman({ privateKey: ours.agreement, publicKey })
  } catch (cause) {
    throw new AdnlError('handshake', 'the public key gives no shared secret', { cause })
  }
}

/** Converts an Edwards point to the u coordinate on Curve25519 (RFC 7748 §4.1): u = (1 + y) / (1 - y). */
export function montgomeryU(edwardsPublicKey: Uint8Array): Buffer {
  // The top bit is the sign of x, which u does not depend on.
  const y = BigInt.asUintN(255, BigInt(`0x${Buffer.from(edwardsPublicKey).reverse().toString('hex')}`)) % P
  const u = ((1n + y) * inverse(1n - y + P)) % P
  return Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse()
}

/** Returns x^(P-2) = 1/x by Fermat, and 0 for 0. P - 2 = 2^255 - 21 has all bits set except bits 2 and 4. */
function inverse(x: bigint): bigint {
  let power = x % P
  const base = power
  for (let bit = 253; bit >= 0; bit--) {
    power = (power * power) % P
    if (bit !== 2 && bit !== 4) power = (power * base) % P
  }
  return power
}

function requireKeyLength(key: Uint8Array): void {
  if (key.length !== 32) throw new RangeError(`a key of ${key.length} bytes, 32 expected`)
}
