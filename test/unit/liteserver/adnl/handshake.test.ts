import { describe, expect, test } from 'vitest'
import { createHandshake, openHandshake } from '../../../../src-main/liteserver/adnl/handshake.ts'
import { randomKeyPair } from '../../../../src-main/liteserver/adnl/keys.ts'

const server = randomKeyPair()

describe('a handshake', () => {
  test('derives the same keys for both sides, in opposite directions', () => {
    const { packet, keys } = createHandshake(server.publicKey)
    const opened = openHandshake(packet, server)

    expect(packet.length).toBe(256)
    expect(opened).toEqual({ send: keys.receive, receive: keys.send })
    expect(keys.send).not.toEqual(keys.receive)
  })

  test('differs each time', () => {
    const first = createHandshake(server.publicKey).packet
    const second = createHandshake(server.publicKey).packet
    expect(first.subarray(0, 32)).toEqual(second.subarray(0, 32))
    expect(first.subarray(32)).not.toEqual(second.subarray(32))
  })

  test('is rejected if it is for another server', () => {
    const { packet } = createHandshake(randomKeyPair().publicKey)
    expect(() => openHandshake(packet, server)).toThrow('the handshake is for another key')
  })

  test('is rejected if any bit is changed', () => {
    const { packet } = createHandshake(server.publicKey)
    for (let byte = 0; byte < packet.length; byte++) {
      const changed = Buffer.from(packet)
      changed[byte] = (changed[byte] ?? 0) ^ 1
      // The unused end of the parameters is under their hash like the rest.
      expect(() => openHandshake(changed, server)).toThrow(expect.objectContaining({ code: 'handshake' }))
    }
  })

  test('is rejected if it has another length', () => {
    const { packet } = createHandshake(server.publicKey)
    expect(() => openHandshake(packet.subarray(1), server)).toThrow('256 bytes')
  })
})
