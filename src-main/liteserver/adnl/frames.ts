import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createHash,
  type Decipheriv,
  hash,
} from 'node:crypto'
import { AdnlError } from './adnlError.ts'
import type { StreamKey } from './handshake.ts'
import { pooledRandomBytes } from './randomPool.ts'

/**
 * A frame before encryption: length of the rest (u32, little-endian) | nonce (32) | payload | SHA-256 of nonce and
 * payload (32).
 */
const LENGTH_SIZE = 4
const NONCE_SIZE = 32
const CHECKSUM_SIZE = 32
const EMPTY_FRAME = NONCE_SIZE + CHECKSUM_SIZE
/** The frame limit of the reference implementation. */
export const MAX_FRAME_BYTES = 0x100_0000
/** The size below which one copy is cheaper than three encryptions and three writes. */
const JOIN_BELOW = 16_384

const EMPTY: Buffer = Buffer.alloc(0)

/** Encrypts frames, in the order of sending. */
export class FrameEncoder {
  readonly #cipher: Cipheriv

  constructor({ key, iv }: StreamKey) {
    this.#cipher = createCipheriv('aes-256-ctr', key, iv)
  }

  /** Returns the encrypted pieces of a payload given in pieces. An empty payload confirms a handshake. */
  encode(payload: readonly Buffer[]): Buffer[] {
    return this.encodeAll([payload])
  }

  /** Encodes payloads that are sent together. Short ones are joined to share one encryption and one write. */
  encodeAll(payloads: readonly (readonly Buffer[])[]): Buffer[] {
    const encrypted: Buffer[] = []
    let short: (readonly Buffer[])[] = []
    const encryptShort = () => {
      if (short.length > 0) encrypted.push(this.#cipher.update(joinFrames(short)))
      short = []
    }
    for (const payload of payloads) {
      if (lengthOf(payload) < JOIN_BELOW) {
        short.push(payload)
        continue
      }
      encryptShort()
      for (const piece of framePieces(payload)) encrypted.push(this.#cipher.update(piece))
    }
    encryptShort()
    return encrypted
  }
}

function lengthOf(payload: readonly Buffer[]): number {
  let length = 0
  for (const piece of payload) length += piece.length
  return length
}

/** Returns the frames of short payloads in one buffer. */
function joinFrames(payloads: readonly (readonly Buffer[])[]): Buffer {
  const overhead = payloads.length * (LENGTH_SIZE + EMPTY_FRAME)
  const frames = Buffer.allocUnsafe(payloads.reduce((sum, payload) => sum + lengthOf(payload), overhead))
  let at = 0
  for (const payload of payloads) {
    frames.writeUInt32LE(EMPTY_FRAME + lengthOf(payload), at)
    const begin = at + LENGTH_SIZE
    at = begin + pooledRandomBytes(NONCE_SIZE).copy(frames, begin)
    for (const piece of payload) at += piece.copy(frames, at)
    at += frames.write(hash('sha256', frames.subarray(begin, at), 'binary'), at, 'latin1')
  }
  return frames
}

/** Returns the frame of a payload that is too long to copy. */
function framePieces(payload: readonly Buffer[]): readonly Buffer[] {
  const head = Buffer.allocUnsafe(LENGTH_SIZE + NONCE_SIZE)
  head.writeUInt32LE(EMPTY_FRAME + lengthOf(payload), 0)
  pooledRandomBytes(NONCE_SIZE).copy(head, LENGTH_SIZE)
  const digest = createHash('sha256').update(head.subarray(LENGTH_SIZE))
  for (const piece of payload) digest.update(piece)
  return [head, ...payload, digest.digest()]
}

/** Decrypts a stream and splits it into frames. The stream is unusable after an error. */
export class FrameDecoder {
  readonly #decipher: Decipheriv
  readonly #maxFrameBytes: number
  /** The decrypted start of an incomplete frame: the first `#filled` bytes. */
  #partial = EMPTY
  #filled = 0
  /** The size at which that frame is complete, as far as is known. */
  #needed = LENGTH_SIZE

  constructor({ key, iv }: StreamKey, maxFrameBytes = MAX_FRAME_BYTES) {
    this.#decipher = createDecipheriv('aes-256-ctr', key, iv)
    this.#maxFrameBytes = maxFrameBytes
  }

  /**
   * Decrypts the next bytes of the stream and calls `onPayload` for each frame that they complete. Payloads are views
   * of memory that nothing else uses. Throws AdnlError `frame_size` or `checksum`.
   */
  push(data: Buffer, onPayload: (payload: Buffer) => void): void {
    let rest = this.#join(this.#decipher.update(data))
    while (rest.length >= LENGTH_SIZE) {
      this.#needed = this.#frameSize(rest)
      if (rest.length < this.#needed) break
      onPayload(openFrame(rest.subarray(LENGTH_SIZE, this.#needed)))
      rest = rest.subarray(this.#needed)
      this.#needed = LENGTH_SIZE
    }
    this.#keep(rest)
  }

  /** Returns the size of the frame at the front, including its length field. */
  #frameSize(data: Buffer): number {
    const length = data.readUInt32LE(0)
    if (length < EMPTY_FRAME || length > this.#maxFrameBytes) {
      throw new AdnlError('frame_size', `a frame of ${length} bytes, the limit is ${this.#maxFrameBytes}`)
    }
    return LENGTH_SIZE + length
  }

  /** Returns the kept and the new bytes as one buffer. */
  #join(plain: Buffer): Buffer {
    if (this.#filled === 0) return plain
    const filled = this.#filled + plain.length
    if (filled > this.#partial.length) {
      // Doubling copies each byte about once more and keeps memory near the size received, for any size of the pieces
      // and of the announced frame.
      const wanted = Math.min(2 * this.#partial.length, this.#needed)
      const grown = Buffer.allocUnsafe(Math.max(filled, wanted))
      this.#partial.copy(grown, 0, 0, this.#filled)
      this.#partial = grown
    }
    plain.copy(this.#partial, this.#filled)
    this.#filled = filled
    return this.#partial.subarray(0, filled)
  }

  /** Keeps the end of the buffer that `#join` returned. */
  #keep(rest: Buffer): void {
    const sameFrame = this.#filled > 0 && rest.length === this.#filled
    if (sameFrame) return
    // A view without spare room: the next piece is joined in new memory, never over delivered payloads.
    this.#partial = rest.length > 0 ? rest : EMPTY
    this.#filled = rest.length
  }
}

function openFrame(frame: Buffer): Buffer {
  const end = frame.length - CHECKSUM_SIZE
  if (hash('sha256', frame.subarray(0, end), 'binary') !== frame.toString('latin1', end)) {
    throw new AdnlError('checksum', 'a frame does not have its checksum')
  }
  return frame.subarray(NONCE_SIZE, end)
}
