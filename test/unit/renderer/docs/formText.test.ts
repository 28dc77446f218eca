import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../src-main/http/parseJson.ts'
import {
  bodyFault,
  bodyOf,
  callOf,
  exampleText,
  type FieldText,
  queryPath,
  requestOf,
} from '../../../../src-renderer/docs/formText.ts'

const FIELDS: readonly FieldText[] = [
  { name: 'workchain', type: 'integer', text: '-1' },
  { name: 'shard', type: 'string', text: '-9223372036854775808' },
  { name: 'lt', type: 'string', text: '' },
  { name: 'archival', type: 'boolean', text: 'true' },
  { name: 'libraries', type: 'array', text: 'a+b/=, c d' },
]

describe('queryPath', () => {
  it('leaves out what is empty, repeats lists, and encodes what a query would change', () => {
    expect(queryPath('/api/v2/x', FIELDS)).toBe(
      '/api/v2/x?workchain=-1&shard=-9223372036854775808&archival=true&libraries=a%2Bb%2F%3D&libraries=c&libraries=d',
    )
    expect(queryPath('/api/v2/x', [])).toBe('/api/v2/x')
  })
})

describe('bodyOf', () => {
  it('has the types of the fields, and every digit', () => {
    expect(parseJson(bodyOf(FIELDS))).toEqual({
      workchain: -1,
      shard: '-9223372036854775808',
      archival: true,
      libraries: ['a+b/=', 'c', 'd'],
    })
    expect(bodyOf([{ name: 'seqno', type: 'integer', text: '99999999999999999999' }])).toBe(
      '{\n  "seqno": 99999999999999999999\n}',
    )
    expect(bodyOf([])).toBe('{}')
  })

  it('sends what is no number as the text that it is, so that the server can refuse it', () => {
    expect(bodyOf([{ name: 'seqno', type: 'integer', text: '01x' }])).toBe('{\n  "seqno": "01x"\n}')
  })
})

describe('callOf', () => {
  it('wraps a body as the params of a call', () => {
    expect(JSON.parse(callOf('getShards', '{\n  "seqno": 7\n}'))).toEqual({
      jsonrpc: '2.0',
      id: '1',
      method: 'getShards',
      params: { seqno: 7 },
    })
  })
})

describe('requestOf', () => {
  const form = {
    path: '/api/v2/getShards',
    fields: [{ name: 'seqno', type: 'integer', text: '7' }],
    body: '{}',
  }

  it.each([
    ['GET', { path: '/api/v2/getShards?seqno=7', headers: {} }],
    ['POST', { path: '/api/v2/getShards', headers: {}, body: '{}' }],
    ['JSON-RPC', { path: '/api/v2/jsonRPC', headers: {}, body: '{}' }],
  ] as const)('is a %s', (kind, request) => {
    expect(requestOf({ ...form, kind }, '')).toEqual(request)
  })

  it('has the key in a header', () => {
    expect(requestOf({ ...form, kind: 'POST' }, 'abc').headers).toEqual({ 'X-API-Key': 'abc' })
  })
})

describe('exampleText', () => {
  it('keeps lists of plain values on one line', () => {
    const example = { method: 'get', stack: [['num', '0x2a']], tuple: [{ a: 1 }] }
    const text = exampleText(example)
    expect(text).toContain('["num", "0x2a"]')
    expect(JSON.parse(text)).toEqual(example)
  })
})

describe('bodyFault', () => {
  it('tells what keeps a text from being JSON', () => {
    expect(bodyFault('{"seqno": -9223372036854775808}')).toBeUndefined()
    expect(bodyFault('{"seqno": }')).toMatch(/Unexpected token/)
  })
})
