import { beginCell } from '@ton/core'
import { sendFrom } from '../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../src-main/devnet/scenario/wallets.ts'
import type { DetectionBatch } from '../../src-main/store/detectedTokens.ts'
import {
  contractCode,
  DROP_ARGUMENTS,
  hex,
  pushAddress,
  pushCell,
  pushInt,
  REPLACEABLE,
} from '../integration/devnet/hostileCode.ts'
import { answering, answers, hostile, walletData } from '../integration/devnet/hostileContracts.ts'
import { answersItsData, changing, lateCounterparts } from '../integration/devnet/lateCounterparts.ts'
import { replace } from '../integration/devnet/replaceableMaster.ts'
import { type IndexedScene, openIndexedScene } from '../integration/indexer/indexedScene.ts'

/** False claims on one contract. */
const CLAIMS = Number(process.env.TONSCOPE_BENCH_CLAIMS ?? 1_000)
/** Blocks in which that contract changes. */
const CHANGES = 10
const NOTHING = { interfaces: [], verified: [], outcomes: {} } as const

/**
 * Measures two loads: many verified wallets of a master that changes its answers in each block while another master
 * denies its wallet; and a contract that changes in each block while many others claim to be its wallets, and one
 * wallet of another contract that is acknowledged meanwhile.
 */
export async function benchClaims(): Promise<object[]> {
  const index = await openIndexedScene([wallets], { byDefault: true })
  try {
    return [await measure(index), await measureVerified(index)]
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

/** Verified wallets of a master that denies them in every second block. */
async function measureVerified(index: IndexedScene): Promise<object> {
  const { context, users } = index.scene
  const { alice, treasury } = users
  const shell = hostile('master', contractCode({}, REPLACEABLE), NOTHING, 902)
  const [honest] = lateCounterparts(alice.address, 903)
  if (!honest) throw new Error('there is no wallet')
  // The owner is the wallet itself (MYADDR): the master returns the argument.
  const data = [
    DROP_ARGUMENTS,
    pushInt(1n),
    hex('f828'),
    pushAddress(shell.address),
    pushCell(beginCell().endCell()),
  ]
  const wallets = Array.from({ length: CLAIMS }, (_, place) =>
    hostile('wallet', answering({ get_wallet_data: data }), NOTHING, 10_000 + place),
  )
  const [accepting, denying] = [[], answers(pushAddress(alice.address))].map((answer) =>
    replace(shell.address, contractCode({ get_wallet_address: answer }, REPLACEABLE)),
  ) as [Transfer, Transfer]
  await index.play(treasury, shell.deploy, accepting, ...honest.deploy, honest.acknowledge)
  await index.play(treasury, ...wallets.map(({ deploy }) => deploy))
  const listed = wallets.filter(({ address }) => index.kindsOf(address).length > 0).length
  const inspected = countInspected(index)
  const start = performance.now()
  let blocks = 0
  while (blocks < 200 && index.kindsOf(honest.claim).length > 0) {
    const change = blocks % 2 === 0 ? denying : accepting
    await sendFrom(context, treasury, blocks === 1 ? [change, honest.deny] : [change])
    await context.settle()
    blocks++
    index.indexer.nudge(context.devnet.store.head().seqno)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    what: 'verified wallets of a master that changes its answers in each block',
    wallets: listed,
    deniedAfter: { inspected: inspected.count(), blocks, ms: Math.round(performance.now() - start) },
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
