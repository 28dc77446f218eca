import { type Builder, beginCell, Cell, type Slice } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import { finishCell } from '../chain/hashmap/finishCell.ts'
import { checkStackLimits, fitsTvmInt, MAX_STACK_DEPTH, StackError, type StackValue } from './stackValue.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// vm_stack#_ depth:(## 24) stack:(VmStackList depth) = VmStack;
// vm_stk_cons#_ {n:#} rest:^(VmStackList n) tos:VmStackValue = VmStackList (n + 1);
// vm_stk_nil#_ = VmStackList 0;
// vm_stk_null#00 = VmStackValue;
// vm_stk_tinyint#01 value:int64 = VmStackValue;
// vm_stk_int#0201_ value:int257 = VmStackValue;
// vm_stk_nan#02ff = VmStackValue;
// vm_stk_cell#03 cell:^Cell = VmStackValue;
// vm_stk_slice#04 _:VmCellSlice = VmStackValue;
// vm_stk_builder#05 cell:^Cell = VmStackValue;
// vm_stk_cont#06 cont:VmCont = VmStackValue;
// vm_stk_tuple#07 len:(## 16) data:(VmTuple len) = VmStackValue;
// _ cell:^Cell st_bits:(## 10) end_bits:(## 10) { st_bits <= end_bits }
//   st_ref:(#<= 4) end_ref:(#<= 4) { st_ref <= end_ref } = VmCellSlice;
// vm_tupref_nil$_ = VmTupleRef 0;
// vm_tupref_single$_ entry:^VmStackValue = VmTupleRef 1;
// vm_tupref_any$_ {n:#} ref:^(VmTuple (n + 2)) = VmTupleRef (n + 2);
// vm_tuple_nil$_ = VmTuple 0;
// vm_tuple_tcons$_ {n:#} head:(VmTupleRef n) tail:^VmStackValue = VmTuple (n + 1);

const NULL = 0x00
const TINY_INT = 0x01
const INT = 0x02
const CELL = 0x03
const SLICE = 0x04
const BUILDER = 0x05
const CONTINUATION = 0x06
const TUPLE = 0x07
/** After INT: seven zero bits and the number, or all ones. */
const NAN_TAIL = 0xff
/** A cell is at most 1,024 deep, so a longer stack has no serialized form. */
const MAX_SERIALIZED_ENTRIES = 1_000
const MAX_TUPLE_ITEMS = 255
const EMPTY_STACK = beginCell().storeUint(0, 24).endCell()

/**
 * Returns the cell of a `VmStack`, with `values[0]` at the bottom.
 * @throws StackError if the stack exceeds the limits or is too long to serialize
 */
export function stackCell(values: readonly StackValue[]): Cell {
  checkStackLimits(values)
  if (values.length > MAX_SERIALIZED_ENTRIES) throw new StackError('TVM stack size exceeds limit')
  try {
    let rest = Cell.EMPTY
    values.forEach((value, index) => {
      const list = beginCell()
      if (index === values.length - 1) list.storeUint(values.length, 24)
      rest = finishCell(list.storeRef(rest).store(storeValue(value)))
    })
    return values.length === 0 ? EMPTY_STACK : rest
  } catch (error) {
    throw error instanceof StackError
      ? error
      : new StackError('TVM stack depth exceeds limit', { cause: error })
  }
}

/**
 * Reads a `VmStack` and returns its values, bottom first, whose cells are views of the given one. Accepts
 * every form that the scheme allows (a small number as int257, a slice that is a part of its cell), not only
 * that of `stackCell`. Like the reference node, rejects cells that contain more than their value.
 * @throws StackError for anything else, and beyond the limits
 */
export function parseStack(cell: Cell): StackValue[] {
  try {
    const first = cell.beginParse()
    const depth = first.loadUint(24)
    const values: StackValue[] = []
    let list = first
    for (let left = depth; left > 0; left--) {
      const rest = list.loadRef()
      values.push(loadValue(list, 0))
      list = rest.beginParse()
    }
    expectEnd(list)
    const stack = values.reverse()
    checkStackLimits(stack)
    return stack
  } catch (error) {
    if (error instanceof StackError) throw error
    throw new StackError(`not a TVM stack: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

function storeValue(value: StackValue): (builder: Builder) => void {
  return (builder) => {
    switch (value.type) {
      case 'null':
        builder.storeUint(NULL, 8)
        break
      case 'int':
        if (!fitsTvmInt(value.value)) throw new StackError(`${value.value} does not fit 257 bits`)
        if (BigInt.asIntN(64, value.value) === value.value) {
          builder.storeUint(TINY_INT, 8).storeInt(value.value, 64)
        } else builder.storeUint(INT, 8).storeUint(0, 7).storeInt(value.value, 257)
        break
      case 'nan':
        builder.storeUint(INT, 8).storeUint(NAN_TAIL, 8)
        break
      case 'cell':
        builder.storeUint(CELL, 8).storeRef(value.cell)
        break
      case 'slice':
        storeSlice(builder, value.cell)
        break
      case 'builder':
        builder.storeUint(BUILDER, 8).storeRef(value.cell)
        break
      case 'continuation':
        builder.storeUint(CONTINUATION, 8).storeSlice(value.cell.beginParse())
        break
      case 'tuple':
        storeTuple(builder, value.items)
    }
  }
}

function storeSlice(builder: Builder, cell: Cell): void {
  builder
    .storeUint(SLICE, 8)
    .storeRef(cell)
    .storeUint(0, 10)
    .storeUint(cell.bits.length, 10)
    .storeUint(0, 3)
    .storeUint(cell.refs.length, 3)
}

function storeTuple(builder: Builder, items: readonly StackValue[]): void {
  if (items.length > MAX_TUPLE_ITEMS) throw new StackError(`a tuple has at most ${MAX_TUPLE_ITEMS} items`)
  let head: Cell | undefined
  let tail: Cell | undefined
  items.forEach((item, index) => {
    // VmTupleRef 1 is the entry itself; VmTupleRef 2 and higher is a cell with the preceding tuple.
    if (index > 1) head = tupleCell(head, tail)
    else head = tail
    tail = finishCell(beginCell().store(storeValue(item)))
  })
  builder.storeUint(TUPLE, 8).storeUint(items.length, 16)
  if (head) builder.storeRef(head)
  if (tail) builder.storeRef(tail)
}

function tupleCell(head: Cell | undefined, tail: Cell | undefined): Cell {
  const builder = beginCell()
  if (head) builder.storeRef(head)
  if (tail) builder.storeRef(tail)
  return finishCell(builder)
}

/** Reads the value that fills the rest of the slice. */
function loadValue(slice: Slice, depth: number): StackValue {
  if (depth > MAX_STACK_DEPTH) throw new StackError('TVM stack depth exceeds limit')
  const value = loadOpenValue(slice, depth)
  expectEnd(slice)
  return value
}

function expectEnd(slice: Slice): void {
  if (slice.remainingBits > 0 || slice.remainingRefs > 0)
    throw new StackError('a cell holds more than its value')
}

function loadOpenValue(slice: Slice, depth: number): StackValue {
  const kind = slice.loadUint(8)
  switch (kind) {
    case NULL:
      return { type: 'null' }
    case TINY_INT:
      return { type: 'int', value: slice.loadIntBig(64) }
    case INT:
      if (slice.preloadUint(8) === NAN_TAIL) {
        slice.skip(8)
        return { type: 'nan' }
      }
      if (slice.loadUint(7) !== 0) throw new StackError('an integer with a wrong prefix')
      return { type: 'int', value: slice.loadIntBig(257) }
    case CELL:
      return { type: 'cell', cell: slice.loadRef() }
    case SLICE:
      return { type: 'slice', cell: loadSlice(slice) }
    case BUILDER:
      return { type: 'builder', cell: slice.loadRef() }
    case CONTINUATION:
      return { type: 'continuation', cell: loadRest(slice) }
    case TUPLE:
      return { type: 'tuple', items: loadTuple(slice, depth) }
    default:
      throw new StackError(`unknown kind of stack value ${kind}`)
  }
}

function loadRest(slice: Slice): Cell {
  const rest = beginCell().storeBits(slice.loadBits(slice.remainingBits))
  while (slice.remainingRefs > 0) rest.storeRef(slice.loadRef())
  return finishCell(rest)
}

function loadSlice(slice: Slice): Cell {
  const cell = slice.loadRef()
  const [startBit, endBit] = [slice.loadUint(10), slice.loadUint(10)]
  const [startRef, endRef] = [slice.loadUint(3), slice.loadUint(3)]
  const isPart =
    startBit <= endBit && endBit <= cell.bits.length && startRef <= endRef && endRef <= cell.refs.length
  if (!isPart) throw new StackError('a slice that is no part of its cell')
  const isWhole =
    startBit === 0 && startRef === 0 && endBit === cell.bits.length && endRef === cell.refs.length
  if (isWhole) return cell
  const part = beginCell().storeBits(cell.bits.substring(startBit, endBit - startBit))
  for (const ref of cell.refs.slice(startRef, endRef)) part.storeRef(ref)
  return finishCell(part)
}

function loadTuple(slice: Slice, depth: number): StackValue[] {
  const length = slice.loadUint(16)
  const items: StackValue[] = []
  let rest = slice
  for (let left = length; left > 0; left--) {
    const head = left > 1 ? rest.loadRef() : undefined
    items.push(loadValue(rest.loadRef().beginParse(), depth + 1))
    expectEnd(rest)
    if (!head) break
    if (left === 2) {
      items.push(loadValue(head.beginParse(), depth + 1))
      break
    }
    rest = head.beginParse()
  }
  return items.reverse()
}
