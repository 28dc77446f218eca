import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import { ask, toJson } from '../operations/ask.ts'
import { successes } from '../operations/successes.ts'
import { askV3, pathOf } from '../v3/askV3.ts'
import { v3Questions } from '../v3/questions.ts'
import { openV3Scene, type V3Scene } from '../v3/v3Scene.ts'
import { answerFaults, documentOf, operationsOf, type ServedDocument } from './documentOf.ts'
import { expectSpoiltAnswers } from './spoiltExamples.ts'

let scene: V3Scene & AsyncDisposable
let v2: ServedDocument
let v3: ServedDocument
beforeAll(async () => {
  scene = await openV3Scene()
  ;[v2, v3] = (await Promise.all([V2_PREFIX, V3_PREFIX].map((prefix) => documentOf(scene.url, prefix)))) as [
    ServedDocument,
    ServedDocument,
  ]
})
afterAll(() => scene?.[Symbol.asyncDispose]())

function operationOf(document: ServedDocument, path: string, method: 'get' | 'post') {
  const found = operationsOf(document).find((one) => one.path === path && one.method === method)
  if (!found) throw new Error(`${method} ${path} is not documented`)
  return found
}

describe('the documents of a devnet', () => {
  it('describe every answer of the table of v2, by POST and by JSON-RPC', async () => {
    const rpc = operationOf(v2, `${V2_PREFIX}/jsonRPC`, 'post')
    let count = 0
    for (const [name, requests] of Object.entries(successes(scene.scene))) {
      const operation = operationOf(v2, `${V2_PREFIX}/${name}`, 'post')
      for (const { params } of requests) {
        const posted = await ask(scene.url, 'POST', name, { ...params })
        const called = await fetch(`${scene.url}${V2_PREFIX}/jsonRPC`, {
          method: 'POST',
          body: toJson({ jsonrpc: '2.0', id: count, method: name, params }),
        })
        const faults = [
          ...answerFaults(v2, operation, posted.status, posted.body),
          ...answerFaults(v2, rpc, called.status, await called.json()),
        ]
        expect([posted.status, faults], `${name} ${String(params.address)}`).toEqual([200, []])
        count++
      }
    }
    expect(count).toBeGreaterThan(80)
  })

  it('describe every answer of the table of v3', async () => {
    for (const { name, params, body } of v3Questions(scene)) {
      const operation = operationOf(v3, `${V3_PREFIX}/${name}`, body ? 'post' : 'get')
      const reply = await askV3(scene.url, pathOf(name, params), { body })
      const faults = answerFaults(v3, operation, reply.status, reply.body)
      expect([reply.status, faults], `${name} ${JSON.stringify(params)}`).toEqual([200, []])
    }
  })

  it('describe every answer to a spoilt request, as the rules of status codes allow', async () => {
    const spoiling = await expectSpoiltAnswers(scene.url)
    for (const status of ['v2 200', 'v2 422', 'v2 500', 'v3 200', 'v3 404', 'v3 422']) {
      expect(spoiling.counts.has(status), status).toBe(true)
    }
  })

  it('name the missing masterchain block of each operation that looks for one', async () => {
    for (const name of ['transactions', 'traces', 'events', 'actions'] as const) {
      const operation = operationOf(v3, `${V3_PREFIX}/${name}`, 'get')
      const { status, body } = await askV3(scene.url, pathOf(name, { mc_seqno: 1_000_000 }))
      expect([name, status, answerFaults(v3, operation, status, body)]).toEqual([name, 404, []])
    }
  })

  it('report differences from the schema as faults', async () => {
    const operation = operationOf(v3, `${V3_PREFIX}/transactions`, 'get')
    const { body } = await askV3(scene.url, pathOf('transactions', { hash: scene.middle.hash }))
    const [transaction] = (body as { transactions: Record<string, unknown>[] }).transactions
    for (const name of Object.keys(transaction ?? {})) {
      const spoilt = { ...(body as object), transactions: [{ ...transaction, [name]: [[]] }] }
      expect(answerFaults(v3, operation, 200, spoilt), name).not.toEqual([])
    }
    const isNull = { ...(body as object), transactions: [{ ...transaction, in_msg: null, account: null }] }
    expect(answerFaults(v3, operation, 200, isNull)).toEqual(['.transactions[0].account: null for string'])
  })
})
