import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../../../src-renderer/api/apiFailure.ts'

describe('ApiFailure', () => {
  it.each([
    [500, 'LITE_SERVER_NOTREADY: block is not in db'],
    [500, 'LITE_SERVER_NOTREADY: cannot find block (-1,8000000000000000) seqno=99: ltdb: block not found'],
    [500, 'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time'],
    [502, 'the liteserver has no answer about account 0:00: block is not in db'],
    [404, 'transaction was not found'],
  ])('is permanent and of kind not found: %i %s', (status, message) => {
    const { notFound, temporary } = new ApiFailure(status, message)
    expect({ notFound, temporary }).toEqual({ notFound: true, temporary: false })
  })

  it.each([
    [500, 'LITE_SERVER_NETWORK: connection closed', false],
    [504, 'LITE_SERVER_NETWORK timeout', true],
    [503, 'the chain is being replaced', true],
  ])('is a failure of another kind: %i %s', (status, message, isTemporary) => {
    const { notFound, temporary } = new ApiFailure(status, message)
    expect({ notFound, temporary }).toEqual({ notFound: false, temporary: isTemporary })
  })
})
