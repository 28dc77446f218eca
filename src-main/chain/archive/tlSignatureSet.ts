import { TypedError } from '#shared/typedError.ts'
import type { Signature, SignatureSet } from '../proof/signatures.ts'

/**
 * The few TL types that carry signatures in recorded answers and in Tonscope archives. The rest of lite_api.tl is in
 * liteserver/tl, one layer above this one.
 */
const SIGNATURE_SET_ORDINARY = 0xf644a6e6
const SIGNATURE_SET_SIMPLEX = 0xac249800
const PARTIAL_BLOCK_PROOF = 0x8ed0d2c1
const BLOCK_LINK_BACK = 0xef7e1bef
const BLOCK_LINK_FORWARD = 0x520fce1c

const BLOCK_ID_EXT_LENGTH = 4 + 8 + 4 + 32 + 32

/** The error for bytes that are not the expected TL type. */
export class TlSignatureError extends TypedError {
  constructor(reason: string) {
    super('tl-signature', reason)
  }
}

/**
 * Reads a boxed `liteServer.SignatureSet`, which must be all of `data`.
 *
 *     liteServer.signature node_id_short:int256 signature:bytes = liteServer.Signature;
 *     liteServer.signatureSet.ordinary#f644a6e6 validator_set_hash:int catchain_seqno:int
 *       signatures:(vector liteServer.signature) = liteServer.SignatureSet;
 *     liteServer.signatureSet.simplex#ac249800 cc_seqno:int validator_set_hash:int
 *       signatures:(vector liteServer.signature) session_id:int256 slot:int candidate:bytes
 *       = liteServer.SignatureSet;
 */
export function loadTlSignatureSet(data: Buffer): SignatureSet {
  return whole(data, readSignatureSet)
}

/** Writes a boxed `liteServer.SignatureSet`. */
export function storeTlSignatureSet(set: SignatureSet): Buffer {
  const signatures = [
    uint32(set.signatures.length),
    ...set.signatures.flatMap(({ nodeIdShort, signature }) => [nodeIdShort, bytes(signature)]),
  ]
  const validatorSetHash = uint32(set.validatorSetHash)
  if (set.kind === 'ordinary') {
    return Buffer.concat([
      uint32(SIGNATURE_SET_ORDINARY),
      validatorSetHash,
      uint32(set.catchainSeqno),
      ...signatures,
    ])
  }
  return Buffer.concat([
    uint32(SIGNATURE_SET_SIMPLEX),
    uint32(set.ccSeqno),
    validatorSetHash,
    ...signatures,
    set.sessionId,
    uint32(set.slot),
    bytes(set.candidate),
  ])
}

/**
 * Returns the signatures in the last step of a `liteServer.partialBlockProof` and the seqno of the signed block.
 *
 *     liteServer.blockLinkBack to_key_block:Bool from:tonNode.blockIdExt to:tonNode.blockIdExt
 *       dest_proof:bytes proof:bytes state_proof:bytes = liteServer.BlockLink;
 *     liteServer.blockLinkForward to_key_block:Bool from:tonNode.blockIdExt to:tonNode.blockIdExt
 *       dest_proof:bytes config_proof:bytes signatures:liteServer.SignatureSet = liteServer.BlockLink;
 *     liteServer.partialBlockProof complete:Bool from:tonNode.blockIdExt to:tonNode.blockIdExt
 *       steps:(vector liteServer.BlockLink) = liteServer.PartialBlockProof;
 */
export function signaturesOfBlockProof(answer: Buffer): { seqno: number; signatures: SignatureSet } {
  return whole(answer, (reader) => {
    if (reader.uint32() !== PARTIAL_BLOCK_PROOF) throw new TlSignatureError('not a block proof')
    reader.skip(4 + 2 * BLOCK_ID_EXT_LENGTH)
    let last: { seqno: number; signatures: SignatureSet } | undefined
    for (let steps = reader.uint32(); steps > 0; steps--) {
      const kind = reader.uint32()
      reader.skip(4 + BLOCK_ID_EXT_LENGTH + 4 + 8)
      const seqno = reader.uint32()
      reader.skip(64)
      reader.bytes()
      reader.bytes()
      if (kind === BLOCK_LINK_FORWARD) last = { seqno, signatures: readSignatureSet(reader) }
      else if (kind === BLOCK_LINK_BACK) {
        reader.bytes()
        last = undefined
      } else throw new TlSignatureError('block proof with an unknown step')
    }
    if (!last) throw new TlSignatureError('block proof that does not end with a forward step')
    return last
  })
}

function readSignatureSet(reader: Reader): SignatureSet {
  const kind = reader.uint32()
  if (kind === SIGNATURE_SET_ORDINARY) {
    const validatorSetHash = reader.uint32()
    return {
      kind: 'ordinary',
      validatorSetHash,
      catchainSeqno: reader.uint32(),
      signatures: readSignatures(reader),
    }
  }
  if (kind !== SIGNATURE_SET_SIMPLEX) throw new TlSignatureError('not a signature set')
  const ccSeqno = reader.uint32()
  const validatorSetHash = reader.uint32()
  const signatures = readSignatures(reader)
  const sessionId = reader.fixed(32)
  const slot = reader.uint32()
  return {
    kind: 'simplex',
    ccSeqno,
    validatorSetHash,
    signatures,
    sessionId,
    slot,
    candidate: reader.bytes(),
  }
}

function readSignatures(reader: Reader): Signature[] {
  const signatures: Signature[] = []
  for (let count = reader.uint32(); count > 0; count--) {
    signatures.push({ nodeIdShort: reader.fixed(32), signature: reader.bytes() })
  }
  return signatures
}

function whole<T>(data: Buffer, read: (reader: Reader) => T): T {
  try {
    const reader = new Reader(data)
    const value = read(reader)
    if (!reader.atEnd()) throw new TlSignatureError('bytes are left over')
    return value
  } catch (error) {
    if (error instanceof RangeError) throw new TlSignatureError('bytes end early')
    throw error
  }
}

class Reader {
  #at = 0
  readonly #data: Buffer

  constructor(data: Buffer) {
    this.#data = data
  }

  atEnd(): boolean {
    return this.#at === this.#data.length
  }

  skip(length: number): void {
    this.#at += length
    if (this.#at > this.#data.length) throw new RangeError('beyond the end')
  }

  uint32(): number {
    const value = this.#data.readUInt32LE(this.#at)
    this.#at += 4
    return value
  }

  fixed(length: number): Buffer {
    const start = this.#at
    this.skip(length)
    // A copy: a view would keep the whole answer in memory.
    return Buffer.from(this.#data.subarray(start, this.#at))
  }

  /** Reads TL bytes: the length in one byte, or in three after 0xfe, padded to four bytes. */
  bytes(): Buffer {
    let length = this.#data.readUInt8(this.#at)
    let prefix = 1
    if (length === 254) {
      length = this.#data.readUIntLE(this.#at + 1, 3)
      prefix = 4
    } else if (length === 255) throw new TlSignatureError('bytes of impossible length')
    this.#at += prefix
    const value = this.fixed(length)
    this.skip(padding(prefix + length))
    return value
  }
}

function padding(length: number): number {
  return (4 - (length & 3)) & 3
}

function uint32(value: number): Buffer {
  const data = Buffer.alloc(4)
  data.writeUInt32LE(value >>> 0)
  return data
}

function bytes(value: Buffer): Buffer {
  const prefix =
    value.length < 254
      ? Buffer.of(value.length)
      : Buffer.of(254, value.length & 255, (value.length >> 8) & 255, value.length >> 16)
  return Buffer.concat([prefix, value, Buffer.alloc(padding(prefix.length + value.length))])
}
