import { describe, expect, it } from 'vitest'
import { findErrorClassFaults } from '../../lint/errorClasses.ts'

describe('the check of error classes', () => {
  it('names classes that extend Error, and names that occur twice', () => {
    const faults = findErrorClassFaults([
      { file: 'a.ts', text: 'export class LostError extends Error {\n}' },
      { file: 'b.ts', text: 'class LateError extends TypedError<Code> {}\nclass Other extends Base {}' },
      { file: 'c.ts', text: 'class LateError extends TypedError {}' },
      { file: 'src-shared/typedError.ts', text: 'class TypedError<Code extends string> extends Error {}' },
    ])
    expect(faults).toEqual([
      'a.ts: LostError extends Error, not TypedError',
      'c.ts: b.ts has an error class LateError too',
    ])
  })
})
