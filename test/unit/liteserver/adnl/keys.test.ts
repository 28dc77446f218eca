import { describe, expect, test } from 'vitest'
import {
  keyIdOf,
  keyPairFromSeed,
  montgomeryU,
  randomKeyPair,
  sharedSecret,
} from '../../../../src-main/liteserver/adnl/keys.ts'

describe('montgomeryU', () => {
  test('maps the base point of Ed25519 to that of X25519 (RFC 7748 §4.1)', () => {
    const base = Buffer.from('5866666666666666666666666666666666666666666666666666666666666666', 'hex')
    expect(montgomeryU(base).toString('hex')).toBe('09'.padEnd(64, '0'))
  })

  test('ignores the sign of x', () => {
    const { publicKey } = randomKeyPair()
    const mirrored = Buffer.from(publicKey)
    mirrored[31] = (mirrored[31] ?? 0) ^ 0x80
    expect(montgomeryU(mirrored)).toEqual(montgomeryU(publicKey))
  })
})

describe('keyPairFromSeed', () => {
  test('derives the public key of RFC 8032 §7.1, test 1', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
    expect(keyPairFromSeed(seed).publicKey.toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    )
  })

  test('rejects seeds and keys of other than 32 bytes', () => {
    expect(() => keyPairFromSeed(Buffer.alloc(31))).toThrow(RangeError)
    expect(() => keyIdOf(Buffer.alloc(33))).toThrow(RangeError)
  })
})

test('keyIdOf hashes the boxed key', () => {
  // SHA-256 of c6b41348 and 32 zero bytes.
  expect(keyIdOf(Buffer.alloc(32)).toString('hex')).toBe(
    '5dcc566cb9a2a4b9408b7e36d1226dceb36b6be586a2583cae540979638c600e',
  )
})

describe('sharedSecret', () => {
  test('is the same from both sides', () => {
    for (let i = 0; i < 20; i++) {
      const alice = randomKeyPair()
      const bob = randomKeyPair()
      expect(sharedSecret(alice, bob.publicKey)).toEqual(sharedSecret(bob, alice.publicKey))
    }
  })

  test.each([
    ['the neutral element', '01'],
    ['the point of order 2', 'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['a point of order 4', '00'],
  ])('rejects %s', (_, hex) => {
    const point = Buffer.from(hex.padEnd(64, '0'), 'hex')
    expect(() => sharedSecret(randomKeyPair(), point)).toThrow(
      expect.objectContaining({ name: 'AdnlError', code: 'handshake' }),
    )
  })
})
