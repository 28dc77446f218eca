import type { BitString, Builder, Slice } from '@ton/core'
import { Address, BitBuilder, type ExternalAddress } from '@ton/core'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// anycast_info$_ depth:(#<= 30) { depth >= 1 } rewrite_pfx:(bits depth) = Anycast;
// addr_std$10 anycast:(Maybe Anycast) workchain_id:int8 address:bits256 = MsgAddressInt;
// addr_var$11 anycast:(Maybe Anycast) addr_len:(## 9) workchain_id:int32 address:(bits addr_len) = MsgAddressInt;
// addr_none$00 = MsgAddressExt;
// addr_extern$01 len:(## 9) external_address:(bits len) = MsgAddressExt;

/**
 * An internal address. @ton/core's Address represents `addr_std` without anycast only (it rewrites anycast
 * and has no addr_var); the others are UncommonAddresses.
 */
export type MsgAddressInt = Address | UncommonAddress

/** An internal address with an anycast prefix, or with a length of its own (0 to 511 bits). */
export type UncommonAddress = {
  readonly kind: 'std-anycast' | 'var'
  /** 1 to 30 bits that replace the first bits of `address`. */
  readonly anycast: BitString | undefined
  readonly workchain: number
  readonly address: BitString
}

/** An external address; null stands for `addr_none`. */
export type MsgAddressExt = ExternalAddress | null

/**
 * Reads `addr_std` or `addr_var`.
 * @throws TlbError for an external address or a bad anycast depth
 */
export function loadMsgAddressInt(slice: Slice): MsgAddressInt {
  if (slice.preloadUint(3) === 0b100) return slice.loadAddress()
  const tag = slice.loadUint(2)
  if (tag !== 0b10 && tag !== 0b11) throw new TlbError('MsgAddressInt', `tag ${tag}`)
  const anycast = slice.loadBit() ? loadAnycast(slice) : undefined
  if (tag === 0b10) {
    return { kind: 'std-anycast', anycast, workchain: slice.loadInt(8), address: slice.loadBits(256) }
  }
  const length = slice.loadUint(9)
  return { kind: 'var', anycast, workchain: slice.loadInt(32), address: slice.loadBits(length) }
}

/** Reads `Anycast`. @throws TlbError for a bad depth */
export function loadAnycast(slice: Pick<Slice, 'loadUint' | 'loadBits'>): BitString {
  const depth = slice.loadUint(5)
  if (depth < 1 || depth > 30) throw new TlbError('Anycast', `depth ${depth}`)
  return slice.loadBits(depth)
}

/** Returns a writer (for Builder.store) of `addr_std` or `addr_var`. */
export function storeMsgAddressInt(value: MsgAddressInt) {
  return (builder: Builder): void => {
    if (value instanceof Address) {
      builder.storeAddress(value)
      return
    }
    builder.storeUint(value.kind === 'var' ? 0b11 : 0b10, 2).storeBit(value.anycast !== undefined)
    if (value.anycast !== undefined) {
      builder.storeUint(value.anycast.length, 5).storeBits(value.anycast)
    }
    if (value.kind === 'var') builder.storeUint(value.address.length, 9).storeInt(value.workchain, 32)
    else builder.storeInt(value.workchain, 8)
    builder.storeBits(value.address)
  }
}

/** Reads `addr_none` (null) or `addr_extern`. Throws for an internal address. */
export function loadMsgAddressExt(slice: Slice): MsgAddressExt {
  return slice.loadMaybeExternalAddress()
}

/** Returns a writer (for Builder.store) of `addr_none` (null) or `addr_extern`. */
export function storeMsgAddressExt(value: MsgAddressExt) {
  return (builder: Builder): void => {
    builder.storeAddress(value)
  }
}

/**
 * Returns the account of an address: the anycast prefix replaces the first bits. Undefined for an `addr_var`
 * that is not 256 bits long.
 */
export function accountOf(address: MsgAddressInt): Address | undefined {
  if (address instanceof Address) return address
  const { anycast, workchain, address: bits } = address
  return bits.length === 256 ? new Address(workchain, rewrite(bits, anycast)) : undefined
}

/** Returns the account of an `addr_std`, as accountOf does; undefined for any `addr_var`. */
export function stdAccountOf(address: MsgAddressInt): Address | undefined {
  return address instanceof Address || address.kind !== 'var' ? accountOf(address) : undefined
}

function rewrite(address: BitString, prefix: BitString | undefined): Buffer {
  const replaced = prefix?.length ?? 0
  const bits = new BitBuilder(address.length)
  if (prefix) bits.writeBits(prefix)
  bits.writeBits(address.substring(replaced, address.length - replaced))
  return bits.buffer()
}
