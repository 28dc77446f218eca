import { Address } from '@ton/core'

/**
 * The kinds of values that operations take, and what none of them is: compatibility-v2 §1.2 and §2.1, written without
 * the code under test.
 */
export type Kind = {
  /** Faults in a query, and as text in a body. */
  readonly texts: readonly string[]
  /** Faults in a body that are no text. */
  readonly values: readonly unknown[]
  /** An empty text is no fault of its own, but the parameter missing. */
  readonly emptyIsAbsent: boolean
  /** In a body only a JSON value of its own type counts: every text is a fault. */
  readonly plain?: boolean
  /** Whether a text of a query is one. Where the contract leaves that open, it is. */
  readonly isText: (text: string) => boolean
  /** Whether a value of a body is one. */
  readonly isValue: (value: unknown) => boolean
}

const HEX = '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
export const RAW = `0:${HEX}`
export const FRIENDLY = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'
export const HASH = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
export const SHARD = '-9223372036854775808'
export const CELL = 'te6cckEBAQEAAgAAAEysuc0='

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'string') return /^[+-]?\d+$/.test(value) ? BigInt(value.replace('+', '')) : undefined
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  return typeof value === 'bigint' ? value : undefined
}

function isInteger(bits: bigint): (value: unknown) => boolean {
  const limit = 1n << (bits - 1n)
  return (value) => {
    const number = integerOf(value)
    return number !== undefined && number >= -limit && number < limit
  }
}

function isAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const [, workchain, hash] = /^(-?\d{1,10}):([0-9a-f]{64})$/i.exec(value) ?? []
  if (workchain !== undefined && hash !== undefined) {
    return workchain.length <= 10 && String(Number(workchain) | 0) === workchain
  }
  return /^[A-Za-z0-9+/_-]{48}$/.test(value) && Address.isFriendly(value)
}

function isHash(value: unknown): boolean {
  const forms = /^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?)$/i
  return typeof value === 'string' && forms.test(value)
}

function isFlag(value: unknown): boolean {
  if (typeof value === 'string') return /^(y|yes|t|true|on|1|n|no|f|false|off|0)$/i.test(value)
  return typeof value === 'boolean' || integerOf(value) !== undefined
}

function isBase64(value: unknown): boolean {
  return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
}

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.keys(value).length === 0
}

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'

const NO_INTEGER = {
  texts: ['', 'x', '1.5', '1e3', '0x10', ' 5', '5 ', '+', '-', '--1', '1,0', '１', 'null', '9'.repeat(60)],
  values: [true, false, 1.5, [], [5], {}, { value: 5 }, 10n ** 30n],
  emptyIsAbsent: false,
}
export const int32: Kind = {
  ...NO_INTEGER,
  isText: isInteger(32n),
  isValue: isInteger(32n),
  texts: [...NO_INTEGER.texts, '2147483648', '-2147483649'],
  values: [...NO_INTEGER.values, 2147483648, -2147483649],
}
export const int64: Kind = {
  ...NO_INTEGER,
  isText: isInteger(64n),
  isValue: isInteger(64n),
  texts: [...NO_INTEGER.texts, '9223372036854775808', '-9223372036854775809'],
  values: [...NO_INTEGER.values, 9223372036854775808n, -9223372036854775809n],
}
/** As many bits as an int32 in a query, and as many as an int64 in a body. */
export const count: Kind = { ...int64, isText: isInteger(32n) }
export const plainInt32: Kind = {
  ...int32,
  plain: true,
  isValue: (value) => isNumber(value) && int32.isValue(value),
}
export const shard: Kind = { ...int64, texts: [...int64.texts, '80000000000000ff', '0x8000000000000000'] }

const NO_TEXT = [5, 10n ** 30n, true, [], [RAW], {}, { '@type': 'accountAddress' }]
export const address: Kind = {
  isText: isAddress,
  isValue: isAddress,
  texts: [
    'bad',
    HEX,
    `:${HEX}`,
    `0:${HEX.slice(1)}`,
    `0:${HEX}0`,
    `0:${HEX.replace('8', 'g')}`,
    `x:${HEX}`,
    `0.5:${HEX}`,
    `2147483648:${HEX}`,
    `-2147483648:${HEX}`,
    ` ${RAW}`,
    `${RAW} `,
    FRIENDLY.slice(1),
    `${FRIENDLY}A`,
    FRIENDLY.replace('2N', '2M'),
    FRIENDLY.replace('EQ', 'EA'),
    FRIENDLY.replace('EQ', 'E='),
    `${FRIENDLY.slice(0, 47)} `,
    // The checksum is right, the tag is none of the four.
    'EgCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKnD',
    '\0'.repeat(48),
  ],
  values: NO_TEXT,
  emptyIsAbsent: true,
}
export const hash: Kind = {
  isText: isHash,
  isValue: isHash,
  texts: [
    'x',
    HEX.slice(1),
    `${HEX}0`,
    `0x${HEX}`,
    'z'.repeat(64),
    'A'.repeat(44),
    'A'.repeat(42),
    // Without padding only base64url counts.
    HASH.slice(0, 43),
    // A plus sign that was not percent-encoded.
    HASH.replace('+', ' '),
    // Both alphabets at once.
    HASH.replace('+', '-'),
    `${'A'.repeat(42)}==`,
    'é'.repeat(43),
  ],
  values: NO_TEXT,
  emptyIsAbsent: true,
}
/** An address counts here too. */
export const accountHash: Kind = {
  ...hash,
  isText: (text) => isHash(text) || isAddress(text),
  isValue: (value) => isHash(value) || isAddress(value),
  texts: [...hash.texts, `0:${HEX.slice(1)}`, FRIENDLY.replace('2N', '2M')],
}
export const flag: Kind = {
  isText: isFlag,
  isValue: isFlag,
  texts: ['x', '2', '-1', 'truth', 'yes ', 'null', '1.0'],
  values: [1.5, [], [true], {}],
  emptyIsAbsent: true,
}
export const plainFlag: Kind = {
  isText: isFlag,
  isValue: (value) => typeof value === 'boolean',
  texts: ['true', '1', ''],
  values: [0, 1, [], {}],
  emptyIsAbsent: false,
  plain: true,
}
export const bytes: Kind = {
  isText: isBase64,
  isValue: isBase64,
  texts: ['zz!', 'A', 'AA', 'AAA', 'A===', 'AA==AA==', `${CELL} `, CELL.slice(0, -1), 'te6c-_8='],
  values: NO_TEXT,
  emptyIsAbsent: false,
}
export const hashes: Kind = {
  isText: isHash,
  isValue: (value) => (Array.isArray(value) ? value.every(isHash) : isEmptyObject(value)),
  texts: ['x', HEX.slice(1)],
  values: [5, true, 'x', ['x'], [5], [null], [[]], { a: 1 }],
  emptyIsAbsent: true,
}
export const method: Kind = {
  texts: [],
  values: [true, 1.5, [], {}, 2147483648, 10n ** 30n],
  emptyIsAbsent: false,
  isText: () => true,
  isValue: (value) => typeof value === 'string' || (isNumber(value) && int32.isValue(value)),
}
export const stack: Kind = {
  texts: ['', '[]', 'x'],
  values: [5, true, { a: 1 }],
  emptyIsAbsent: false,
  isText: () => false,
  isValue: (value) => Array.isArray(value) || isEmptyObject(value),
}
export const text: Kind = {
  texts: [],
  values: NO_TEXT,
  emptyIsAbsent: true,
  isText: () => true,
  isValue: (value) => typeof value === 'string',
}
