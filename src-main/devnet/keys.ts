import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'

/** An Ed25519 key whose secret the devnet holds. */
export type SigningKey = {
  /** 32 bytes each. */
  readonly seed: Buffer
  readonly publicKey: Buffer
  /** 64 bytes. */
  sign(data: Uint8Array): Buffer
}

/** All that a devnet signs with; they follow from its seed. */
export type DevnetKeys = {
  readonly validator: SigningKey
  readonly giver: SigningKey
  /** Of the liteserver's ADNL address. */
  readonly liteserver: SigningKey
}

export function devnetKeys(seed: string): DevnetKeys {
  const key = (role: string) => signingKey(derivedSeed(seed, role))
  return { validator: key('validator'), giver: key('giver'), liteserver: key('liteserver') }
}

/** 32 bytes that follow from a devnet's seed and what they are for. */
export function derivedSeed(seed: string, purpose: string): Buffer {
  return hash('sha256', `tonscope devnet\n${seed}\n${purpose}`, 'buffer')
}

/** DER of PKCS #8 (RFC 8410) before the 32 bytes of a key. */
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export function signingKey(seed: Buffer): SigningKey {
  const secret: KeyObject = createPrivateKey({
    key: Buffer.concat([ED25519_PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicKey = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { seed, publicKey, sign: (data) => sign(null, data, secret) }
}
