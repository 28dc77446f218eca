import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/schema/jsonValue.ts'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { loadMessage } from '../../src-main/chain/block/message.ts'
import { normalHash } from '../../src-main/chain/block/normalHash.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { ownText } from './v2OwnTexts.ts'
import {
  operationOf,
  type Recorded,
  readRecording,
  recordedError,
  requestOf,
  resultOf,
} from './v2Recording.ts'
import { TVM_OPERATIONS } from './v2TvmOperations.ts'

/**
 * Operations that run contracts or send messages: the gateway on the recorded network against the
 * answers of toncenter's own C++ server. As in v2.test.ts every line must be equal, or one of the deviations.
 */

type Answer = { readonly status: number; readonly body: JsonObject }

type Deviation = {
  /** A rule of compatibility-v2, or another reason. */
  readonly section: string
  readonly applies: (line: Recorded) => boolean
  readonly check: (line: Recorded, answer: Answer) => void
}

function refusedWith(status: number, error: string | RegExp) {
  return (_line: Recorded, { status: given, body }: Answer) => {
    const text = typeof error === 'string' ? error : expect.stringMatching(error)
    expect([given, body]).toEqual([
      status,
      { ok: false, error: text, code: status, '@extra': expect.any(String) },
    ])
  }
}

const isMethod = (line: Recorded, ...methods: string[]) => methods.includes(operationOf(line.method))
const LOCATES = ['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx']
const SENDS = ['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError']

/** storage_fee grows with the time of the head, which differs here; gas_fee also with later transactions. */
function withoutTime(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result), (key, value) => (key === 'storage_fee' ? undefined : value))
}

const DEVIATIONS: readonly Deviation[] = [
  {
    section: '§1.1 GET on a POST-only route is 405',
    applies: (line) =>
      line.http === 'GET' && line.status === 404 && isMethod(line, 'runGetMethod', 'estimateFee', ...SENDS),
    check: refusedWith(405, 'unsupported http method: GET'),
  },
  {
    section: '§8.2 texts of a missing or invalid address',
    applies: (line) => /^(Error at path '\w+': )?Failed to parse ton_addr: /.test(recordedError(line) ?? ''),
    check: (line, answer) => {
      const fields = isMethod(line, ...LOCATES) ? ['source', 'destination'] : ['address']
      const field = fields.find((name) => !parseAddress(String(line.params[name] ?? ''))) ?? ''
      const what = field === 'address' ? field : `${field} address`
      const isEmpty = (line.params[field] ?? '') === ''
      refusedWith(422, isEmpty ? `empty ${what}` : `failed to parse ${field}`)(line, answer)
    },
  },
  {
    section: '§8.1 texts made by the web framework',
    applies: (line) => line.status === 422 && ownText(line) !== undefined,
    check: (line, answer) => refusedWith(422, ownText(line) ?? '')(line, answer),
  },
  {
    section: '§3.6 the flags of a requested item do not matter',
    applies: (line) => line.status === 409 && line.params.address?.toString().startsWith('UQCCXpDq') === true,
    check: (_line, { status, body }) => {
      expect(status).toBe(200)
      expect(body.result).toMatchObject({ contract_type: 'nft_item', index: '0' })
    },
  },
  {
    section: '§13 text of 409',
    applies: (line) => line.status === 409,
    check: refusedWith(409, 'Smart contract is not Jetton or NFT'),
  },
  {
    section: '§5.3 transactions in large blocks are found too',
    applies: (line) => line.status === 404 && line.params.created_lt === '788000002',
    check: (line, { status, body }) => {
      expect(status).toBe(200)
      expect(body.result).toMatchObject({
        in_msg: { source: line.params.source, destination: line.params.destination, created_lt: '788000002' },
      })
    },
  },
  {
    section: '§13 text of 404',
    applies: (line) => line.status === 404 && line.method.startsWith('tryLocate'),
    check: refusedWith(404, 'transaction was not found'),
  },
  {
    section: '§1.2 413 in the envelope',
    applies: (line) => line.status === 413,
    check: refusedWith(413, 'too large request'),
  },
  {
    section: 'the recorded blocks take no messages',
    applies: (line) =>
      isMethod(line, ...SENDS) &&
      (line.status === 200 || recordedError(line)?.includes('External message was not accepted') === true),
    check: (line, answer) => {
      const status = isMethod(line, 'sendBocReturnHashNoError') ? 400 : 500
      refusedWith(status, /^LITE_SERVER_UNKNOWN: cannot apply external message/)(line, answer)
    },
  },
  {
    section: 'README of the recording: fees depend on the head of that moment',
    applies: (line) => isMethod(line, 'estimateFee') && line.status === 200,
    check: (line, { status, body }) => {
      expect(status).toBe(200)
      expect(withoutTime(body.result)).toEqual(withoutTime(resultOf(line)))
    },
  },
]

describe('v2 runs on the recorded network', () => {
  const lines = readRecording(join(REALNET, 'v2-cpp.ndjson.gz')).filter(({ method }) =>
    TVM_OPERATIONS.has(operationOf(method)),
  )
  const equal: Record<string, number> = {}
  const deviating: Record<string, number> = {}
  let gateway: Gateway
  let dataDir: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'v2-tvm-'))
    gateway = await startGateway({ network: `archive:${REALNET}`, index: 'off', port: 0, dataDir })
  })
  afterAll(async () => {
    await gateway?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function ask(line: Recorded): Promise<Answer> {
    const { path, init } = requestOf(line)
    const response = await fetch(gateway.url + path, init)
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }

  async function compare(line: Recorded): Promise<void> {
    const answer = await ask(line)
    const deviation = DEVIATIONS.find(({ applies }) => applies(line))
    if (deviation) {
      deviating[deviation.section] = (deviating[deviation.section] ?? 0) + 1
      deviation.check(line, answer)
      return
    }
    const name = operationOf(line.method)
    equal[name] = (equal[name] ?? 0) + 1
    expect(answer.status).toBe(line.status)
    if (line.status !== 200) {
      expect(withoutHead(answer.body.error)).toBe(withoutHead(recordedError(line)))
      return
    }
    expect(JSON.stringify(answer.body.result)).toBe(JSON.stringify(resultOf(line)))
    const operation = Object.values(v2Operations).find((candidate) => candidate.name === name)
    expect(operation?.result.safeParse(answer.body.result).error).toBeUndefined()
  }

  it.each([...TVM_OPERATIONS])('answers %s as recorded', async (name) => {
    for (const line of lines.filter(({ method }) => operationOf(method) === name)) {
      await compare(line).catch((error: Error) => {
        const { path, init } = requestOf(line)
        error.message = `${line.http} ${path} ${init.body ?? ''}\n${error.message}`
        throw error
      })
    }
  })

  it('hashes the messages that were accepted as they were hashed there', () => {
    const accepted = lines.filter(({ note }) => note?.startsWith('accepted message'))
    const hashes = accepted.map(({ params }) => {
      const cell = parseBocRoot(Buffer.from(String(params.boc), 'base64'))
      const normal = normalHash(parseCell(cell, 'Message', loadMessage))
      return [cell.hash().toString('base64'), normal.toString('base64')]
    })
    expect(hashes).toEqual(
      accepted.map(({ note }) => /cell hash (\S+), TEP-467 hash (\S+)$/.exec(note ?? '')?.slice(1)),
    )
    expect(accepted).toHaveLength(4)
  })

  it('is equal except for the deviations that the contract decides', () => {
    expect({ lines: lines.length, equal, deviating }).toMatchInlineSnapshot(`
      {
        "deviating": {
          "README of the recording: fees depend on the head of that moment": 22,
          "the recorded blocks take no messages": 7,
          "§1.1 GET on a POST-only route is 405": 3,
          "§1.2 413 in the envelope": 1,
          "§13 text of 404": 3,
          "§13 text of 409": 7,
          "§3.6 the flags of a requested item do not matter": 1,
          "§5.3 transactions in large blocks are found too": 2,
          "§8.1 texts made by the web framework": 58,
          "§8.2 texts of a missing or invalid address": 39,
        },
        "equal": {
          "dnsResolve": 16,
          "estimateFee": 5,
          "getTokenData": 33,
          "getWalletInformation": 46,
          "runGetMethod": 97,
          "runGetMethodStd": 41,
          "sendBoc": 7,
          "sendBocReturnHash": 5,
          "sendBocReturnHashNoError": 5,
          "tryLocateResultTx": 36,
          "tryLocateSourceTx": 37,
          "tryLocateTx": 36,
        },
        "lines": 507,
      }
    `)
  })
})

/** The head's seqno stands in some texts. */
function withoutHead(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/last known masterchain block: \d+/, 'last known …') : text
}
