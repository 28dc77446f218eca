import { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX, type DevnetStatus } from '#shared/schema/devnet.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { until } from '../../fixtures/until.ts'
import { resultOf } from '../operations/scene.ts'
import { rawOf } from '../v3/v3Scene.ts'
import { detectedToHead } from './detectedIndex.ts'
import { ask, step } from './indexGateway.ts'
import type { Answered, IndexRig } from './indexRig.ts'
import { openReadThroughChain, type ReadThroughChain } from './readThroughChain.ts'

/** All coins, and the account with them. */
const DESTROY = 128 + 32

/** On a chain that is too long to be searched from its first block on. */
describe('a watched account that is deleted', () => {
  let chain: ReadThroughChain
  beforeAll(async () => {
    chain = await openReadThroughChain()
  }, 180_000)
  afterAll(() => chain[Symbol.asyncDispose]())

  async function destroy(): Promise<void> {
    const { url, wallet, accounts } = chain.scene.scene
    const to = accounts.get('alice') ?? ''
    const { now } = await ask<DevnetStatus>(url, DEVNET_PREFIX)
    const { seqno = 0 } = await resultOf(url, 'getWalletInformation', {
      address: wallet.address.toRawString(),
    })
    const message = wallet.message([{ to: Address.parse(to), amount: 0n, mode: DESTROY }], { now, seqno })
    await resultOf(url, 'sendBoc', { boc: message.toString('base64') })
    await step(url, 3)
    await detectedToHead(url)
  }

  async function readOf(index: IndexRig, account: string, count: number) {
    await index.indexer.command('watch', { account, depth: 'all' })
    let last: unknown
    return until(
      () => `the account is read: ${JSON.stringify(last)}`,
      async () => {
        const { accounts } = await index.indexer.watched({ limit: 10, offset: 0 })
        last = accounts
        const [one] = accounts
        return one?.state === 'current' && one.transactions === count && one.open_traces === 0
          ? one
          : undefined
      },
    )
  }
  const hashesOf = (answered: Answered) =>
    answered.kind === 'answered'
      ? (answered.body as { transactions: TransactionJson[] }).transactions.map(({ hash }) => hash)
      : answered.text

  it('keeps its history, with the transactions that deleted it, and is listed offline', async () => {
    const account = rawOf(chain.scene.scene.wallet.address.toRawString())
    const all = { name: 'transactions', params: { account, limit: 1000 } } as const
    const traces = { name: 'traces', params: { account, limit: 100, include_actions: true } } as const
    await using index = await chain.open(undefined, { searchDepth: 0 })
    const before = hashesOf(await chain.whole(all))
    await readOf(index, account, before.length)
    await destroy()
    const expected = hashesOf(await chain.whole(all))
    expect(expected.length).toBe(before.length + 1)
    await readOf(index, account, expected.length)
    // A request for its state records that it does not exist.
    await index.ask({ name: 'accountStates', params: { address: account } })
    await readOf(index, account, expected.length)
    const wholeTraces = await chain.whole(traces)
    await index.offline()
    const offline = await index.ask(all)
    expect(hashesOf(offline)).toEqual(expected)
    expect(offline).toMatchObject({ coverage: expect.stringMatching(/^account \S+ lt \d+-\d+(;|$)/) })
    const ids = (answered: Answered) =>
      answered.kind === 'answered'
        ? (answered.body as { traces: { trace_id: string }[] }).traces.map((one) => one.trace_id)
        : answered
    expect(ids(await index.ask(traces))).toEqual(ids(wholeTraces))
  }, 120_000)
})
