import type { Builder, Cell, Slice } from '@ton/core'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// ed25519_signature#5 R:bits256 s:bits256 = CryptoSignatureSimple;
// _ CryptoSignatureSimple = CryptoSignature;
// sig_pair$_ node_id_short:bits256 sign:CryptoSignature = CryptoSignaturePair;
// signatures:(HashmapE 16 CryptoSignaturePair)

/** One validator's signature. `chained_signature#f` of the scheme is in no chain and is refused. */
export type CryptoSignaturePair = {
  /** SHA-256 of the boxed public key: see validatorNodeId. */
  readonly nodeIdShort: Buffer
  /** 64 bytes, R and s. */
  readonly signature: Buffer
}

const TAG = 5

export function loadCryptoSignaturePair(slice: Slice): CryptoSignaturePair {
  const nodeIdShort = slice.loadBuffer(32)
  if (slice.loadUint(4) !== TAG) throw new TlbError('CryptoSignature', 'unknown constructor')
  return { nodeIdShort, signature: slice.loadBuffer(64) }
}

export function storeCryptoSignaturePair(pair: CryptoSignaturePair): (builder: Builder) => void {
  return (builder) => {
    builder.storeBuffer(pair.nodeIdShort, 32).storeUint(TAG, 4).storeBuffer(pair.signature, 64)
  }
}

const SIGNATURES: HashmapCodec<CryptoSignaturePair> = {
  type: 'CryptoSignaturePair',
  keyBits: 16,
  loadValue: loadCryptoSignaturePair,
  storeValue: storeCryptoSignaturePair,
}

/**
 * A `HashmapE 16 CryptoSignaturePair`, whose keys count from 0.
 * @throws TlbError if they don't
 */
export function loadSignatures(root: Cell | null): readonly CryptoSignaturePair[] {
  const signatures: CryptoSignaturePair[] = []
  for (const { key, value } of new HashmapE(SIGNATURES, root).entries()) {
    const index = Number(uintOfKey(key, 16))
    if (index !== signatures.length) {
      throw new TlbError('CryptoSignaturePair', `signature ${index} follows ${signatures.length - 1}`)
    }
    signatures.push(value)
  }
  return signatures
}

/** The dictionary's root, null where there are no signatures. */
export function buildSignatures(signatures: readonly CryptoSignaturePair[]): Cell | null {
  const entries = signatures.map((value, index) => ({ key: keyOfUint(index, 16), value }))
  return HashmapE.from(SIGNATURES, entries).root
}
