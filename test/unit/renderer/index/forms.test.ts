import { describe, expect, it } from 'vitest'
import { readLimit, writeLimit } from '../../../../src-renderer/routes/index/diskLimit.ts'
import { readBackfill } from '../../../../src-renderer/routes/index/readBackfill.ts'

const EMPTY = { from: '', to: '', account: '' }
const ACCOUNT = `0:${'ab'.repeat(32)}`

describe('readBackfill', () => {
  it.each([
    ['hour', EMPTY, { last_seconds: 3_600 }],
    ['day', EMPTY, { last_seconds: 86_400 }],
    ['range', { ...EMPTY, from: '10', to: '1 000' }, { from: 10, to: 1_000 }],
    ['account', { ...EMPTY, account: ` ${ACCOUNT} ` }, { account: ACCOUNT }],
  ] as const)('reads the span %s', (span, fields, sent) => {
    expect(readBackfill(span, fields, 2_000)).toEqual({ kind: 'order', sent })
  })

  it.each([
    ['nothing typed', 'range', EMPTY, 'from', undefined],
    ['half of a range', 'range', { ...EMPTY, from: '10' }, 'to', undefined],
    ['block zero', 'range', { ...EMPTY, from: '0', to: '5' }, 'from', /whole number from 1/],
    ['beyond the head', 'range', { ...EMPTY, from: '1', to: '2001' }, 'to', /latest block is 2000/],
    ['backwards', 'range', { ...EMPTY, from: '9', to: '5' }, 'to', /before the start/],
    ['a cut address', 'account', { ...EMPTY, account: ACCOUNT.slice(0, -1) }, 'account', /./],
  ] as const)('names the missing or wrong field: %s', (_, span, fields, field, fault) => {
    const reading = readBackfill(span, fields, 2_000)
    expect(reading).toMatchObject({ kind: 'unready', field })
    if (reading.kind !== 'unready') return
    if (fault) expect(reading.fault).toMatch(fault)
    else expect(reading.fault).toBeUndefined()
  })
})

describe('the disk limit', () => {
  it.each([
    ['', null],
    ['20', 20 * 1024 ** 3],
    ['0,5', 1024 ** 3 / 2],
  ])('reads “%s”', (text, bytes) => {
    expect(readLimit(text)).toEqual({ kind: 'limit', bytes })
  })

  it.each(['-1', '0', 'much', '1e9'])('refuses “%s” with a sentence', (text) => {
    expect(readLimit(text).kind).toBe('fault')
  })

  it('writes the text that it read', () => {
    expect([writeLimit(null), writeLimit(20 * 1024 ** 3), writeLimit(1024 ** 3 / 2)]).toEqual([
      '',
      '20',
      '0.5',
    ])
  })
})
