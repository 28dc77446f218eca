import { describe, expect, it } from 'vitest'
import { newKey } from '#shared/schema/access.ts'
import { keySnippets } from '../../../../src-renderer/routes/access/keySnippets.ts'
import {
  keyNameFault,
  rateText,
  readNetworks,
  readRate,
} from '../../../../src-renderer/routes/access/rateText.ts'

describe('readRate', () => {
  it.each([
    ['', null],
    [' 25 ', 25],
    ['0.5', 0.5],
    ['100000', 100_000],
  ])('reads %j as %s', (text, rate) => {
    expect(readRate(text)).toEqual({ kind: 'rate', rate })
    expect(newKey.safeParse({ name: 'a', rate }).success).toBe(true)
  })

  it.each(['0', '0.001', '100001', '-1', '1e3', 'many'])('rejects %j with a message', (text) => {
    expect(readRate(text)).toMatchObject({ kind: 'fault' })
  })
})

describe('rateText', () => {
  it('describes a rate', () => {
    expect([null, 1, 0.5].map(rateText)).toEqual(['no limit', '1 per second', '0.5 per second'])
  })
})

describe('readNetworks', () => {
  it.each([
    ['', null],
    [' , ', null],
    ['devnet, mainnet devnet', ['devnet', 'mainnet']],
  ])('reads %j as %j', (text, names) => {
    expect(readNetworks(text)).toEqual(names)
  })
})

describe('keyNameFault', () => {
  it('rejects the names that the schema rejects, and no others', () => {
    for (const name of ['ci', 'a-1', '9', '', '-a', 'Ci', 'a b', 'a'.repeat(33)]) {
      expect([name, keyNameFault(name, []) === undefined]).toEqual([name, newKey.safeParse({ name }).success])
    }
    expect(keyNameFault('ci', ['ci'])).toBe('A key of this name exists')
  })
})

describe('keySnippets', () => {
  it('has the key in every one', () => {
    for (const { code } of keySnippets('http://127.0.0.1:8081/api/v2', 'ab12')) {
      expect(code).toMatch(/'?http:\/\/127\.0\.0\.1:8081\/api\/v2\/(jsonRPC|getMasterchainInfo)/)
      expect(code).toContain('ab12')
    }
  })
})
