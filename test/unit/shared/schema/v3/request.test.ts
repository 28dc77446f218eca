import { describe, expect, it } from 'vitest'
import { ApiError } from '#shared/apiError.ts'
import { readControls } from '#shared/schema/v3/controls.ts'
import { type AnyV3Operation, type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Body, readV3Query } from '#shared/schema/v3/request.ts'

const HEX = '83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const BYTES = Uint8Array.from(Buffer.from(HEX, 'hex'))
const ACCOUNT = { workchain: 0, hash: BYTES }
const FRIENDLY = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'
const BASE64 = Buffer.from(HEX, 'hex').toString('base64')
const OTHER = `-1:${'5'.repeat(64)}`
const OTHER_ACCOUNT = { workchain: -1, hash: new Uint8Array(32).fill(0x55) }

type Values = Readonly<Record<string, unknown>>

function query(name: V3Name, text: string): Values {
  return readV3Query(v3Operations[name] as AnyV3Operation, new URLSearchParams(text)) as Values
}

function fault(read: () => unknown): [number, string] {
  try {
    read()
  } catch (error) {
    if (error instanceof ApiError) return [error.status, error.message]
    throw error
  }
  throw new Error('it was accepted')
}

const unconverted = (name: string) => `failed to decode: schema: error converting value for "${name}"`
const badElement = (name: string, index: number) =>
  `failed to decode: schema: error converting value for index ${index} of "${name}"`

describe('the forms of one parameter (compatibility-v3 §3)', () => {
  it.each<[V3Name, string, string, unknown]>([
    ['transactions', 'hash', HEX, [BYTES]],
    ['transactions', 'hash', HEX.toUpperCase(), [BYTES]],
    ['transactions', 'hash', `0x${HEX}`, [BYTES]],
    ['transactions', 'hash', BASE64, [BYTES]],
    ['transactions', 'hash', BASE64.replaceAll('+', '-').replaceAll('/', '_'), [BYTES]],
    ['transactions', 'account', `0:${HEX}`, [ACCOUNT]],
    ['transactions', 'account', `0:${HEX.toUpperCase()}`, [ACCOUNT]],
    ['transactions', 'account', FRIENDLY, [ACCOUNT]],
    ['transactions', 'account', FRIENDLY.replaceAll('-', '+').replaceAll('_', '/'), [ACCOUNT]],
    ['transactions', 'account', `${FRIENDLY},${OTHER}`, [ACCOUNT, OTHER_ACCOUNT]],
    ['transactions', 'account', `,${FRIENDLY},`, [ACCOUNT]],
    ['transactions', 'account', ',', undefined],
    ['transactions', 'workchain', '-1', -1],
    ['transactions', 'workchain', '', 0],
    ['transactions', 'lt', '18446744073709551615', 2n ** 63n - 1n],
    ['transactions', 'lt', '47670702000009', 47670702000009n],
    ['transactions', 'start_utime', '1722300010', 1722300010],
    ['transactions', 'start_utime', '1722300010.9', 1722300010],
    ['transactions', 'start_utime', '1.7223e9', 1722300000],
    ['transactions', 'start_utime', '1e12', 0xffff_ffff],
    ['transactions', 'start_utime', '-1', 0xffff_ffff],
    ['transactions', 'start_utime', '-0.5', 0],
    ['transactions', 'limit', '1000', 1000],
    ['transactions', 'limit', '0', 1],
    ['transactions', 'limit', '-7', 1],
    ['transactions', 'limit', '', 1],
    ['transactions', 'offset', '-5', 0],
    ['transactions', 'sort', 'ASC', 'asc'],
    ['transactions', 'sort', 'a', 'asc'],
    ['transactions', 'sort', 'D', 'desc'],
    ['blocks', 'shard', '8000000000000000', -(2n ** 63n)],
    ['blocks', 'shard', '0x8000000000000000', -(2n ** 63n)],
    ['blocks', 'shard', '-9223372036854775808', -(2n ** 63n)],
    ['blocks', 'shard', '2000000000000000', 2n ** 61n],
    ['messages', 'opcode', '10', 0x10],
    ['messages', 'opcode', '0x0f8a7ea5', 0x0f8a7ea5],
    ['messages', 'opcode', '0XFFFFFFFF', -1],
    ['messages', 'opcode', '260734629', 260734629],
    ['messages', 'opcode', '-1', -1],
    ['messages', 'source', 'null', null],
    ['messages', 'source', FRIENDLY, ACCOUNT],
    ['messages', 'direction', 'out', 'out'],
    ['messages', 'only_externals', 'on', true],
    ['messages', 'only_externals', 'False', false],
    ['adjacentTransactions', 'direction', 'sideways', 'both'],
    ['masterchainBlockShards', 'seqno', 'last', 0],
    ['masterchainBlockShards', 'seqno', '12', 12],
    ['addressBook', 'address', 'a,b', ['a', 'b']],
    ['metadata', 'address', 'a,b', ['a', 'b']],
    ['decode', 'bodies', 'a,b', ['a,b']],
    ['decode', 'opcodes', '', ['']],
    ['decode', 'bodies', '', []],
    ['accountStates', 'include_boc', '0', false],
  ])('reads %s?%s=%s', (name, parameter, text, value) => {
    const rest = name === 'accountStates' ? `&address=${FRIENDLY}` : ''
    const values = query(name, `${parameter}=${encodeURIComponent(text)}${rest}`)
    expect(values[parameter]).toEqual(value)
  })

  it.each<[V3Name, string]>([
    ['transactions', 'lt=x'],
    ['transactions', 'lt=-1'],
    ['transactions', 'lt=18446744073709551616'],
    ['transactions', 'seqno=2147483648'],
    ['transactions', 'workchain=1.5'],
    ['transactions', 'shard='],
    ['transactions', 'shard=x'],
    ['transactions', 'shard=0x18000000000000000'],
    ['transactions', 'start_utime='],
    ['transactions', 'start_utime=now'],
    ['transactions', 'limit=many'],
    ['messages', 'body_hash='],
    ['messages', `body_hash=${BASE64.slice(0, 43)}`],
    ['messages', `body_hash=${HEX.slice(1)}`],
    ['messages', 'opcode='],
    ['messages', 'opcode=0x'],
    ['messages', 'opcode=0x100000000'],
    ['messages', 'opcode=-2147483649'],
    ['messages', 'source='],
    ['messages', `source=${FRIENDLY.slice(0, 47)}A`],
    ['messages', 'exclude_externals=yes'],
    ['traces', 'account='],
  ])('rejects %s?%s with the name of the parameter', (name, text) => {
    const [parameter = ''] = text.split('=')
    expect(fault(() => query(name, text))).toEqual([422, unconverted(parameter)])
  })

  it.each<[V3Name, string, string]>([
    ['transactions', 'account=x', badElement('account', 0)],
    ['transactions', `account=${FRIENDLY},x`, badElement('account', 1)],
    ['transactions', `hash=${HEX}&hash=${BASE64.slice(0, 43)}`, badElement('hash', 1)],
    ['transactions', 'lt=x&seqno=y', `${unconverted('seqno')} (and 1 other error)`],
    ['transactions', 'lt=x&seqno=y&account=z&sort=q', `${unconverted('seqno')} (and 2 other errors)`],
  ])('rejects %s?%s with the faulty element', (name, text, told) => {
    expect(fault(() => query(name, text))).toEqual([422, told])
  })
})

describe('lists and repetitions', () => {
  it('reads a repeated list, one with brackets and one with commas alike', () => {
    for (const text of [
      `account=${FRIENDLY}&account=${OTHER}`,
      `account[]=${FRIENDLY}&account%5B%5D=${OTHER}`,
      `account=${FRIENDLY},${OTHER}`,
    ]) {
      expect(query('transactions', text).account).toEqual([ACCOUNT, OTHER_ACCOUNT])
    }
  })

  it('reads the last of a repeated scalar, and ignores unknown names', () => {
    expect(query('transactions', 'limit=5&limit=7&foo=bar')).toMatchObject({ limit: 7, sort: 'desc' })
  })

  it('fills in default values', () => {
    expect(query('transactions', '')).toMatchObject({
      limit: 10,
      offset: 0,
      sort: 'desc',
      account: undefined,
    })
    expect(query('topAccountsByBalance', '')).toEqual({ limit: 100, offset: 0 })
  })
})

describe('faults of requests (v3-contract §3.4)', () => {
  it.each<[V3Name, string, number, string]>([
    ['blocks', 'limit=1001', 422, 'limit is not allowed: 1001 > 1000'],
    ['topAccountsByBalance', 'limit=2147483647', 422, 'limit is not allowed: 2147483647 > 1000'],
    ['blocks', 'sort=up', 422, 'wrong value for sort parameter'],
    ['traces', 'sort=', 422, 'wrong value for sort parameter'],
    ['messages', 'direction=both', 422, 'direction should be one of: in, out'],
    ['transactionsByMessage', `msg_hash=${HEX}&direction=`, 422, 'direction should be one of: in, out'],
    [
      'transactionsByMessage',
      'direction=in&msg_hash=',
      422,
      'at least one of msg_hash, body_hash, opcode should be specified',
    ],
    [
      'transactionsByMessage',
      'limit=1001',
      422,
      'at least one of msg_hash, body_hash, opcode should be specified',
    ],
    [
      'traces',
      `trace_id=${HEX}&account=${FRIENDLY}`,
      422,
      'only one of account, trace_id, tx_hash, msg_hash should be specified',
    ],
    [
      'events',
      `tx_hash=${HEX}&msg_hash=${HEX}`,
      422,
      'only one of account, trace_id, tx_hash, msg_hash should be specified',
    ],
    ['accountStates', '', 422, 'address of account is required'],
    ['walletStates', 'address=', 422, 'address of account is required'],
    ['addressBook', 'address=', 422, 'at least 1 address required'],
    ['pendingTransactions', `trace_id=${HEX}`, 422, 'at least 1 account address required'],
    ['pendingTraces', '', 422, 'account or ext_msg_hash should be specified'],
    ['decode', 'opcodes=1&'.repeat(1001), 422, 'opcodes list exceeds maximum length of 1000'],
    ['decode', 'bodies=1&'.repeat(1001), 422, 'bodies list exceeds maximum length of 1000'],
    ['addressInformation', '', 401, 'address of account is required'],
    ['addressInformation', 'address=', 422, unconverted('address')],
    ['walletInformation', 'use_v2=1', 401, 'address of account is required'],
  ])('are reported for %s?%s', (name, text, status, told) => {
    expect(fault(() => query(name, text))).toEqual([status, told])
  })

  it.each<[V3Name, object, number, string]>([
    ['message', {}, 401, 'boc is required'],
    ['message', { boc: '' }, 401, 'boc is required'],
    ['message', { boc: 1 }, 422, unconverted('boc')],
    ['runGetMethod', { method: 'seqno' }, 401, 'address is required'],
    ['runGetMethod', { address: FRIENDLY, stack: [] }, 401, 'method is required'],
    ['runGetMethod', { address: FRIENDLY, method: 'seqno', stack: {} }, 422, unconverted('stack')],
    ['decode', { opcodes: '0x10' }, 422, unconverted('opcodes')],
    ['decode', { bodies: Array(1001).fill('') }, 422, 'bodies list exceeds maximum length of 1000'],
    ['decode', ['0x10'], 422, 'request body must be a JSON object'],
  ])('are reported for POST %s %j', (name, body, status, told) => {
    const read = () => readV3Body(v3Operations[name] as AnyV3Operation, body as never)
    expect(fault(read)).toEqual([status, told])
  })

  it('do not include unknown fields of a body', () => {
    const values = readV3Body(v3Operations.decode, { opcodes: ['0x10'], foo: 1 })
    expect(values).toEqual({ opcodes: ['0x10'], bodies: [] })
  })
})

describe('control headers and their query forms (compatibility-v3 §1.2)', () => {
  const controls = (headers: Record<string, string>, text = '') =>
    readControls((name) => headers[name], new URLSearchParams(text))

  it.each<[Record<string, string>, string, object]>([
    [{}, '', { timeout: 3000, addressBook: true, metadata: true, searches: true, actionsVersion: undefined }],
    [{ 'x-timeout': '500' }, '', { timeout: 500 }],
    [{ 'x-timeout': '500' }, 'x_timeout=700', { timeout: 700 }],
    [{}, 'x_timeout=60000', { timeout: 3000 }],
    [{}, 'x_timeout=0', { timeout: 3000 }],
    [{ 'x-no-address-book': 'true' }, '', { addressBook: false, metadata: true }],
    [{}, 'x_no_metadata=1', { addressBook: true, metadata: false }],
    [{ 'x-no-search': '1' }, '', { searches: false }],
    [{ 'x-no-search': '1' }, 'x_no_search=false', { searches: true }],
    [{ 'x-actions-version': 'v2' }, 'x_actions_version=v1', { actionsVersion: 'v2' }],
  ])('are read from the headers %j and the query ?%s', (headers, text, expected) => {
    expect(controls(headers, text)).toMatchObject(expected)
  })

  it('are rejected if they are malformed', () => {
    expect(fault(() => controls({ 'x-timeout': 'soon' }))).toEqual([422, unconverted('x_timeout')])
    expect(fault(() => controls({}, 'x_no_metadata=maybe'))).toEqual([422, unconverted('x_no_metadata')])
  })
})
