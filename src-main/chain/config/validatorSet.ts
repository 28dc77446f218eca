import { hash } from 'node:crypto'
import type { Builder, Slice } from '@ton/core'
import {
  type HashmapCodec,
  HashmapE,
  loadHashmap,
  loadHashmapE,
  storeHashmap,
  storeHashmapE,
} from '../hashmap/hashmap.ts'
import { keyOfUint, uintOfKey } from '../hashmap/key.ts'
import { loadTag, TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// ed25519_pubkey#8e81278a pubkey:bits256 = SigPubKey;
// validator#53 public_key:SigPubKey weight:uint64 = ValidatorDescr;
// validator_addr#73 public_key:SigPubKey weight:uint64 adnl_addr:bits256 = ValidatorDescr;

/** A validator of a set: its key, its weight in votes and its ADNL address. */
export type ValidatorDescr = {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
  readonly weight: bigint
  /** Undefined in `validator#53`, for which the reference node uses 32 zeros. */
  readonly adnlAddr: Buffer | undefined
}

/**
 * Reads `validator#53` or `validator_addr#73`.
 * @throws TlbError for another tag
 */
function loadValidatorDescr(slice: Slice): ValidatorDescr {
  const tag = slice.loadUint(8)
  if (tag !== 0x53 && tag !== 0x73) {
    throw new TlbError('ValidatorDescr', `unknown constructor #${tag.toString(16)}`)
  }
  loadTag(slice, 'SigPubKey', 0x8e81278a, 32)
  return {
    publicKey: slice.loadBuffer(32),
    weight: slice.loadUintBig(64),
    adnlAddr: tag === 0x73 ? slice.loadBuffer(32) : undefined,
  }
}

/** Returns a writer (for Builder.store) of the constructor that `adnlAddr` selects. */
function storeValidatorDescr(descr: ValidatorDescr): (builder: Builder) => void {
  return (builder) => {
    builder
      .storeUint(descr.adnlAddr ? 0x73 : 0x53, 8)
      .storeUint(0x8e81278a, 32)
      .storeBuffer(descr.publicKey, 32)
      .storeUint(descr.weight, 64)
    if (descr.adnlAddr) builder.storeBuffer(descr.adnlAddr, 32)
  }
}

// validators#11 utime_since:uint32 utime_until:uint32 total:(## 16) main:(## 16) { main <= total } { main >= 1 }
//   list:(Hashmap 16 ValidatorDescr) = ValidatorSet;
// validators_ext#12 utime_since:uint32 utime_until:uint32 total:(## 16) main:(## 16) { main <= total }
//   { main >= 1 } total_weight:uint64 list:(HashmapE 16 ValidatorDescr) = ValidatorSet;
// _ prev_validators:ValidatorSet = ConfigParam 32;
// … 33 prev_temp, 34 cur, 35 cur_temp, 36 next, 37 next_temp

/** Parameters 32 to 37: the previous, current and next validators, each elected or temporary. */
export type ValidatorSet = {
  /** `validators#11` (`plain`), or `validators_ext#12` (`ext`), which stores the total weight. */
  readonly kind: 'plain' | 'ext'
  /** Unix seconds. */
  readonly utimeSince: number
  readonly utimeUntil: number
  /** The number of validators, from the first on, that validate the masterchain. */
  readonly main: number
  readonly totalWeight: bigint
  /** By their index in the set. */
  readonly list: readonly ValidatorDescr[]
}

const VALIDATORS: HashmapCodec<ValidatorDescr> = {
  type: 'ValidatorSet',
  keyBits: 16,
  loadValue: loadValidatorDescr,
  storeValue: storeValidatorDescr,
}

/**
 * Reads `validators#11` or `validators_ext#12`.
 * @throws TlbError for another tag, missing validators, or a wrong number or total weight
 */
export function loadValidatorSet(slice: Slice): ValidatorSet {
  const tag = slice.loadUint(8)
  if (tag !== 0x11 && tag !== 0x12)
    throw new TlbError('ValidatorSet', `unknown constructor #${tag.toString(16)}`)
  const utimeSince = slice.loadUint(32)
  const utimeUntil = slice.loadUint(32)
  const total = slice.loadUint(16)
  const main = slice.loadUint(16)
  if (main > total || main < 1) throw new TlbError('ValidatorSet', `${main} main validators of ${total}`)
  const statedWeight = tag === 0x12 ? slice.loadUintBig(64) : undefined
  const list = listOf(tag === 0x12 ? loadHashmapE(slice, VALIDATORS) : loadHashmap(slice, VALIDATORS))
  if (list.length !== total)
    throw new TlbError('ValidatorSet', `${list.length} validators instead of ${total}`)
  const totalWeight = sumOfWeights(list)
  if (statedWeight !== undefined && statedWeight !== totalWeight) {
    throw new TlbError('ValidatorSet', `total weight ${totalWeight} instead of ${statedWeight}`)
  }
  const kind = tag === 0x12 ? 'ext' : 'plain'
  return { kind, utimeSince, utimeUntil, main, totalWeight, list }
}

function listOf(validators: HashmapE<ValidatorDescr>): readonly ValidatorDescr[] {
  const list: ValidatorDescr[] = []
  for (const { key, value } of validators.entries()) {
    if (Number(uintOfKey(key, 16)) !== list.length) {
      throw new TlbError('ValidatorSet', `validator ${list.length} is missing`)
    }
    list.push(value)
  }
  return list
}

/** Returns a writer (for Builder.store) of the constructor that `kind` names. */
export function storeValidatorSet(set: ValidatorSet): (builder: Builder) => void {
  const entries = set.list.map((value, index) => ({ key: keyOfUint(index, 16), value }))
  const list = HashmapE.from(VALIDATORS, entries)
  return (builder) => {
    builder
      .storeUint(set.kind === 'ext' ? 0x12 : 0x11, 8)
      .storeUint(set.utimeSince, 32)
      .storeUint(set.utimeUntil, 32)
      .storeUint(set.list.length, 16)
      .storeUint(set.main, 16)
    if (set.kind === 'ext') builder.storeUint(set.totalWeight, 64).store(storeHashmapE(list))
    else builder.store(storeHashmap(list))
  }
}

/** Returns the total weight of a list, of which valid signatures need more than two thirds. */
export function sumOfWeights(list: readonly ValidatorDescr[]): bigint {
  return list.reduce((sum, { weight }) => sum + weight, 0n)
}

/** The constructor id of TL `pub.ed25519 key:int256 = PublicKey`. */
const PUB_ED25519 = Buffer.from('c6b41348', 'hex')

/** Returns the short id that names a validator in signatures: the SHA-256 of its boxed public key. */
export function validatorNodeId(publicKey: Uint8Array): Buffer {
  return hash('sha256', Buffer.concat([PUB_ED25519, publicKey]), 'buffer')
}
