import { describe, expect, it } from 'vitest'
import { ApiError } from '#shared/apiError.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { formatBlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { JsonSyntaxError } from '../../../../src-main/http/request/parseJson.ts'
import { LITE_SERVER_KINDS, toErrorAnswer } from '../../../../src-main/http/response/errorTable.ts'
import {
  ForkError,
  FromBlockError,
  LiteConnectionError,
  LiteServerError,
  LiteTimeoutError,
  NoServerError,
  ProofError,
  ProvingError,
} from '../../../../src-main/liteserver/errors.ts'
import { StoreError } from '../../../../src-main/store/indexStore.ts'

/** A masterchain block with a hash of equal bytes. */
function block(byte: number) {
  const hash = Buffer.alloc(32, byte)
  return { workchain: -1, shard: FULL_SHARD, seqno: 7, rootHash: hash, fileHash: hash }
}

describe('toErrorAnswer', () => {
  const rows: readonly [Error, number, string][] = [
    [new ApiError(422, 'empty address'), 422, 'empty address'],
    [new JsonSyntaxError('JSON document is empty'), 422, 'JSON document is empty'],
    [new LiteServerError(601, 'm'), 500, 'LITE_SERVER_FAILURE: m'],
    [new LiteServerError(602, 'm'), 500, 'LITE_SERVER_ERROR: m'],
    [new LiteServerError(603, 'm'), 500, 'LITE_SERVER_WARNING: m'],
    [new LiteServerError(621, 'm'), 500, 'LITE_SERVER_PROTOVIOLATION: m'],
    [new LiteServerError(651, 'block is not in db'), 500, 'LITE_SERVER_NOTREADY: block is not in db'],
    [new LiteServerError(652, 'm'), 500, 'LITE_SERVER_TIMEOUT: m'],
    [new LiteServerError(653, 'm'), 500, 'LITE_SERVER_CANCELLED: m'],
    [new LiteServerError(0, 'm'), 500, 'LITE_SERVER_UNKNOWN: m'],
    [new LiteServerError(-400, 'm'), 500, 'LITE_SERVER_UNKNOWN: m'],
    [new LiteTimeoutError('query', 10_000), 504, 'LITE_SERVER_NETWORK timeout'],
    [new DOMException('late', 'TimeoutError'), 504, 'LITE_SERVER_NETWORK timeout'],
    [
      new LiteConnectionError('1.2.3.4:5', 'closed'),
      502,
      'LITE_SERVER_NETWORK: liteserver 1.2.3.4:5: closed',
    ],
    [
      new ProofError('account', 'wrong hash', { server: '1.2.3.4:5' }),
      502,
      'LITE_SERVER_PROOF: liteserver 1.2.3.4:5: account proof does not hold: wrong hash',
    ],
    [
      new ForkError([
        { id: block(0x11), server: '1.2.3.4:5' },
        { id: block(0x22), server: '5.4.3.2:1' },
      ]),
      502,
      `LITE_SERVER_PROOF: the network has forked: its validators signed ${formatBlockIdExt(block(0x11))} of liteserver 1.2.3.4:5 and ${formatBlockIdExt(block(0x22))} of liteserver 5.4.3.2:1`,
    ],
    [new FromBlockError('too-old'), 500, 'from mc block is too old'],
    [
      new FromBlockError('not-found', { cause: new LiteServerError(651, 'not in db') }),
      500,
      'lookup from block error: LITE_SERVER_NOTREADY: not in db',
    ],
  ]
  it.each(rows)('maps %s to status %d', (error, status, text) => {
    expect(toErrorAnswer(error)).toEqual({ status, text })
  })

  it('answers 503 while an index is damaged or closed', () => {
    const text = 'the index is damaged (page 3 of index.sqlite)'
    expect(toErrorAnswer(new StoreError('corrupt', text))).toEqual({ status: 503, text, retryAfter: 10 })
    expect(toErrorAnswer(new StoreError('closed', 'm'))).toEqual({ status: 503, text: 'm', retryAfter: 1 })
    expect(toErrorAnswer(new StoreError('failed', 'm'))).toEqual({ status: 500, text: 'm' })
  })

  it('answers 542 if no server is available', () => {
    expect(toErrorAnswer(new NoServerError())?.status).toBe(542)
    expect(toErrorAnswer(new ProvingError({ proved: 811, expected: 1_400, seqno: 9 }))).toEqual({
      status: 503,
      text: 'proving key block 812 of about 1,400; ask again in a few seconds',
      retryAfter: 5,
    })
    expect(toErrorAnswer(new NoServerError())?.text).toMatch(/^no workers available/)
  })

  it('returns undefined for a programming error', () => {
    expect(toErrorAnswer(new TypeError('x is not a function'))).toBeUndefined()
    expect(toErrorAnswer('text')).toBeUndefined()
  })

  it('has a name for every code that tonlib names', () => {
    expect([...LITE_SERVER_KINDS.keys()]).toEqual([601, 602, 603, 621, 651, 652, 653])
  })
})
