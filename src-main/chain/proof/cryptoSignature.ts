import type { Builder, Cell, Slice } from '@ton/core'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// ed25519_signature#5 R:bits256 s:bits256 = CryptoSignatureSimple;
// _ CryptoSignatureSimple = CryptoSignature;
// sig_pair$_ node_id_short:bits256 sign:CryptoSignature = CryptoSignaturePair;
// signatures:(HashmapE 16 CryptoSignaturePair)

/** One validator's signature. The scheme's `chained_signature#f` occurs in no chain and is rejected. */
export type CryptoSignaturePair = {
  /** SHA-256 of the boxed public key: see validatorNodeId. */
  readonly nodeIdShort: Buffer
  /** 64 bytes, R and s. */
  readonly signature: Buffer
}

const TAG = 5

/**
 * Reads `sig_pair$_` with an `ed25519_signature#5`.
 * @throws TlbError for another kind of signature
 */
function loadCryptoSignaturePair(slice: Slice): CryptoSignaturePair {
  const nodeIdShort = slice.loadBuffer(32)
  if (slice.loadUint(4) !== TAG) throw new TlbError('CryptoSignature', 'unknown constructor')
  return { nodeIdShort, signature: slice.loadBuffer(64) }
}

/** Returns a writer (for Builder.store) of `sig_pair$_`. */
function storeCryptoSignaturePair(pair: CryptoSignaturePair): (builder: Builder) => void {
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
 * Reads a `HashmapE 16 CryptoSignaturePair` from its root.
 * @throws TlbError if the keys do not count from 0
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

/** Builds the dictionary of signatures and returns its root, null for an empty list. */
export function buildSignatures(signatures: readonly CryptoSignaturePair[]): Cell | null {
  const entries = signatures.map((value, index) => ({ key: keyOfUint(index, 16), value }))
  return HashmapE.from(SIGNATURES, entries).root
}
