import { describe, expect, expectTypeOf, test } from 'vitest'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import type { BlockData } from '../../../../src-main/liteserver/tl/blocks.ts'
import type { TlRequest, TlResponse } from '../../../../src-main/liteserver/tl/function.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'

const block: BlockIdExt = {
  workchain: -1,
  shard: 0x8000_0000_0000_0000n,
  seqno: 860,
  rootHash: Buffer.alloc(32, 0xaa),
  fileHash: Buffer.alloc(32, 0xbb),
}

const QUERY = 'df068c79'
const QUERY_PREFIX = '86e6d372'
const WAIT_7_FOR_500_MS = '92b8eaba' + '07000000' + 'f4010000'
const GET_TIME = '345aad16'

describe('encodeLiteQuery', () => {
  test('wraps the request in liteServer.query', () => {
    expect(encodeLiteQuery(liteApi.getTime, {}).toString('hex')).toBe(`${QUERY}04${GET_TIME}000000`)
  })

  test('puts the wait prefix inside, before the request', () => {
    const data = encodeLiteQuery(liteApi.getTime, {}, { seqno: 7, timeoutMs: 500 })
    expect(data.toString('hex')).toBe(`${QUERY}10${WAIT_7_FOR_500_MS}${GET_TIME}000000`)
  })
})

describe('decodeLiteQuery', () => {
  test('returns name, function and request', () => {
    const query = decodeLiteQuery(encodeLiteQuery(liteApi.getBlockHeader, { id: block, mode: 1 }))
    expect(query).toStrictEqual({
      name: 'getBlockHeader',
      fn: liteApi.getBlockHeader,
      request: { id: block, mode: 1 },
    })
  })

  test('accepts the checksum of a line that states an id', () => {
    const request = { mode: 0, id: block, limit: 10 }
    const data = liteApi.getValidatorStats.encodeRequest(request)
    expect(data.readUInt32LE()).toBe(0x091a58bc)
    data.writeUInt32LE(0xe7253699)
    expect(decodeLiteQuery(data)).toMatchObject({ name: 'getValidatorStats', request })
  })

  const wait = { seqno: 7, timeoutMs: 500 }
  test.each([
    ['bare', GET_TIME, undefined],
    ['after the bytes of queryPrefix', QUERY_PREFIX + GET_TIME, undefined],
    ['bare, with a wait', WAIT_7_FOR_500_MS + GET_TIME, wait],
    ['queryPrefix, then a wait', QUERY_PREFIX + WAIT_7_FOR_500_MS + GET_TIME, wait],
    ['a wait inside the wrapper', `${QUERY}10${WAIT_7_FOR_500_MS}${GET_TIME}000000`, wait],
    ['a wait before the wrapper', `${WAIT_7_FOR_500_MS}${QUERY}04${GET_TIME}000000`, wait],
  ])('accepts every form: %s', (_, hex, expected) => {
    const query = decodeLiteQuery(Buffer.from(hex, 'hex'))
    expect(query.name).toBe('getTime')
    expect(query.wait).toEqual(expected)
  })

  test.each([
    ['nothing', '', 'truncated'],
    ['a wrapper in a wrapper', `${QUERY}0c${QUERY}04${GET_TIME}000000000000`, 'nested_query'],
    ['two prefixes', QUERY_PREFIX + QUERY_PREFIX + GET_TIME, 'nested_query'],
    ['two waits', WAIT_7_FOR_500_MS + WAIT_7_FOR_500_MS + GET_TIME, 'nested_query'],
    ['a wait for nothing', WAIT_7_FOR_500_MS, 'truncated'],
    ['bytes after the wrapper', `${QUERY}04${GET_TIME}00000000000000`, 'trailing'],
    ['bytes after the request', `${GET_TIME}00`, 'trailing'],
    ['an unknown function', '04030201', 'unknown_constructor'],
  ])('rejects %s', (_, hex, code) => {
    expect(() => decodeLiteQuery(Buffer.from(hex, 'hex'))).toThrow(
      expect.objectContaining({ name: 'TlError', code }),
    )
  })
})

describe('TlFunction', () => {
  test('throws an error answer with the code and text of the server', () => {
    const answer = encodeLiteServerError({ code: 651, message: 'block handle not in db' })
    expect(() => liteApi.getBlock.decodeResponse(answer)).toThrow(
      new LiteServerError(651, 'block handle not in db'),
    )
  })

  test('rejects the answer of another function', () => {
    const answer = liteApi.getTime.encodeResponse({ now: 1 })
    expect(() => liteApi.getBlock.decodeResponse(answer)).toThrow('Unknown constructor found 0xe953000d at 4')
  })

  test('infers the types of request and answer', () => {
    expectTypeOf<TlRequest<typeof liteApi.getBlock>>().toEqualTypeOf<{ readonly id: BlockIdExt }>()
    expectTypeOf<TlResponse<typeof liteApi.getBlock>>().toEqualTypeOf<BlockData>()
    const query = decodeLiteQuery(encodeLiteQuery(liteApi.getTime, {}))
    if (query.name === 'getTransactions') expectTypeOf(query.request.count).toEqualTypeOf<number>()
  })
})
