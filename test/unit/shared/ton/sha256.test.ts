import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#shared/ton/sha256.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('sha256', () => {
  it('digests the message of FIPS 180-4', () => {
    expect(hex(sha256(Buffer.from('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })

  it('equals node:crypto for any length, block borders included', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (message) => {
        expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
      }),
    )
    for (const length of [55, 56, 63, 64, 65, 119, 120, 1000]) {
      const message = new Uint8Array(length).fill(length)
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
    }
  })
})
