import { afterEach, beforeEach, expect, it } from 'vitest'
import { makesTraffic } from '../../../src-main/devnet/runtime/activeChain.ts'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { until } from '../../fixtures/until.ts'
import { clientOf, headOf, type NodeTest, openNodeTest } from './nodeRig.ts'

let test: NodeTest
beforeEach(() => {
  test = openNodeTest()
})
afterEach(async () => {
  await test.end()
  expect(test.troubles).toEqual([])
})

/** Transactions of the basechain in masterchain blocks `from` to the newest. */
async function transactionsSince(devnet: RunningDevnet, from: number): Promise<number> {
  const client = await clientOf(devnet)
  try {
    const session = client.session()
    let count = 0
    for (let seqno = from; seqno <= (await devnet.status()).seqno; seqno++) {
      for (const shard of await session.shards(await session.masterchainBlock(seqno))) {
        count += (await session.blockTransactions(shard, 16)).transactions.length
      }
    }
    return count
  } finally {
    client.close()
  }
}

it('makes no transactions on demand, but at an interval, until it is stopped', {
  timeout: 300_000,
}, async () => {
  const devnet = await test.start({ scenario: true, traffic: true })
  const { seqno, traffic } = await devnet.status()
  expect(traffic).toBe(true)
  await devnet.step(30)
  expect(await transactionsSince(devnet, seqno + 1)).toBe(0)

  await devnet.settings({ block_interval: 1 })
  // The head's hash decides whether the next heartbeat makes traffic.
  const willAct = async () => {
    const [, rootHash = ''] = (await headOf(devnet)).split(':')
    return makesTraffic(Buffer.from(rootHash, 'hex'), 1)
  }
  while (!(await willAct())) await devnet.step(1)
  await until(
    'the traffic has made a transaction',
    async () => (await transactionsSince(devnet, seqno + 1)) > 0 || undefined,
  )
  await devnet.settings({ traffic: false, block_interval: 0.1 })
  const quiet = (await devnet.status()).seqno + 5
  await until(
    'blocks are produced after the traffic has stopped',
    async () => (await devnet.status()).seqno > quiet + 5 || undefined,
  )
  expect(await transactionsSince(devnet, quiet)).toBe(0)
})
