import type { Slice } from '@ton/core'
import {
  bits,
  bits256,
  bool,
  cell,
  type DecodedValue,
  either,
  i8,
  maybe,
  maybeCell,
  oneOf,
  oneOfOpcodes,
  record,
  reference,
  rest,
  to,
  u8,
  u32,
  u64,
  uint,
  type ValueReader,
  type Walk,
} from './valueReader.ts'

// Types of block.tlb in the names that toncenter's printer gives them.

/** VarUInteger n. */
function varUint(limit: 16 | 32): ValueReader {
  const lengthBits = limit === 16 ? 4 : 5
  return (slice) => {
    const length = slice.loadUint(lengthBits)
    return { '@type': 'var_uint', len: length.toString(), value: slice.loadUintBig(length * 8).toString() }
  }
}
export const varUint16 = varUint(16)
export const coins = record('nanocoins', { amount: varUint16 })
export const grams = record('nanograms', { amount: varUint16 })

/** `len:(## n) name:(bits len * unit)` and what else follows: the length is a field of its own. */
function sized(
  name: string,
  lengthName: string,
  lengthBits: number,
  fields: readonly [string, ValueReader?][],
): ValueReader {
  return (slice, walk) => {
    const length = slice.loadUint(lengthBits)
    const decoded: Record<string, DecodedValue> = { '@type': name, [lengthName]: length.toString() }
    for (const [field, layout] of fields) decoded[field] = (layout ?? bits(length))(slice, walk)
    return decoded
  }
}

const anycast: ValueReader = sized('anycast_info', 'depth', 5, [['rewrite_pfx']])
const addrNone = record('addr_none', {})
const addrExternal = sized('addr_external', 'len', 9, [['external_address']])
const addrStd = record('addr_std', { anycast: maybe(anycast), workchain_id: i8, address: bits256 })
const addrVar: ValueReader = (slice, walk) => {
  const rewrite = maybe(anycast)(slice, walk)
  const length = slice.loadUint(9)
  return {
    '@type': 'addr_var',
    anycast: rewrite,
    addr_len: length.toString(),
    workchain_id: slice.loadInt(32).toString(),
    address: bits(length)(slice, walk),
  }
}

export const addressInt = oneOf({ '10': addrStd, '11': addrVar })
const addressExt = oneOf({ '00': addrNone, '01': addrExternal })
export const address = oneOf({ '00': addrNone, '01': addrExternal, '10': addrStd, '11': addrVar })

// hashmap_edge#_ {n:#} {X:Type} {l:#} {m:#} label:(HmLabel ~l n) {n = (~m) + l} node:(HashmapNode m X) = Hashmap n X;

/** A dictionary, edge by edge as TL-B has it. */
export function hashmap(keyBits: number, value: ValueReader): ValueReader {
  return (slice, walk) => {
    const { label, length } = loadLabel(slice, keyBits)
    const left = keyBits - length
    const fork = to(hashmap(left - 1, value))
    const node =
      left === 0
        ? record('hashmap_node_leaf', { value })
        : record('hashmap_node_fork', { left: fork, right: fork })
    return { '@type': 'hashmap_edge', label, node: node(slice, walk) }
  }
}

export const hashmapE = (keyBits: number, value: ValueReader): ValueReader =>
  oneOf({
    '0': record('hashmap_empty', {}),
    '1': record('hashmap_root', { root: to(hashmap(keyBits, value)) }),
  })

function loadLabel(slice: Slice, most: number): { label: DecodedValue; length: number } {
  const lengthBits = 32 - Math.clz32(most)
  if (!slice.loadBit()) {
    let length = 0
    while (slice.loadBit()) length++
    let len: DecodedValue = { '@type': 'unary_zero' }
    for (let i = 0; i < length; i++) len = { '@type': 'unary_succ', x: len }
    checkLabel(length, most)
    return { label: { '@type': 'hashmap_label_short', len, s: slice.loadBits(length).toString() }, length }
  }
  if (!slice.loadBit()) {
    const length = slice.loadUint(lengthBits)
    checkLabel(length, most)
    const label = {
      '@type': 'hashmap_label_long',
      n: length.toString(),
      s: slice.loadBits(length).toString(),
    }
    return { label, length }
  }
  const v = slice.loadBit() ? '1' : '0'
  const length = slice.loadUint(lengthBits)
  checkLabel(length, most)
  return { label: { '@type': 'hashmap_label_same', v, n: length.toString() }, length }
}

function checkLabel(length: number, most: number): void {
  if (length > most) throw new Error('a label longer than its key')
}

export const currencies = record('currencies', {
  grams,
  other: record('extra_currencies', { dict: hashmapE(32, varUint(32)) }),
})

const tickTock = record('tick_tock', { tick: bool, tock: bool })
export const stateInit = record(undefined, {
  fixed_prefix_length: maybe(uint(5)),
  special: maybe(tickTock),
  code: maybeCell,
  data: maybeCell,
  library: maybeCell,
})

/** CommonMsgInfoRelaxed: the sender can be absent. */
const messageInfo = oneOf({
  '0': record('int_msg_info', {
    ihr_disabled: bool,
    bounce: bool,
    bounced: bool,
    src: address,
    dest: addressInt,
    value: currencies,
    ihr_fee: grams,
    fwd_fee: grams,
    created_lt: u64,
    created_at: u32,
  }),
  '11': record('ext_out_msg_info', { src: address, dest: addressExt, created_lt: u64, created_at: u32 }),
})

/** MessageRelaxed Any. */
export const message = record('message', {
  info: messageInfo,
  init: maybe(either(stateInit, reference(stateInit))),
  body: either(rest, reference(rest)),
})

const libRef = oneOf({
  '0': record('libref_hash', { lib_hash: bits256 }),
  '1': record('libref_ref', { library: cell }),
})

/** OutAction of block.tlb. */
const outAction = oneOfOpcodes({
  '0ec3c86d': record('action_send_msg', { mode: u8, out_msg: to(message) }),
  ad4de08e: record('action_set_code', { new_code: cell }),
  '36e6b809': record('action_reserve_currency', { mode: u8, currency: currencies }),
  '26fa1dd4': record('action_change_library', { mode: uint(7), libref: libRef }),
})

/** The node takes no more actions of one transaction (255, with one to spare). */
const MAX_ACTIONS = 256

/** OutList n of any n: the innermost cell is empty. */
export const outList: ValueReader = (slice, walk) => loadOutList(slice, walk, MAX_ACTIONS)

function loadOutList(slice: Slice, walk: Walk, left: number): DecodedValue {
  if (slice.remainingBits === 0 && slice.remainingRefs === 0) return { '@type': 'out_list_empty' }
  if (left === 0) throw new Error('too many actions')
  const prev = to((inner) => loadOutList(inner, walk, left - 1))
  return record('out_list', { prev, action: outAction })(slice, walk)
}
