import type { Address, Cell } from '@ton/core'
import { blockTransactions } from '../../../src-main/chain/block/blockTransactions.ts'
import { loadMessage, type Message } from '../../../src-main/chain/block/message.ts'
import { loadTransaction, type Transaction } from '../../../src-main/chain/block/transaction.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import type { ScenarioStep } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { type Users, usersOf } from '../../../src-main/devnet/scenario/users.ts'
import { openTestContext, type TestContext } from './testContext.ts'

export type PlayedTransaction = Transaction & {
  readonly workchain: number
  readonly hash: Buffer
  readonly in: Message | undefined
  readonly out: readonly Message[]
}

/** A played scenario, and the contents of its blocks. */
export type PlayedScenario = {
  readonly context: TestContext
  readonly users: Users
  readonly transactions: readonly PlayedTransaction[]
  /** In the order of their lt. */
  of(address: Address): readonly PlayedTransaction[]
}

/** Runs steps of the scenario on a devnet of its own. */
export async function playScenario(
  steps: readonly ScenarioStep[],
  seed = 'scenario',
): Promise<PlayedScenario> {
  const context = await openTestContext(seed)
  for (const step of steps) await step(context)
  const transactions = readTransactions(context, context.blocks)
  return {
    context,
    users: usersOf(context),
    transactions,
    of: ({ workChain, hash }) =>
      transactions.filter(
        ({ workchain, accountAddr }) => workchain === workChain && accountAddr.equals(hash),
      ),
  }
}

export function readTransactions(
  { devnet }: Pick<TestContext, 'devnet'>,
  blocks: readonly BlockIdExt[],
): PlayedTransaction[] {
  const transactions: PlayedTransaction[] = []
  for (const id of blocks) {
    const found = devnet.store.find(id)
    if (!found) throw new Error(`block ${id.workchain} ${id.seqno} is not there`)
    for (const { cell } of blockTransactions(devnet.store.root(found))) {
      transactions.push({ ...open(cell), workchain: id.workchain })
    }
  }
  return transactions.sort((a, b) => (a.lt < b.lt ? -1 : a.lt > b.lt ? 1 : 0))
}

function open(cell: Cell) {
  const transaction = parseCell(cell, 'Transaction', loadTransaction)
  const message = (body: Cell) => parseCell(body, 'Message', loadMessage)
  return {
    ...transaction,
    hash: cell.hash(),
    in: transaction.inMsg && message(transaction.inMsg),
    out: transaction.outMsgs.map(message),
  }
}

/** How the contract's run ended: its exit code, or why it did not run. */
export function exitCodeOf({ description }: Transaction): number | string | undefined {
  if (!('computePhase' in description)) return undefined
  const { computePhase } = description
  return computePhase?.type === 'vm' ? computePhase.exitCode : computePhase?.reason
}
