import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'

/** An Ed25519 key whose secret the devnet holds. */
export type SigningKey = {
  /** 32 bytes each. */
  readonly seed: Buffer
  readonly publicKey: Buffer
  /** 64 bytes. */
  sign(data: Uint8Array): Buffer
}

/** All keys of a devnet; they are derived from its seed. */
export type DevnetKeys = {
  /** The validator of the zero state, and the master key of the configuration. */
  readonly validator: SigningKey
  /** Keys of validators, that of the zero state first: elections use the next one each round, then start over. */
  readonly validators: readonly SigningKey[]
  readonly giver: SigningKey
  /** Key of the liteserver's ADNL address. */
  readonly liteserver: SigningKey
}

/** Past rounds have ended long before their key is used again. */
const VALIDATOR_KEYS = 16

export function devnetKeys(seed: string): DevnetKeys {
  const key = (role: string) => signingKey(derivedSeed(seed, role))
  const validator = key('validator')
  const elected = Array.from({ length: VALIDATOR_KEYS - 1 }, (_, index) => key(`validator ${index + 1}`))
  return {
    validator,
    validators: [validator, ...elected],
    giver: key('giver'),
    liteserver: key('liteserver'),
  }
}

/** Returns 32 bytes that are derived from a devnet's seed and a purpose. */
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
