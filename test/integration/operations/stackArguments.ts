/** TVM values as clients write and read them: compatibility-v2 §10.1, §10.2 and §14. */

const EMPTY_CELL = 'te6cckEBAQEAAgAAAEysuc0='
/** 12 bits. */
const ABC_CELL = 'te6cckEBAQEABAAAA6vIa/9Y1Q=='
const HELLO_CELL = 'te6cckEBAQEACwAAEgAAAABIZWxsb824wmI='

export const std = {
  number: (number: string) => ({
    '@type': 'tvm.stackEntryNumber',
    number: { '@type': 'tvm.numberDecimal', number },
  }),
  cell: (bytes: string) => ({ '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes } }),
  slice: (bytes: string) => ({ '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes } }),
  tuple: (...elements: unknown[]) => ({
    '@type': 'tvm.stackEntryTuple',
    tuple: { '@type': 'tvm.tuple', elements },
  }),
  list: (...elements: unknown[]) => ({
    '@type': 'tvm.stackEntryList',
    list: { '@type': 'tvm.list', elements },
  }),
}

/** Arguments of the pair form, each with how it is printed where the method leaves it on the stack. */
export const LEGACY_ARGUMENTS: readonly (readonly [given: unknown, printed: unknown])[] = [
  [
    ['num', 42],
    ['num', '0x2a'],
  ],
  [
    ['num', '42'],
    ['num', '0x2a'],
  ],
  [
    ['int', '0x2A'],
    ['num', '0x2a'],
  ],
  [
    ['number', '-0x1'],
    ['num', '-0x1'],
  ],
  [
    ['integer', '-0'],
    ['num', '0x0'],
  ],
  [
    ['num', ''],
    ['num', '0x0'],
  ],
  [
    ['num', -9223372036854775808n],
    ['num', '-0x8000000000000000'],
  ],
  [
    ['num', String(-(2n ** 256n))],
    ['num', `-0x1${'0'.repeat(64)}`],
  ],
  // Beyond 257 bits: taken and given back.
  [
    ['num', String(2n ** 256n)],
    ['num', `0x1${'0'.repeat(64)}`],
  ],
  [
    ['tvm.Cell', EMPTY_CELL],
    ['cell', cellObject(EMPTY_CELL, '', 0)],
  ],
  // Slices are printed as cells; a last byte that isn't full keeps its completion tag.
  [
    ['tvm.Slice', ABC_CELL],
    ['cell', cellObject(ABC_CELL, 'q8g=', 12)],
  ],
  [
    ['cell', { bytes: EMPTY_CELL, object: {} }],
    ['cell', cellObject(EMPTY_CELL, '', 0)],
  ],
  [
    ['slice', { bytes: EMPTY_CELL }],
    ['cell', cellObject(EMPTY_CELL, '', 0)],
  ],
  [
    ['tuple', std.tuple(std.number('1'), std.slice(ABC_CELL)).tuple],
    ['tuple', std.tuple(std.number('1'), std.slice(ABC_CELL)).tuple],
  ],
  [
    ['tvm.Tuple', std.tuple().tuple],
    ['tuple', std.tuple().tuple],
  ],
  [
    ['list', std.list(std.number('-5'), std.cell(EMPTY_CELL)).list],
    ['list', std.list(std.number('-5'), std.cell(EMPTY_CELL)).list],
  ],
  // An empty list is null.
  [
    ['tvm.List', std.list().list],
    ['list', std.list().list],
  ],
  // A pair whose second part is null is a list of one.
  [
    ['tuple', std.tuple(std.number('7'), std.list()).tuple],
    ['list', std.list(std.number('7')).list],
  ],
]

export const STANDARD_ARGUMENTS: readonly (readonly [given: unknown, printed: unknown])[] = [
  ...['42', '-42', '0', String(2n ** 256n - 1n), String(2n ** 256n)].map(
    (number) => [std.number(number), std.number(number)] as const,
  ),
  [std.number(''), std.number('0')],
  [std.cell(HELLO_CELL), std.cell(HELLO_CELL)],
  [std.slice(ABC_CELL), std.slice(ABC_CELL)],
  [std.tuple(std.tuple(std.number('1')), std.list()), std.list(std.tuple(std.number('1')))],
  [
    std.tuple(std.list(), std.number('1'), std.number('1')),
    std.tuple(std.list(), std.number('1'), std.number('1')),
  ],
  [std.list(std.list(std.number('1'))), std.list(std.list(std.number('1')))],
  [std.list(), std.list()],
]

function cellObject(bytes: string, b64: string, len: number) {
  return { bytes, object: { data: { b64, len }, refs: [], special: false } }
}

/** The wallet's `seqno` leaves lower stack entries unchanged. */
export function called(args: readonly (readonly [unknown, unknown])[], top: unknown) {
  return { exit_code: 0, stack: [...args.map(([, printed]) => printed), top] }
}
