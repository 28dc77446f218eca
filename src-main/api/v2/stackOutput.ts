import type { Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import type { CellObjectJson, LegacyEntryJson, StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import { cellData } from '../../chain/cells/cellData.ts'
import type { StackValue } from '../../tvm/stackValue.ts'
import { base64, bocText, tvmCell } from './scalars.ts'

/** JSON of a get-method's result stack: compatibility-v2 §10.1 and §10.2. */

/** Maximum depth; deeper results answer 533. */
const LEGACY_DEPTH = 100
const STANDARD_DEPTH = 256
const TOO_DEEP = 533

type List = { readonly elements: readonly StackValue[] }

/** Returns the elements of a Lisp-style list: null, or a pair whose second part is a list. */
function asList(value: StackValue): List | undefined {
  const elements: StackValue[] = []
  let rest = value
  while (rest.type === 'tuple' && rest.items.length === 2) {
    const [head, tail] = rest.items as [StackValue, StackValue]
    elements.push(head)
    rest = tail
  }
  return rest.type === 'null' ? { elements } : undefined
}

function standardEntry(value: StackValue, depth: number, limit: number): StackEntryJson {
  if (depth >= limit) throw new ApiError(TOO_DEEP, `Result stack depth >= ${limit}`)
  const nested = (items: readonly StackValue[]) => items.map((item) => standardEntry(item, depth + 1, limit))
  switch (value.type) {
    case 'int': {
      const number = { '@type': 'tvm.numberDecimal', number: value.value.toString() } as const
      return { '@type': 'tvm.stackEntryNumber', number }
    }
    case 'cell':
      return { '@type': 'tvm.stackEntryCell', cell: tvmCell(value.cell) }
    case 'slice':
      return {
        '@type': 'tvm.stackEntrySlice',
        slice: { '@type': 'tvm.slice', bytes: bocText(value.cell) },
      }
    case 'null':
    case 'tuple': {
      const list = asList(value)
      if (list) {
        return {
          '@type': 'tvm.stackEntryList',
          list: { '@type': 'tvm.list', elements: nested(list.elements) },
        }
      }
      const items = value.type === 'tuple' ? value.items : []
      return { '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements: nested(items) } }
    }
    default:
      return { '@type': 'tvm.stackEntryUnsupported' }
  }
}

/** Returns bits with the completion tag in the last byte if that is not full. */
function taggedBits(cell: Cell): Buffer {
  const { bytes, start, end } = cellData(cell)
  return bytes.subarray(start, end)
}

/** Returns the fields of a cell. As in toncenter, a tree with shared cells is printed in full. */
function cellObject(cell: Cell, budget = { cells: MAX_PRINTED_CELLS }): CellObjectJson {
  if (budget.cells-- <= 0) throw new ApiError(TOO_DEEP, 'Result cell has too many references')
  return {
    data: { b64: base64(taggedBits(cell)), len: cell.bits.length },
    refs: cell.refs.map((ref) => cellObject(ref, budget)),
    special: cell.isExotic,
  }
}

/** Limits the cells: a tree of shared cells can exceed any memory when printed. */
const MAX_PRINTED_CELLS = 100_000

function hexNumber(value: bigint): string {
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
}

function legacyEntry(value: StackValue): LegacyEntryJson {
  switch (value.type) {
    case 'int':
      return ['num', hexNumber(value.value)]
    case 'cell':
    case 'slice':
      return ['cell', { bytes: bocText(value.cell), object: cellObject(value.cell) }]
    case 'null':
    case 'tuple': {
      // The top-level entry does not count as a level.
      const entry = standardEntry(value, 0, LEGACY_DEPTH)
      if (entry['@type'] === 'tvm.stackEntryList') return ['list', entry.list]
      return ['tuple', entry['@type'] === 'tvm.stackEntryTuple' ? entry.tuple : emptyTuple()]
    }
    default:
      return ['unsupported', '']
  }
}

function emptyTuple() {
  return { '@type': 'tvm.tuple', elements: [] } as { '@type': 'tvm.tuple'; elements: StackEntryJson[] }
}

/** Returns pairs, bottom first. Throws ApiError 533 for results nested too deep. */
export function legacyStack(stack: readonly StackValue[]): LegacyEntryJson[] {
  return stack.map(legacyEntry)
}

/** Returns typed entries, bottom first. Throws ApiError 533 for results nested too deep. */
export function standardStack(stack: readonly StackValue[]): StackEntryJson[] {
  return stack.map((value) => standardEntry(value, 1, STANDARD_DEPTH))
}
