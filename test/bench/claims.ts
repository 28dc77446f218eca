import { sendFrom } from '../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../src-main/devnet/scenario/wallets.ts'
import type { DetectionBatch } from '../../src-main/store/detectedTokens.ts'
import { answering, hostile, walletData } from '../integration/devnet/hostileContracts.ts'
import { answersItsData, changing, lateCounterparts } from '../integration/devnet/lateCounterparts.ts'
import { type IndexedScene, openIndexedScene } from '../integration/indexer/indexedScene.ts'

/** False claims on one contract. */
const CLAIMS = Number(process.env.TONSCOPE_BENCH_CLAIMS ?? 1_000)
/** Blocks in which that contract changes. */
const CHANGES = 10
const NOTHING = { interfaces: [], verified: [], outcomes: {} } as const

/**
 * A contract that changes in each block while many others claim to be its wallets, and one wallet of another contract
 * that is acknowledged meanwhile.
 */
export async function benchClaims(): Promise<object[]> {
  const index = await openIndexedScene([wallets], { byDefault: true })
  try {
    return [await measure(index)]
  } finally {
    await index.close()
  }
}

async function measure(index: IndexedScene): Promise<object> {
  const { context, users } = index.scene
  const { alice, treasury } = users
  const inspected = countInspected(index)
  const busy = changing({ get_wallet_address: answersItsData() }, alice.address, 900)
  const [honest] = lateCounterparts(alice.address, 901)
  if (!honest) throw new Error('there is no wallet')
  const claims = Array.from({ length: CLAIMS }, (_, place) =>
    hostile('claim', answering({ get_wallet_data: walletData(alice.address, busy.address) }), NOTHING, place),
  )
  await index.play(treasury, busy.deploy, ...honest.deploy, ...claims.map(({ deploy }) => deploy))
  const change = (round: number) => busy.naming(hostile('other', answering({}), NOTHING, round).address)

  async function block(...messages: Transfer[]): Promise<void> {
    await sendFrom(context, treasury, messages)
    await context.settle()
  }

  // One change after the other, each with all that follows from it.
  let start = performance.now()
  let before = inspected.count()
  for (let round = 0; round < CHANGES; round++) {
    await block(change(round))
    await index.detected()
  }
  const whole = {
    inspectedPerChange: (inspected.count() - before) / CHANGES,
    msPerChange: Math.round((performance.now() - start) / CHANGES),
  }
  // The changes come faster than the claims can be looked at.
  before = inspected.count()
  start = performance.now()
  await block(change(CHANGES), honest.acknowledge)
  let [blocks, atHonest] = [1, 0]
  while (index.kindsOf(honest.claim).length === 0 && blocks < 200) {
    await block(change(CHANGES + ++blocks))
    index.indexer.nudge(context.devnet.store.head().seqno)
    await new Promise((resolve) => setTimeout(resolve, 100))
    atHonest = inspected.count() - before
  }
  return {
    what: 'claims on a contract that changes in each block',
    claims: CLAIMS,
    ...whole,
    honestAfter: { inspected: atHonest, blocks, ms: Math.round(performance.now() - start) },
  }
}

function countInspected({ indexer }: IndexedScene) {
  const { store } = indexer
  const write = store.writeDetected
  let count = 0
  store.writeDetected = (batch: DetectionBatch) => {
    count += batch.results.length
    return write.call(store, batch)
  }
  return { count: () => count }
}
