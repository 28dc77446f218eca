import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { StageError } from '#shared/apiError.ts'
import type { V3Context } from '../../../../src-main/api/v3/context.ts'
import { unreachableError } from '../../../../src-main/api/v3/fetchMissing.ts'
import { addressInformation } from '../../../../src-main/api/v3/legacy.ts'
import { bocBase64, PROOF_BOC, serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { toErrorAnswer } from '../../../../src-main/http/response/errorTable.ts'
import { CoverageError } from '../../../../src-main/indexer/indexer.ts'
import {
  LiteServerError,
  LiteTimeoutError,
  NoServerError,
  ProofError,
} from '../../../../src-main/liteserver/errors.ts'

/** A context whose v2 fails so. */
function failingContext(error: Error): V3Context {
  const v2 = {
    call: () => ({ result: Promise.reject(error), servers: () => [], indexHead: () => undefined }),
  }
  return { v2, options: { signal: new AbortController().signal } } as unknown as V3Context
}

describe('an operation of v3 that v2 answers', () => {
  it.each<[string, Error, number]>([
    ['a refusal of the liteserver', new LiteServerError(651, 'not in db'), 500],
    ['no liteserver', new NoServerError(), 542],
    ['a false answer', new ProofError('account', 'wrong hash'), 502],
    ['no liteserver and an index without it', new CoverageError('no liteserver is available'), 503],
    ['a deadline', new LiteTimeoutError('query', 10_000), 504],
  ])('answers %s with its status', async (_, error, status) => {
    const asked = addressInformation({ address: {} as never, use_v2: true }, failingContext(error))
    const failure = await asked.catch((reason: unknown) => reason)
    expect(toErrorAnswer(failure)?.status).toBe(status)
    expect(failure instanceof StageError).toBe(status === 500)
  })
})

describe('addressInformation', () => {
  it('writes cells without a checksum, whether or not the index has the account', async () => {
    const cell = beginCell().storeUint(7, 32).endCell()
    const result = {
      balance: '1',
      code: bocBase64(cell),
      data: '',
      last_transaction_id: { lt: '2', hash: 'A' },
      state: 'active',
    }
    const context = {
      v2: { call: () => ({ result: Promise.resolve(result) }) },
      read: () => Promise.reject(new CoverageError('not indexed')),
      options: { signal: new AbortController().signal },
    } as unknown as V3Context
    const { code, data } = await addressInformation({ address: {} as never, use_v2: false }, context)
    expect([code, data]).toEqual([serializeBoc(cell, PROOF_BOC).toString('base64'), null])
  })
})

describe('a fetch that is late', () => {
  it('is answered with Retry-After of one second', () => {
    const answer = toErrorAnswer(unreachableError(new NoServerError(), 'none', true))
    expect([answer?.status, answer?.retryAfter]).toEqual([503, 1])
  })
})
