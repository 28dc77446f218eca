import type { McBlockFacts, MessageFacts } from '../../src-main/store/facts.ts'
import { packFacts } from '../../src-main/store/packFacts.ts'
import { openIndex } from '../../src-main/store/writerThread.ts'
import { generatedChain } from '../fixtures/store/generatedChain.ts'
import { sampleFacts } from '../unit/store/queries/sampleIndex.ts'

export const CHAIN = '11'.repeat(32)
/** Masterchain blocks of the recorded network whose bodies and descriptions the generated ones get. */
const RECORDED = { first: 20, last: 160 }
const EXTERNALS_A_BLOCK = 70
const ACCOUNTS = 300_000

/** Cells as they are on a real chain: what is generated has none that can be read. */
function recordedCells() {
  const facts = sampleFacts(RECORDED.first, RECORDED.last)
  const transactions = facts.flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
  const messages = transactions.flatMap(({ inMsg, outMsgs }) => (inMsg ? [inMsg, ...outMsgs] : outMsgs))
  const ofKind = (isOutside: boolean) =>
    messages.filter(({ kind }) => (kind === 'external-in') === isOutside).map(({ body }) => body.boc)
  return {
    descriptions: transactions.map(({ description }) => description),
    outside: ofKind(true),
    inside: ofKind(false),
  }
}

/** Writes an index of so many transactions, as blocks of some three hundred. Returns how many masterchain blocks. */
export function generateIndex(dir: string, transactions: number): { blocks: number; transactions: number } {
  const cells = recordedCells()
  let turn = 0
  const next = <T>(list: readonly T[]) => list[turn++ % list.length] as T
  const real = (message: MessageFacts): MessageFacts => ({
    ...message,
    body: { ...message.body, boc: next(message.kind === 'external-in' ? cells.outside : cells.inside) },
  })
  const dressed = (facts: McBlockFacts): McBlockFacts => ({
    ...facts,
    blocks: facts.blocks.map((block) => ({
      ...block,
      transactions: block.transactions.map((transaction) => ({
        ...transaction,
        description: next(cells.descriptions),
        inMsg: transaction.inMsg && real(transaction.inMsg),
        outMsgs: transaction.outMsgs.map(real),
      })),
    })),
  })
  const { acts } = openIndex({ dir, chain: CHAIN, isReadOnly: false })
  let written = 0
  let blocks = 0
  const chain = generatedChain({ seed: 5, blocks: 1 << 30, externals: EXTERNALS_A_BLOCK, accounts: ACCOUNTS })
  for (const facts of chain) {
    if (written >= transactions) break
    written += acts.writeBlock(packFacts(dressed(facts))).transactions
    blocks += 1
  }
  acts.close()
  return { blocks, transactions: written }
}
