import { describe, expect, test } from 'vitest'
import type { SentMessage } from '../../../../src-main/liteserver/adnl/messages.ts'
import { framePayload, parseFrameMessage } from '../../../../src-main/liteserver/adnl/messages.ts'

const queryId = Buffer.alloc(32, 0x11)
const examples: [SentMessage, string][] = [
  [{ kind: 'empty' }, ''],
  [{ kind: 'ping', randomId: 1n }, '9a2b084d' + '0100000000000000'],
  [{ kind: 'pong', randomId: -2n }, '03fb69dc' + 'feffffffffffffff'],
  [{ kind: 'query', queryId, query: Buffer.of(7) }, `7af98bb4${'11'.repeat(32)}01070000`],
  [{ kind: 'answer', queryId, answer: Buffer.alloc(0) }, `1684ac0f${'11'.repeat(32)}00000000`],
  [{ kind: 'authentificate', nonce: Buffer.of(7) }, '12ab5b44' + '01070000'],
  [{ kind: 'authentificationNonce', nonce: Buffer.of(7) }, 'b64a5de3' + '01070000'],
  [
    {
      kind: 'authentificationComplete',
      key: { kind: 'ed25519', key: Buffer.alloc(32, 0x22) },
      signature: Buffer.of(9),
    },
    `a69eadf7c6b41348${'22'.repeat(32)}01090000`,
  ],
]

test.each(examples)('a message of kind $kind is written and read', (message, hex) => {
  expect(Buffer.concat(framePayload(message)).toString('hex')).toBe(hex)
  expect(parseFrameMessage(Buffer.from(hex, 'hex'))).toEqual(message)
})

describe('large content', () => {
  const answer = Buffer.alloc(100_000, 1)

  test('is not copied into the payload', () => {
    expect(
      framePayload({ kind: 'answer', queryId, answer }).some((piece) => piece.buffer === answer.buffer),
    ).toBe(true)
  })

  test('is a view of the payload', () => {
    const payload = Buffer.concat(framePayload({ kind: 'answer', queryId, answer }))
    const message = parseFrameMessage(payload)
    expect(message.kind === 'answer' && message.answer.buffer).toBe(payload.buffer)
  })
})

test.each([
  ['an unknown id', '01020304', 0x04030201],
  ['less than an id', '0102', undefined],
])('parseFrameMessage reads %s as an unknown message', (_, hex, id) => {
  expect(parseFrameMessage(Buffer.from(hex, 'hex'))).toEqual({ kind: 'unknown', id })
})

test.each([
  ['a cut message', '9a2b084d01'],
  ['bytes after a message', '9a2b084d010000000000000000'],
])('parseFrameMessage rejects %s', (_, hex) => {
  expect(() => parseFrameMessage(Buffer.from(hex, 'hex'))).toThrow(
    expect.objectContaining({ name: 'AdnlError', code: 'unexpected_message' }),
  )
})
