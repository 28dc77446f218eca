import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { bytesToBase64, bytesToHex } from '#shared/ton/base64.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { readQuery } from '../../../../src-renderer/search/readQuery.ts'

const ADDRESS = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
const HEX = '08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3'
const account = { kind: 'account', address: ADDRESS }
const hash = { kind: 'hash', hash: HEX }
const block = (workchain: number, shard: bigint, seqno: number) => ({
  kind: 'block',
  blockId: { workchain, shard, seqno },
})

describe('readQuery', () => {
  it.each([
    ['raw', '0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'],
    ['raw, upper case', '0:ED1691307050047117B998B561D8DE82D31FBF84910CED6EB5FC92E7485EF8A7'],
    ['bounceable', 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
    ['the other alphabet', 'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2'],
    ['spaces around', '  EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2 \n'],
    ['a wallet link', 'ton://transfer/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2?amount=1&text=hi'],
    ['our own link', 'http://127.0.0.1:8081/account/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
    ['our scheme', 'tonscope://account/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'],
    ['tonviewer', 'https://tonviewer.com/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2?section=tokens'],
    ['tonscan', 'tonscan.org/address/EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2#transactions'],
    [
      'the reference explorer',
      'https://explorer.toncoin.org/account?account=EQDtFpEwcFAEcRe5mLVh2N6C0x%2B%2FhJEM7W61%2FJLnSF74p4q2',
    ],
  ])('finds an account: %s', (_, text) => {
    expect(readQuery(text)).toEqual([account])
  })

  it('keeps the flags of the form that was typed', () => {
    const nonBounceable = 'UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz'
    expect(readQuery(nonBounceable)).toEqual([{ kind: 'account', address: nonBounceable }])
  })

  it('calls a wrong checksum a wrong checksum and points at the character', () => {
    const wrong = `${ADDRESS.slice(0, 11)}x${ADDRESS.slice(12)}`
    expect(readQuery(wrong)).toEqual([
      { kind: 'fault', sentence: 'Wrong checksum: character 12 (“x”) is probably mistyped' },
    ])
    const worse = `${wrong.slice(0, 20)}AAAA${wrong.slice(24)}`
    expect(readQuery(worse)[0]).toMatchObject({ sentence: expect.stringMatching(/^Wrong checksum: more/) })
  })

  it('returns the length of a cut address', () => {
    expect(readQuery(ADDRESS.slice(0, 45))).toEqual([
      { kind: 'fault', sentence: 'An address has 48 characters; this one has 45' },
    ])
    expect(readQuery(`0:${HEX.slice(0, 60)}`)).toEqual([
      {
        kind: 'fault',
        sentence: 'A raw address has 64 hexadecimal digits after the colon; here are 60 characters',
      },
    ])
  })

  it.each([
    ['hex', HEX],
    ['upper case', HEX.toUpperCase()],
    ['base64', 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='],
    ['base64url', 'CPUE4WXeEJT-Dwz1fY_rkreWvYnsOt3I44i1G5ojJPM'],
    ['tonviewer', `https://tonviewer.com/transaction/${HEX}`],
    ['tonscan', `https://testnet.tonscan.org/tx/${HEX}`],
    ['base64 in a path', 'https://tonscan.org/tx/CPUE4WXeEJT%2BDwz1fY%2FrkreWvYnsOt3I44i1G5ojJPM%3D'],
  ])('finds a hash: %s', (_, text) => {
    expect(readQuery(text)).toEqual([hash])
  })

  it.each([
    ['lt:hash', `57825216000003:${HEX}`],
    ['a short lt', `48000001:${HEX}`],
    ['base64', '57825216000003:CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='],
    ['a space between', `57825216000003 ${HEX}`],
  ])('finds a transaction by lt and hash: %s', (_, text) => {
    expect(readQuery(text)).toEqual([{ kind: 'transaction', lt: text.split(/[: ]/)[0], hash: HEX }])
  })

  it.each([
    ['tonscan', `https://tonscan.org/tx/57825216000003:${HEX}:${ADDRESS}`],
    ['our own link', `http://localhost:8081/transaction/${ADDRESS}/57825216000003/${HEX}`],
    [
      'the reference explorer',
      `https://explorer.toncoin.org/transaction?account=${ADDRESS}&lt=57825216000003&hash=${HEX}`,
    ],
  ])('finds a transaction with its account: %s', (_, text) => {
    expect(readQuery(text)).toEqual([
      { kind: 'transaction', lt: '57825216000003', hash: HEX, address: ADDRESS },
    ])
  })

  it.each([
    ['parentheses', '(-1,8000000000000000,123)', block(-1, FULL_SHARD, 123)],
    ['colons', '-1:8000000000000000:123', block(-1, FULL_SHARD, 123)],
    ['spaces after the commas', '(0, c000000000000000, 7)', block(0, 0xc000000000000000n, 7)],
    ['a signed decimal shard', '(0,-4611686018427387904,7)', block(0, 0xc000000000000000n, 7)],
    ['a bare seqno', '123', block(-1, FULL_SHARD, 123)],
    ['a grouped seqno', '84 965 023', block(-1, FULL_SHARD, 84_965_023)],
    ['our own link', 'http://127.0.0.1:8081/block/-1/8000000000000000/123', block(-1, FULL_SHARD, 123)],
    ['tonscan', 'https://tonscan.org/block/-1:8000000000000000:123', block(-1, FULL_SHARD, 123)],
    ['a number in a path', 'https://example.org/block/123', block(-1, FULL_SHARD, 123)],
    [
      'the reference explorer',
      'https://explorer.toncoin.org/search?workchain=-1&shard=8000000000000000&seqno=123',
      block(-1, FULL_SHARD, 123),
    ],
  ])('finds a block: %s', (_, text, expected) => {
    expect(readQuery(text)).toEqual([expected])
  })

  it('takes the hashes of a full block id along', () => {
    const file = HEX.replace('08', 'ff')
    expect(readQuery(`(-1,8000000000000000,123):${HEX.toUpperCase()}:${file}`)).toEqual([
      { ...block(-1, FULL_SHARD, 123), rootHash: HEX, fileHash: file },
    ])
    expect(readQuery(`-1:8000000000000000:123:${HEX}:${file}`)).toEqual([
      { ...block(-1, FULL_SHARD, 123), rootHash: HEX, fileHash: file },
    ])
  })

  it('refuses a shard without a tag bit by name', () => {
    expect(readQuery('(0,0000000000000000,5)')).toEqual([
      { kind: 'fault', sentence: '0000000000000000 is not a shard prefix' },
    ])
  })

  it('reads a large number as a seqno and as a time', () => {
    expect(readQuery('1795239096')).toEqual([
      block(-1, FULL_SHARD, 1_795_239_096),
      { kind: 'time', utime: 1_795_239_096 },
    ])
    expect(readQuery('2026-11-21T05:31:36Z')).toEqual([{ kind: 'time', utime: 1_795_239_096 }])
    expect(readQuery('2026-13-21')).toEqual([{ kind: 'fault', sentence: '2026-13-21 is not a valid date' }])
  })

  it('recognizes names', () => {
    expect(readQuery('Alice.ton')).toEqual([{ kind: 'name', name: 'alice.ton' }])
    expect(readQuery('bob.t.me')).toEqual([{ kind: 'name', name: 'bob.t.me' }])
  })

  it.each(['', '   ', 'hello', '0', '-1', '12:34', 'https://example.org/', '((', '%'])(
    'finds nothing in %j',
    (text) => {
      expect(readQuery(text)).toEqual([])
    },
  )

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => void readQuery(text)))
    fc.assert(
      fc.property(
        fc.webUrl({ withFragments: true, withQueryParameters: true }),
        (text) => void readQuery(text),
      ),
    )
  })

  it('finds any account and any hash in any form', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.constantFrom(-1, 0),
        fc.boolean(),
        (bytes, workchain, testOnly) => {
          const address = { workchain, hash: bytes, testOnly, bounceable: true }
          expect(readQuery(formatFriendlyAddress(address, { alphabet: 'standard' }))).toEqual([
            { kind: 'account', address: formatFriendlyAddress(address) },
          ])
          for (const text of [bytesToHex(bytes), bytesToBase64(bytes)]) {
            expect(readQuery(text)).toEqual([{ kind: 'hash', hash: bytesToHex(bytes) }])
          }
        },
      ),
    )
  })
})
