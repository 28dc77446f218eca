import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { StageError } from '#shared/apiError.ts'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import { LiteServerError } from '../../../../src-main/liteserver/errors.ts'
import { fakeNetwork } from './fakeSession.ts'

/** The vector of the contract: an external message to 0:83dfd552…31a8 with the comment "Hello" inside. */
const MESSAGE = 'te6cckEBAQEALgAAV4gBB7+qpcxuU2jl+XmRiL15jNIuBKsW0djqT8N0gHQeY1AAAAAAAkMrY2N8kC6Sig=='
const HASHES = {
  '@type': 'raw.extMessageInfo',
  hash: 'S9czm6JGvcORM9R6uhTWymiQMr7SdWsBaaml6QfBSEA=',
  hash_norm: 'T0yFRjsNUun2I/uRp+evW9MIMw9CvRpipLNdrI+zNGY=',
}
const boc = Buffer.from(MESSAGE, 'base64')

function apiThat(sendMessage: (body: Buffer) => Promise<number>) {
  return createV2Api({ network: fakeNetwork({ sendMessage }).network })
}

describe('sending', () => {
  it('passes the bytes on as they came, once, and tells both hashes', async () => {
    const sent: Buffer[] = []
    const api = apiThat(async (body) => {
      sent.push(body)
      return 1
    })
    expect(await api.call('sendBocReturnHash', { boc }).result).toEqual(HASHES)
    expect(await api.call('sendBocReturnHashNoError', { boc }).result).toEqual(HASHES)
    expect(await api.call('sendBoc', { boc }).result).toEqual({ '@type': 'ok' })
    expect(sent).toEqual([boc, boc, boc])
  })

  it('gives the refusal of the server, NoError with status 400', async () => {
    const refusal = new LiteServerError(0, 'cannot apply external message to current state : no')
    const api = apiThat(() => Promise.reject(refusal))
    await expect(api.call('sendBoc', { boc }).result).rejects.toBe(refusal)
    const told = await api.call('sendBocReturnHashNoError', { boc }).result.catch((error) => error)
    expect(told).toBeInstanceOf(StageError)
    expect(told).toMatchObject({ status: 400, cause: refusal })
  })

  it('sends nothing that is no external message', async () => {
    const api = apiThat(() => Promise.reject(new Error('must not be asked')))
    const fault = (bytes: Uint8Array) => api.call('sendBoc', { boc: bytes }).result
    await expect(fault(Buffer.alloc(3))).rejects.toThrow(
      'INVALID_BAG_OF_CELLS: bodycannot deserialize bag-of-cells: not enough bytes (3 present, 10 required)',
    )
    await expect(fault(beginCell().endCell().toBoc())).rejects.toThrow('Failed to unpack Message')
  })
})
