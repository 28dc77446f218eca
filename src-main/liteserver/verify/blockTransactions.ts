import type { Cell } from '@ton/core'
import { type BlockTransaction, blockTransactions } from '../../chain/block/blockTransactions.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseBoc } from '../../chain/cells/parseBoc.ts'
import type { BlockTransactionsExtPage, BlockTransactionsPage, TransactionCursor } from '../session.ts'
import type { BlockTransactions, BlockTransactionsExt } from '../tl/transactions.ts'
import { expectAnswerTo } from './header.ts'
import { expect, openProof, proving, whole } from './proving.ts'

const CHECK = 'block transactions'

/** The maximum number of transactions in a liteserver's answer. */
export const MAX_BLOCK_TRANSACTIONS = 256

/** A page of a block's transactions. */
export type BlockTransactionsRequest = {
  readonly id: BlockIdExt
  readonly count: number
  readonly after?: TransactionCursor | undefined
  readonly reverseOrder?: boolean | undefined
}

/**
 * Verifies liteServer.listBlockTransactions with proof: the answer has exactly the next `count` (at most 256)
 * transactions.
 * @throws ProofError
 */
export function verifyBlockTransactions(
  request: BlockTransactionsRequest,
  answer: BlockTransactions,
): BlockTransactionsPage {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const proved = provedPage(request, answer.proof, answer.incomplete)
    expect(answer.ids.length === proved.length, CHECK, `${answer.ids.length} listed of ${proved.length}`)
    const transactions = answer.ids.map(({ account, lt, hash }, index) => {
      expect(
        account !== undefined && lt !== undefined && hash !== undefined,
        CHECK,
        `number ${index} lacks a field`,
      )
      const id = { account, lt: BigInt.asUintN(64, lt), hash }
      const inBlock = proved[index] as BlockTransaction
      const isSame = id.account.equals(inBlock.account) && id.lt === inBlock.lt
      expect(isSame && hash.equals(inBlock.cell.hash(0)), CHECK, `number ${index} is not the block's`)
      return id
    })
    return { incomplete: answer.incomplete, transactions }
  })
}

/**
 * Verifies liteServer.listBlockTransactionsExt with proof: the same for whole transactions.
 * @throws ProofError
 */
export function verifyBlockTransactionsExt(
  request: BlockTransactionsRequest,
  answer: BlockTransactionsExt,
): BlockTransactionsExtPage {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const proved = provedPage(request, answer.proof, answer.incomplete)
    const cells: readonly Cell[] = answer.transactions.length > 0 ? parseBoc(answer.transactions) : []
    expect(cells.length === proved.length, CHECK, `${cells.length} listed of ${proved.length}`)
    const transactions = cells.map((cell, index) => {
      const inBlock = proved[index] as BlockTransaction
      const transaction = whole(cell, CHECK)
      expect(transaction.hash().equals(inBlock.cell.hash(0)), CHECK, `number ${index} is not the block's`)
      return { account: inBlock.account, transaction }
    })
    return { incomplete: answer.incomplete, transactions }
  })
}

/**
 * Returns the transactions that the answer must list. The proof contains all of them and, unless the page is
 * full, also the end of the list.
 */
function provedPage(
  request: BlockTransactionsRequest,
  proof: Buffer,
  incomplete: boolean,
): readonly BlockTransaction[] {
  const block = openProof(proof)
  expect(block.hash(0).equals(request.id.rootHash), CHECK, 'the proof is of another block')
  const size = Math.min(request.count, MAX_BLOCK_TRANSACTIONS)
  const page: BlockTransaction[] = []
  const walk = blockTransactions(block, { after: request.after, reverse: request.reverseOrder })
  for (let step = walk.next(); !step.done; step = walk.next()) {
    page.push(step.value)
    if (page.length === size) break
  }
  // A full page is marked incomplete even if nothing follows, since the server does not look further.
  const isHonest = page.length < size ? !incomplete : incomplete || walk.next().done === true
  expect(isHonest, CHECK, 'whether more follow is misstated')
  return page
}
