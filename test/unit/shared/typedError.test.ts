import { describe, expect, it } from 'vitest'
import { messageOf } from '../../../src-shared/messageOf.ts'
import { TypedError } from '../../../src-shared/typedError.ts'

class PortError extends TypedError<'taken'> {}

describe('a typed error', () => {
  it('has the name of its class, its code, its hint and its cause', () => {
    const cause = new Error('EADDRINUSE')
    const error = new PortError('taken', 'port 80 is taken', { cause, hint: 'choose another' })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'PortError', code: 'taken', hint: 'choose another', cause })
    expect(error.message).toBe('port 80 is taken')
  })

  it('is printed with its hint', () => {
    expect(messageOf(new PortError('taken', 'port 80 is taken', { hint: 'choose another' }))).toBe(
      'port 80 is taken; choose another',
    )
    expect(messageOf(new PortError('taken', 'port 80 is taken'))).toBe('port 80 is taken')
    expect(messageOf(new Error('plain'))).toBe('plain')
    expect(messageOf('a text')).toBe('a text')
  })
})
