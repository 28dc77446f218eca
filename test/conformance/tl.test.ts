import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LiteServerError } from '../../src-main/liteserver/errors.ts'
import * as accounts from '../../src-main/liteserver/tl/accounts.ts'
import * as adnlMessages from '../../src-main/liteserver/tl/adnlMessages.ts'
import * as blockIds from '../../src-main/liteserver/tl/blockIds.ts'
import * as blocks from '../../src-main/liteserver/tl/blocks.ts'
import * as config from '../../src-main/liteserver/tl/config.ts'
import { parseSchemeLine } from '../../src-main/liteserver/tl/constructorId.ts'
import { decodeBoxed, encodeBoxed, encodeLiteServerError } from '../../src-main/liteserver/tl/function.ts'
import type { LiteFunctionName } from '../../src-main/liteserver/tl/liteApi.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import * as liteQuery from '../../src-main/liteserver/tl/liteQuery.ts'
import * as liteServerError from '../../src-main/liteserver/tl/liteServerError.ts'
import * as nonfinal from '../../src-main/liteserver/tl/nonfinal.ts'
import * as proofs from '../../src-main/liteserver/tl/proofs.ts'
import * as queues from '../../src-main/liteserver/tl/queues.ts'
import * as serverInfo from '../../src-main/liteserver/tl/serverInfo.ts'
import { TlError } from '../../src-main/liteserver/tl/tlError.ts'
import * as transactions from '../../src-main/liteserver/tl/transactions.ts'
import { readRealnetLines } from '../fixtures/recorded.ts'
import { decodeLiteQuery } from '../liteserver/decodeLiteQuery.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

type RecordedQuery = {
  readonly function: string
  readonly note?: string
  readonly request: string
  readonly answer: string
  readonly error?: { readonly code: number; readonly message: string }
}

function fixture(name: string): Buffer {
  return readFileSync(join(SHARED, 'fixtures', name))
}

describe('TL against recorded data', () => {
  test.skipIf(!hasShared)(`every line of lite_api.tl has its codec and its id (${NEEDS_SHARED})`, () => {
    const text = readFileSync(join(SHARED, 'reference/lite_api.tl'), 'utf8')
    // The first lines define the primitive types, which have no constructor of their own here.
    const lines = text
      .slice(text.indexOf('tonNode.blockId '))
      .split(';')
      .map((line) => line.replace(/---functions---|\/\/.*$/gm, '').trim())
      .filter((line) => line !== '')
      .map(parseSchemeLine)
    const modules = [
      accounts,
      adnlMessages,
      blockIds,
      blocks,
      config,
      liteQuery,
      liteServerError,
      nonfinal,
      proofs,
      queues,
      serverInfo,
      transactions,
    ]
    const ours = new Map<string, number>()
    for (const value of modules.flatMap((module) => Object.values<unknown>(module))) {
      if (typeof value !== 'object' || value === null || !('id' in value)) continue
      const { id, type, name } = value as { id: number; type?: string; name?: string }
      ours.set(type ?? name ?? '', id)
    }
    const missing = lines.filter((line) => ours.get(line.name) !== line.id).map((line) => line.name)

    expect(lines.length).toBe(88)
    expect(missing).toEqual([])
    const wrappers = ['queryPrefix', 'query', 'waitMasterchainSeqno']
    const firstFunction = lines.findIndex((line) => line.name === 'liteServer.getMasterchainInfo')
    const functions = lines.slice(firstFunction).map((line) => line.name.replace('liteServer.', ''))
    expect(functions).toEqual([...Object.keys(liteApi), ...wrappers])
  })

  const queries = readRealnetLines<RecordedQuery>('queries.ndjson.gz')
  const known = queries.filter((query) => query.function !== '(unknown constructor)')
  const byFunction = Map.groupBy(
    known,
    (query) => query.function.replace('liteServer.', '') as LiteFunctionName,
  )

  test.each([...byFunction])('%s: recorded requests and answers keep their bytes', (name, recorded) => {
    const fn = liteApi[name]
    for (const { request, answer, error } of recorded) {
      const requestBytes = Buffer.from(request, 'base64')
      const answerBytes = Buffer.from(answer, 'base64')
      const query = decodeLiteQuery(requestBytes)

      expect(query.name).toBe(name)
      expect(encodeRequest(query).toString('base64')).toBe(request)
      if (error) {
        const thrown = captured(() => fn.decodeResponse(answerBytes))
        expect(thrown).toBeInstanceOf(LiteServerError)
        expect(thrown).toMatchObject(error)
        expect(encodeLiteServerError(thrown as LiteServerError).toString('base64')).toBe(answer)
      } else {
        expect(reencodeResponse(name, answerBytes).toString('base64')).toBe(answer)
      }
    }
  })

  test('the recorded unknown constructor causes the error that the reference node answers', () => {
    const recorded = queries.find((query) => query.function === '(unknown constructor)')
    const thrown = captured(() => decodeLiteQuery(Buffer.from(recorded?.request ?? '', 'base64')))

    expect(thrown).toBeInstanceOf(TlError)
    expect(thrown).toMatchObject({ code: 'unknown_constructor', offset: 4 })
    const { message } = thrown as TlError
    expect(encodeLiteServerError({ code: 0, message }).toString('base64')).toBe(recorded?.answer)
  })

  test('860 block proofs keep their bytes; each ends with a forward link under simplex signatures', () => {
    const recorded = readRealnetLines<{ seqno: number; answer: string }>('block-proofs.ndjson.gz')
    expect(recorded.length).toBe(860)
    for (const { seqno, answer } of recorded) {
      const data = Buffer.from(answer, 'base64')
      const proof = liteApi.getBlockProof.decodeResponse(data)
      const last = proof.steps.at(-1)

      expect(liteApi.getBlockProof.encodeResponse(proof).equals(data)).toBe(true)
      expect(proof.to.seqno).toBe(seqno)
      expect(last?.kind === 'forward' && last.signatures.kind).toBe('simplex')
    }
  })
})

describe.skipIf(!hasShared)(`TL of mainnet's liteservers (${NEEDS_SHARED})`, () => {
  test('a recorded ADNL answer: mainnet shards at (-1,8000000000000000,34288980)', () => {
    const frame = fixture('yungwine-pytoniq-core/ls_allShardsInfo_34288980.adnl-answer.bin')
    const message = decodeBoxed(adnlMessages.adnlAnswer, frame)
    const shards = liteApi.getAllShardsInfo.decodeResponse(message.answer)

    expect(shards.id).toMatchObject({ workchain: -1, shard: 0x8000000000000000n, seqno: 34288980 })
    expect([shards.proof.length, shards.data.length]).toEqual([1130, 145])
    const answer = liteApi.getAllShardsInfo.encodeResponse(shards)
    expect(encodeBoxed(adnlMessages.adnlAnswer, { ...message, answer }).equals(frame)).toBe(true)
  })

  test.each(['tl_7af98bb4_0.bin', 'tl_7af98bb4_1.bin'])('a recorded ADNL query: %s', (name) => {
    const frame = fixture(`getgems-ton-grpc/${name}`)
    const message = decodeBoxed(adnlMessages.adnlQuery, frame)

    expect(decodeLiteQuery(message.query).name).toBe('getMasterchainInfo')
    expect(encodeBoxed(adnlMessages.adnlQuery, message).equals(frame)).toBe(true)
  })

  test.each([
    ['getgems-ton-grpc/tl_81288385_2.bin', 'getMasterchainInfo'],
    ['tonkeeper-tongo/ls_masterchainInfo.answer.bin', 'getMasterchainInfo'],
    ['tonkeeper-tongo/ls_configInfo.answer.bin', 'getConfigAll'],
  ] as const)('a recorded answer of mainnet: %s', (file, name) => {
    const answer = fixture(file)
    expect(reencodeResponse(name, answer).equals(answer)).toBe(true)
  })
})

/** The table's functions differ in type, so a function that is read by name accepts only its own results. */
function reencodeResponse(name: LiteFunctionName, data: Buffer): Buffer {
  const fn = liteApi[name] as {
    decodeResponse(data: Buffer): unknown
    encodeResponse(response: unknown): Buffer
  }
  return fn.encodeResponse(fn.decodeResponse(data))
}

function encodeRequest(query: ReturnType<typeof decodeLiteQuery>): Buffer {
  const fn = query.fn as { encodeRequest(request: unknown): Buffer }
  return fn.encodeRequest(query.request)
}

function captured(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}
