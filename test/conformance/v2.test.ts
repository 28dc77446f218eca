import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject, type JsonObject, type JsonValue } from '#shared/schema/jsonValue.ts'
import { v2Operations } from '#shared/schema/v2/operations.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { ownText } from './v2OwnTexts.ts'
import {
  operationOf,
  type Recorded,
  readAll,
  readJsonRpcRecording,
  readRecording,
  recordedError,
  requestOf,
  resultOf,
} from './v2Recording.ts'
import { TVM_OPERATIONS } from './v2TvmOperations.ts'

/**
 * The gateway on the recorded network against the answers of toncenter's own C++ server. Every line must be equal
 * (status, and text or result with its order of keys), or be one of the deviations below, each with the
 * contract's section that decides it.
 */

type Answer = { readonly status: number; readonly body: JsonObject }

/** Where the recording pins no block, the head of that moment (about 3,400) shows in it. */
function dependsOnHead({ note, method, params }: Recorded): boolean {
  if (note?.startsWith('head') || method === 'getMasterchainInfo/') return true
  if (method === 'getShardBlockProof') return params.from_seqno === undefined
  if (method === 'getTransactions') return params.hash === '' && !params.address?.toString().includes('5a5a')
  return method === 'getAddressInformation' && params.seqno === null
}

const isMethod = (line: Recorded, ...methods: string[]) => methods.includes(operationOf(line.method))
const HISTORY = ['getTransactions', 'getTransactionsStd']

type Deviation = {
  /** A rule of compatibility-v2, or another reason. */
  readonly section: string
  readonly applies: (line: Recorded) => boolean
  /** What we answer instead. */
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

const DEVIATIONS: readonly Deviation[] = [
  {
    section: 'README of the recording: depends on the head of that moment',
    applies: (line) => line.status === 200 && dependsOnHead(line),
    check: (line, { status, body }) => {
      expect(status).toBe(200)
      const recorded = resultOf(line)
      if (!isJsonObject(recorded ?? null) || !isJsonObject(body.result ?? null)) return
      expect(Object.keys(body.result as JsonObject)).toEqual(Object.keys(recorded as JsonObject))
    },
  },
  {
    section: '§13 archival=false counts as absent',
    applies: (line) => line.status === 542 && isMethod(line, ...HISTORY),
    check: (_line, { status }) => expect(status).toBe(200),
  },
  {
    section: '§2.1 44 characters that are no 32 bytes are refused',
    applies: (line) => line.status === 200 && line.params.hash === 'A'.repeat(44),
    check: refusedWith(422, 'failed to parse hash'),
  },
  {
    section: '§3.2 seqno of getExtendedAddressInformation is validated',
    applies: (line) =>
      line.method === 'getExtendedAddressInformation' && ['0', '-1'].includes(String(line.params.seqno)),
    check: refusedWith(422, 'seqno should be positive'),
  },
  {
    section: '§1.1 POST to an unknown route is 404 in the envelope',
    applies: (line) => line.method === 'noSuchMethod' && line.http === 'POST',
    check: refusedWith(404, 'Not Found'),
  },
  {
    section: '§1.1 our page of the operations is at /docs',
    applies: (line) => line.method === 'index.html',
    check: refusedWith(404, 'Not Found'),
  },
  {
    section: '§1.1 wrong method in the envelope',
    applies: (line) => line.status === 405,
    check: (line, { status, body }) => {
      expect(status).toBe(405)
      if (line.http !== 'HEAD') expect(body.error).toBe(`unsupported http method: ${line.http}`)
    },
  },
  {
    section: '§1.2 414 in the envelope',
    applies: (line) => line.status === 414,
    check: refusedWith(414, 'URL is longer than 8192 bytes'),
  },
  {
    section: '§8.2 texts of a missing or invalid address',
    applies: (line) =>
      /^(Error at path 'address': )?Failed to parse ton_addr: /.test(recordedError(line) ?? ''),
    check: (line, answer) => {
      const isEmpty = !isMethod(line, ...HISTORY) && (line.params.address ?? '') === ''
      refusedWith(422, isEmpty ? 'empty address' : 'failed to parse address')(line, answer)
    },
  },
  {
    section: '§8.2 texts of an invalid hash',
    applies: (line) => /invalid hash: /.test(recordedError(line) ?? ''),
    check: (line, answer) => {
      const text = line.method === 'getLibraries' ? 'failed to parse libraries' : 'failed to parse hash'
      refusedWith(422, text)(line, answer)
    },
  },
  {
    section: '§8.1 texts made by the web framework',
    applies: (line) => line.status === 422 && ownText(line) !== undefined,
    check: (line, answer) => refusedWith(422, ownText(line) ?? '')(line, answer),
  },
  {
    section: '§4.3 state_proof: the reference keeps leaves that its cell cache happened to hold',
    applies: (line) =>
      line.method === 'getShardBlockProof' && line.params.seqno === 784 && line.params.from_seqno === 860,
    check: (line, { body }) => {
      const withoutProof = (result: JsonValue | undefined) =>
        JSON.parse(JSON.stringify(result), (key, value) => (key === 'state_proof' ? undefined : value))
      const stateOf = (result: JsonValue | undefined) => {
        const link = (result as { mc_proof: { state_proof: string }[] }).mc_proof[0]
        return parseBocRoot(Buffer.from(link?.state_proof ?? '', 'base64'))
          .refs[0]?.hash(0)
          .toString('hex')
      }
      expect(withoutProof(body.result)).toEqual(withoutProof(resultOf(line)))
      expect(stateOf(body.result)).toBe(stateOf(resultOf(line)))
    },
  },
]

/** The head's seqno stands in some texts. */
function withoutHead(text: unknown): unknown {
  return typeof text === 'string' ? text.replace(/last known masterchain block: \d+/, 'last known …') : text
}

const RECORDING = join(REALNET, 'v2-cpp.ndjson.gz')

describe('v2 answers on the recorded network', () => {
  const lines = readRecording(RECORDING).filter(({ method }) => !TVM_OPERATIONS.has(operationOf(method)))
  const names = [...new Set(lines.map(({ method }) => operationOf(method)))]
  const equal: Record<string, number> = {}
  const deviating: Record<string, number> = {}
  let gateway: Gateway
  let dataDir: string

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'v2-'))
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
    if (line.status === 200) {
      expect(JSON.stringify(answer.body.result)).toBe(JSON.stringify(resultOf(line)))
      const operation = Object.values(v2Operations).find(
        (candidate) =>
          candidate.name === name || ('aliases' in candidate && candidate.aliases.includes(name as never)),
      )
      expect(operation?.result.safeParse(answer.body.result).error).toBeUndefined()
    } else {
      expect(withoutHead(answer.body.error)).toBe(withoutHead(recordedError(line)))
    }
  }

  it.each(names)('answers %s as recorded', async (name) => {
    for (const line of lines.filter(({ method }) => operationOf(method) === name)) {
      await compare(line).catch((error: Error) => {
        const { path, init } = requestOf(line)
        error.message = `${line.http} ${path} ${init.body ?? ''}\n${error.message}`
        throw error
      })
    }
  })

  it('covers with v2Tvm.test.ts and v2JsonRpc.test.ts all that was recorded', () => {
    const covered = readRecording(RECORDING).length + readJsonRpcRecording(RECORDING).length
    expect([covered, readAll(RECORDING).length]).toEqual([1445, 1445])
  })

  it('is equal except for the deviations that the contract decides', () => {
    expect({ lines: lines.length, equal, deviating }).toMatchInlineSnapshot(`
      {
        "deviating": {
          "README of the recording: depends on the head of that moment": 23,
          "§1.1 POST to an unknown route is 404 in the envelope": 1,
          "§1.1 our page of the operations is at /docs": 1,
          "§1.1 wrong method in the envelope": 5,
          "§1.2 414 in the envelope": 1,
          "§13 archival=false counts as absent": 4,
          "§2.1 44 characters that are no 32 bytes are refused": 1,
          "§3.2 seqno of getExtendedAddressInformation is validated": 2,
          "§4.3 state_proof: the reference keeps leaves that its cell cache happened to hold": 1,
          "§8.1 texts made by the web framework": 40,
          "§8.2 texts of a missing or invalid address": 57,
          "§8.2 texts of an invalid hash": 7,
        },
        "equal": {
          "detectAddress": 22,
          "detectHash": 26,
          "getAddressBalance": 46,
          "getAddressInformation": 47,
          "getAddressState": 42,
          "getBlockHeader": 28,
          "getBlockTransactions": 58,
          "getBlockTransactionsExt": 49,
          "getConfigAll": 9,
          "getConfigParam": 45,
          "getConsensusBlock": 1,
          "getExtendedAddressInformation": 44,
          "getLibraries": 10,
          "getMasterchainBlockSignatures": 13,
          "getMasterchainInfo": 2,
          "getOutMsgQueueSize": 1,
          "getShardAccountCell": 28,
          "getShardBlockProof": 14,
          "getShards": 18,
          "getTransactions": 122,
          "getTransactionsStd": 54,
          "getmasterchaininfo": 1,
          "healthcheck": 1,
          "lookupBlock": 30,
          "noSuchMethod": 1,
          "packAddress": 23,
          "shards": 9,
          "unpackAddress": 22,
        },
        "lines": 909,
      }
    `)
  })
})
