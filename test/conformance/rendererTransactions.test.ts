import { Cell, loadTransaction } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { ExtTransactionJson } from '#shared/schema/v2/transactions.ts'
import { describeTransaction, summarizeTransaction } from '../../src-renderer/decode/describeTransaction.ts'
import { viewTransaction } from '../../src-renderer/decode/transactionView.ts'
import { readRealnetLines } from '../fixtures/recorded.ts'

type Recorded = { method: string; status: number; response: { result: ExtTransactionJson[] } }

function recordedTransactions(): ExtTransactionJson[] {
  const found = new Map<string, ExtTransactionJson>()
  for (const recorded of readRealnetLines<Recorded>('v2-cpp.ndjson.gz')) {
    if (recorded.method !== 'getTransactions' || recorded.status !== 200) continue
    for (const item of recorded.response.result) found.set(item.transaction_id.hash, item)
  }
  return [...found.values()]
}

describe('transactions of the reference server', () => {
  const transactions = recordedTransactions()

  it('are more than a hundred', () => {
    expect(transactions.length).toBeGreaterThan(100)
  })

  it('hash to their own id', () => {
    for (const json of transactions) {
      const { cell, hash } = viewTransaction(json)
      expect(cell && Buffer.from(cell.hash()).toString('base64')).toBe(hash)
    }
  })

  it("have the phases that @ton/core's reader finds", () => {
    for (const json of transactions) {
      const { decoded } = viewTransaction(json)
      const core = loadTransaction(Cell.fromBase64(json.data).beginParse())
      const { description } = core
      if (description.type !== 'generic' && description.type !== 'tick-tock') throw new Error('a rarer kind')
      const { computePhase: compute, actionPhase: action, storagePhase: storage } = description
      expect({
        fees: decoded?.totalFees,
        before: decoded?.before,
        after: decoded?.after,
        out: decoded?.messagesOut,
        previous: decoded?.previousLt,
        storage: decoded?.phases?.storage?.storageFeesCollected,
        exit: decoded?.phases?.compute?.type === 'vm' ? decoded.phases.compute.exitCode : 'skipped',
        gas: decoded?.phases?.compute?.type === 'vm' ? decoded.phases.compute.gasUsed : 0n,
        result: decoded?.phases?.action?.resultCode,
        messages: decoded?.phases?.action?.msgsCreated,
        aborted: decoded?.phases?.aborted,
        destroyed: decoded?.phases?.destroyed,
        bounced: decoded?.phases?.bounce?.type,
        stateAfter: Buffer.from(decoded?.stateAfter ?? []).toString('hex'),
      }).toEqual({
        fees: core.totalFees.coins,
        before: core.oldStatus === 'non-existing' ? 'nonexistent' : core.oldStatus,
        after: core.endStatus === 'non-existing' ? 'nonexistent' : core.endStatus,
        out: core.outMessagesCount,
        previous: core.prevTransactionLt,
        storage: storage?.storageFeesCollected,
        exit: compute.type === 'vm' ? compute.exitCode : 'skipped',
        gas: compute.type === 'vm' ? compute.gasUsed : 0n,
        result: action?.resultCode,
        messages: action?.messagesCreated,
        aborted: description.aborted,
        destroyed: description.destroyed,
        bounced:
          description.type === 'generic' && description.bouncePhase
            ? description.bouncePhase.type
            : undefined,
        stateAfter: core.stateUpdate.newHash.toString('hex'),
      })
    }
  })

  it('are described with amounts that the answer has', () => {
    for (const json of transactions) {
      const view = viewTransaction(json)
      const { received, sent } = summarizeTransaction(view)
      expect(received.value).toBe(BigInt(json.in_msg?.value ?? 0))
      expect(sent.value).toBe(json.out_msgs.reduce((sum, message) => sum + BigInt(message.value), 0n))
      expect(describeTransaction(view).length).toBeGreaterThan(1)
    }
  })
})
