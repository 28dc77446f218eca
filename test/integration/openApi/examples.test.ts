import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXAMPLES_PATH, type NetworkExamples, SENDING } from '#shared/schema/exampleValues.ts'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { V3_PREFIX } from '#shared/schema/v3/client.ts'
import type { DevnetControl } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import type { Gateway } from '../../../src-main/gateway/gateway.ts'
import { until } from '../../fixtures/until.ts'
import { indexedScenario, openRecordedChain } from '../gateway/recordedChain.ts'
import { indexedToHead } from '../indexer/indexGateway.ts'
import {
  answerFaults,
  askExample,
  type DocumentedOperation,
  documentOf,
  operationsOf,
  type ServedDocument,
} from './documentOf.ts'

const PENDING = 'pendingTransactions_get'
const POLL_MS = 20

/** Saves and forgets snapshots of a devnet, which makes no block meanwhile. */
async function holdBlocks(devnet: DevnetControl): Promise<void> {
  const names = Array.from({ length: 20 }, (_, index) => `hold-${index}`)
  await Promise.all(names.map((name) => devnet.saveSnapshot(name)))
  await Promise.all(names.map((name) => devnet.deleteSnapshot(name)))
}

describe('the examples of the documents', () => {
  let gateway: AsyncDisposable & Pick<Gateway, 'url' | 'devnet'>
  beforeAll(async () => {
    gateway = await openRecordedChain(await indexedScenario(), {}, async ({ url, devnet }) => ({
      url,
      devnet,
    }))
    await indexedToHead(gateway.url)
  })
  afterAll(() => gateway?.[Symbol.asyncDispose]())

  const expectAnswer = async (document: ServedDocument, operation: DocumentedOperation) => {
    const { status, body } = await askExample(gateway.url, operation)
    const about = `${operation.operation.operationId}: ${JSON.stringify(body)?.slice(0, 300)}`
    expect([status, answerFaults(document, operation, status, body)], about).toEqual([200, []])
  }

  it.each([V2_PREFIX, V3_PREFIX])('answer with 200 as documented, each of %s', async (prefix) => {
    const document = await documentOf(gateway.url, prefix)
    const operations = operationsOf(document).filter(({ operation }) => operation.operationId !== PENDING)
    expect(operations.length).toBeGreaterThan(24)
    for (const operation of operations) await expectAnswer(document, operation)
  })

  it('show pending transactions after the example message was sent', async () => {
    await until('a transaction is pending', async () => {
      // A block ends pending transactions, and a devnet makes one at once. If it comes before the message is emulated,
      // another message is sent, which only another document has.
      const document = await documentOf(gateway.url, V3_PREFIX)
      const named = (id: string) =>
        operationsOf(document).find(({ operation }) => operation.operationId === id)!
      const pending = named(PENDING)
      const held = holdBlocks(gateway.devnet!)
      expect((await askExample(gateway.url, named('message_post'))).status).toBe(200)
      for (let asked = 0; asked < 10; asked++) {
        const { status, body } = await askExample(gateway.url, pending)
        expect(answerFaults(document, pending, status, body)).toEqual([])
        if (status === 200) {
          await held
          return true
        }
        expect(status).toBe(404)
        await sleep(POLL_MS)
      }
      await held
      return undefined
    })
  })

  it('are derived once for a block, and again for the next', async () => {
    const examples = async () =>
      (await (await fetch(`${gateway.url}${EXAMPLES_PATH}`)).json()) as NetworkExamples
    const [first, second] = [await examples(), await examples()]
    expect(second).toEqual(first)
    expect(new Set(first.facts.external).size).toBe(SENDING.length)
    await fetch(`${gateway.url}/api/tonscope/devnet/step`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    const next = await examples()
    expect(next.facts.external).not.toEqual(first.facts.external)
  })
})
