import type { Params } from './ask.ts'
import { CELL } from './kinds.ts'

/** What is wrong with the arguments of a get-method: compatibility-v2 §10.1 and §10.2. */
type Rules = readonly (readonly [changes: Params, error: string])[]

const withStack = (...entries: readonly unknown[]) => ({ stack: entries })
const NOT_TUPLE = 'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected'
const NOT_LIST = 'Invalid tvm.List, valid tvm_stackEntryList expected'
const number = (value: unknown) => ({
  '@type': 'tvm.stackEntryNumber',
  number: { '@type': 'tvm.numberDecimal', number: value },
})

export const LEGACY_STACK_FAULTS: Rules = [
  [withStack('num', '1'), 'Invalid stack entry format: array of exact 2 elements expected'],
  [withStack({ type: 'num' }), 'Invalid stack entry format: array of exact 2 elements expected'],
  [withStack([]), 'Expected 2 elements in stack entry, got: 0'],
  [withStack(['num']), 'Expected 2 elements in stack entry, got: 1'],
  [withStack(['num', '1', '2']), 'Expected 2 elements in stack entry, got: 3'],
  ...[1, null, true, [], {}].map(
    (type) => [withStack([type, '1']), 'Expected string as first element in stack entry'] as const,
  ),
  ...['zz', '0X1F', '1.5', '-', ' 1', '1 ', '+1', '0x', '-0x', '0xg', '--1', '1e3', '0b1'].map(
    (text) => [withStack(['num', text]), `Invalid number: ${text}`] as const,
  ),
  ...[1.5, true, null, {}, [], 9223372036854775808n, -9223372036854775809n].map(
    (value) => [withStack(['num', value]), 'Wrong type of number in stack entry'] as const,
  ),
  ...['int', 'number', 'integer'].map((type) => [withStack([type, 'x']), 'Invalid number: x'] as const),
  ...['tvm.Cell', 'tvm.Slice'].flatMap(
    (type) =>
      [
        [withStack([type, '']), `Empty ${type}`],
        [withStack([type, 5]), `Invalid ${type}, base64 string expected`],
        [withStack([type, null]), `Invalid ${type}, base64 string expected`],
        [withStack([type, { bytes: CELL }]), `Invalid ${type}, base64 string expected`],
        [withStack([type, 'zz!']), 'Wrong padding length'],
        [withStack([type, CELL.slice(0, -1)]), 'Wrong padding length'],
      ] as const,
  ),
  ...['cell', 'slice'].flatMap(
    (type) =>
      [
        [withStack([type, { bytes: '' }]), `Empty ${type}`],
        [withStack([type, CELL]), `Invalid ${type}, object with field bytes expected`],
        [withStack([type, {}]), `Invalid ${type}, object with field bytes expected`],
        [withStack([type, { bytes: 5 }]), `Invalid ${type}, object with field bytes expected`],
        [withStack([type, null]), `Invalid ${type}, object with field bytes expected`],
        [withStack([type, { bytes: 'zz!' }]), 'Wrong padding length'],
      ] as const,
  ),
  ...[5, 'x', null, [], {}, { '@type': 'tvm.list', elements: [] }, { '@type': 'tvm.tuple' }].map(
    (value) => [withStack(['tuple', value]), NOT_TUPLE] as const,
  ),
  [withStack(['tvm.Tuple', 5]), NOT_TUPLE],
  ...[5, 'x', null, [], {}, { '@type': 'tvm.tuple', elements: [] }, { '@type': 'tvm.list' }].map(
    (value) => [withStack(['list', value]), NOT_LIST] as const,
  ),
  [withStack(['tvm.List', 5]), NOT_LIST],
  [
    withStack(['tuple', { '@type': 'tvm.tuple', elements: [['num', '1']] }]),
    'Invalid stack entry format: object with @type expected',
  ],
  // A list is pairs in pairs.
  [
    withStack(['list', { '@type': 'tvm.list', elements: Array(1100).fill(number('1')) }]),
    'TVM stack depth exceeds limit',
  ],
  [
    withStack(['tuple', { '@type': 'tvm.tuple', elements: Array(8000).fill(number('1')) }]),
    'TVM stack size exceeds limit',
  ],
  [{ stack: Array(8001).fill(['num', '1']) }, 'TVM stack size exceeds limit'],
]

export const STANDARD_STACK_FAULTS: Rules = [
  ...['tvm.stackEntryNull', 'tvm.tuple', ''].map(
    (type) => [withStack({ '@type': type }), `Unknown discriminator field value '${type}'`] as const,
  ),
  ...[['num', '1'], 'x', 5, null, {}, { '@type': 5 }, []].map(
    (entry) => [withStack(entry), 'Invalid stack entry format: object with @type expected'] as const,
  ),
  ...[undefined, 5, null].map(
    (value) => [withStack(number(value)), 'failed to parse number of a stack entry'] as const,
  ),
  [withStack({ '@type': 'tvm.stackEntryNumber', number: '5' }), 'failed to parse number of a stack entry'],
  [withStack({ '@type': 'tvm.stackEntryCell', cell: CELL }), 'failed to parse cell of a stack entry'],
  [withStack({ '@type': 'tvm.stackEntrySlice', slice: {} }), 'failed to parse slice of a stack entry'],
  [
    withStack({ '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes: 'zz!' } }),
    'Wrong padding length',
  ],
  [withStack({ '@type': 'tvm.stackEntryTuple', tuple: [] }), 'failed to parse tuple'],
  [withStack({ '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.tuple' } }), 'failed to parse list'],
  [{ stack: Array(8001).fill(number('1')) }, 'TVM stack size exceeds limit'],
]
