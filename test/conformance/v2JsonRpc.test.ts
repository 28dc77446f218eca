import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#shared/schema/jsonValue.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { REALNET } from '../fixtures/recorded.ts'
import { type Recorded, readJsonRpcRecording, recordedError, requestOf, resultOf } from './v2Recording.ts'

type Call = { readonly id?: unknown; readonly method?: unknown }

/** Texts in place of the empty pages of the reference's framework (compatibility-v2 §1.5). */
const OUR_REFUSAL =
  /^(Unknown method|empty method|failed to parse method|batch requests are not supported|request body must be a JSON object|JSON document is empty|JSON parse error: .*)$/
/** compatibility-v2 §8.1 and §13: texts that the framework makes, and the stage in front of ours. */
const OUR_TEXTS: Readonly<Record<string, string>> = {
  "Error at path 'address': Failed to parse ton_addr: 'bad'": 'failed to parse address',
  "Error at path 'address': Field is missing": 'empty address',
}

describe('JSON-RPC on the recorded network', () => {
  const lines = readJsonRpcRecording(join(REALNET, 'v2-cpp.ndjson.gz'))
  let gateway: Gateway
  let dataDir: string
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'v2-jsonrpc-'))
    gateway = await startGateway({ network: `archive:${REALNET}`, index: 'off', port: 0, dataDir })
  })
  afterAll(async () => {
    await gateway?.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const named = lines.map((line) => [line.body ?? JSON.stringify(line.params).slice(0, 120), line] as const)

  it.each(named)('answers %s as recorded', async (_name, line) => {
    const { path, init } = requestOf(line)
    const response = await fetch(gateway.url + path, init)
    const body = (await response.json()) as JsonObject
    if (line.http === 'POST') expectEcho(line, body)
    if (line.response === '') {
      expect([response.status, body]).toMatchObject([422, { error: expect.stringMatching(OUR_REFUSAL) }])
      return
    }
    expect([response.status, body.ok]).toEqual([line.status, line.status === 200])
    const error = recordedError(line)
    if (line.status !== 200) expect(body.error).toBe(OUR_TEXTS[error ?? ''] ?? error)
    // The head of that moment was another one.
    else if ((line.params as Call).method !== 'getMasterchainInfo')
      expect(body.result).toEqual(resultOf(line))
    else expect(body.result).toMatchObject({ '@type': 'blocks.masterchainInfo' })
  })

  it('covers what was recorded', () => expect(lines).toHaveLength(29))
})

/** compatibility-v2 §1.5: the reference does not echo, in contrast to its documentation. */
function expectEcho({ params }: Recorded, body: JsonObject): void {
  const call: Call = typeof params === 'object' && params !== null && !Array.isArray(params) ? params : {}
  if (call.id === undefined) expect(body).not.toHaveProperty('id')
  else expect([body.jsonrpc, body.id]).toEqual(['2.0', call.id])
}
