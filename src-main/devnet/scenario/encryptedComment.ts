import {
  createCipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hash,
} from 'node:crypto'
import type { Address, Cell } from '@ton/core'
import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import type { SigningKey } from '../keys.ts'
import { snake } from './comments.ts'

const ENCRYPTED_COMMENT = opcodeOf(BASIC_MESSAGES, 'encrypted_text_comment')
/** Bytes of the encrypted data in the first cell, after the op. */
const FIRST_CELL_BYTES = 35
const MAX_TEXT_BYTES = 960
const BLOCK_BYTES = 16
const MIN_PREFIX_BYTES = 16

/** DER before the 32 bytes of an X25519 key (RFC 8410). */
const X25519_PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex')
const X25519_SPKI = Buffer.from('302a300506032b656e032100', 'hex')
const FIELD = 2n ** 255n - 19n

/**
 * Builds the body of a transfer with an encrypted comment, as wallets do (docs.ton.org, "Messages with encrypted
 * comments"): only the holders of the two keys can read it.
 * @param options.sender the wallet that sends it: its address is the salt
 * @param options.randomness 32 bytes, of which those of the prefix are taken
 * @throws {RangeError} for texts of more than 960 bytes in UTF-8
 */
export function encryptedCommentBody(
  text: string,
  options: {
    readonly key: SigningKey
    readonly recipient: Buffer
    readonly sender: Address
    readonly randomness: Buffer
  },
): Cell {
  const { key, recipient, sender, randomness } = options
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length > MAX_TEXT_BYTES) throw new RangeError(`a comment has at most ${MAX_TEXT_BYTES} bytes`)
  const data = Buffer.concat([prefixFor(bytes.length, randomness), bytes])
  const salt = sender.toString({ urlSafe: true, bounceable: true, testOnly: false })
  const messageKey = hmac(Buffer.from(salt), data).subarray(0, BLOCK_BYTES)
  const secret = hmac(sharedSecret(key, recipient), messageKey)
  const cipher = createCipheriv('aes-256-cbc', secret.subarray(0, 32), secret.subarray(32, 48))
  cipher.setAutoPadding(false)
  const op = Buffer.alloc(4)
  op.writeUInt32BE(ENCRYPTED_COMMENT)
  const keys = Buffer.from(key.publicKey.map((byte, place) => byte ^ (recipient[place] ?? 0)))
  const encrypted = Buffer.concat([op, keys, messageKey, cipher.update(data), cipher.final()])
  return snake(encrypted, op.length + FIRST_CELL_BYTES)
}

/** Returns 16 to 31 bytes, to fill whole cipher blocks; the first byte is their number. */
function prefixFor(length: number, randomness: Buffer): Buffer {
  const size = MIN_PREFIX_BYTES + ((BLOCK_BYTES - (length % BLOCK_BYTES)) % BLOCK_BYTES)
  return Buffer.concat([Buffer.from([size]), randomness.subarray(0, size - 1)])
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha512', key).update(data).digest()
}

/** Returns the X25519 secret of two Ed25519 keys, which is the same for either side. */
export function sharedSecret(own: SigningKey, theirs: Buffer): Buffer {
  const secret = hash('sha512', own.seed, 'buffer').subarray(0, 32)
  return diffieHellman({
    privateKey: createPrivateKey({
      key: Buffer.concat([X25519_PKCS8, secret]),
      format: 'der',
      type: 'pkcs8',
    }),
    publicKey: createPublicKey({
      key: Buffer.concat([X25519_SPKI, montgomery(theirs)]),
      format: 'der',
      type: 'spki',
    }),
  })
}

/** Returns the X25519 key of an Ed25519 key: u = (1 + y) / (1 - y). */
function montgomery(publicKey: Buffer): Buffer {
  const y = BigInt(`0x${Buffer.from(publicKey).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  const u = ((1n + y) * inverse(FIELD + 1n - y)) % FIELD
  return Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse()
}

/** Returns the inverse by Fermat's little theorem. */
function inverse(value: bigint): bigint {
  let [result, base] = [1n, value % FIELD]
  for (let power = FIELD - 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % FIELD
    base = (base * base) % FIELD
  }
  return result
}
