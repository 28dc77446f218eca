import { Address } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { derivedSeed, signingKey } from '../../../../src-main/devnet/keys.ts'
import { encryptedCommentBody, sharedSecret } from '../../../../src-main/devnet/scenario/encryptedComment.ts'

const alice = signingKey(derivedSeed('test', 'alice'))
const bob = signingKey(derivedSeed('test', 'bob'))
const options = {
  key: bob,
  recipient: alice.publicKey,
  sender: new Address(0, Buffer.alloc(32, 1)),
  randomness: Buffer.alloc(32, 2),
}

describe('sharedSecret', () => {
  it('is the same for either side', () => {
    expect(sharedSecret(alice, bob.publicKey)).toEqual(sharedSecret(bob, alice.publicKey))
  })
})

describe('encryptedCommentBody', () => {
  it('keeps 35 bytes beside the op in the first cell', () => {
    const cell = encryptedCommentBody('a'.repeat(200), options)
    expect(cell.bits.length).toBe((4 + 35) * 8)
    expect(cell.beginParse().loadUint(32)).toBe(0x2167da4b)
    expect(cell.refs[0]?.bits.length).toBe(127 * 8)
  })

  it('rejects comments that wallets would not accept', () => {
    expect(() => encryptedCommentBody('a'.repeat(961), options)).toThrow(RangeError)
  })
})
