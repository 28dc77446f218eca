import { type Cell, loadCurrencyCollection } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { ACCOUNT_TRANSACTIONS } from '../../chain/block/accountBlock.ts'
import { loadBlockCells } from '../../chain/block/block.ts'
import { loadBlockExtra } from '../../chain/block/blockExtra.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseBoc, parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { loadHashmapAug } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { findLeaf } from '../../chain/hashmap/walk.ts'
import { loadTag, openCell, parseCell } from '../../chain/tlb.ts'
import type { AccountId } from '../tl/accounts.ts'
import type { TransactionInfo, TransactionList } from '../tl/transactions.ts'
import { expectAnswerTo } from './header.ts'
import { expect, openProof, proving, whole } from './proving.ts'

const CHECK = 'transactions'

/** The maximum number of transactions in a liteserver's answer. */
export const MAX_TRANSACTIONS = 16

/** The position of a transaction in its account's history. */
export type TransactionLink = {
  readonly account: Buffer
  readonly lt: bigint
  readonly prevLt: bigint
  readonly prevHash: Buffer
}

/** A proved transaction. Its block is only the server's claim. */
export type ChainedTransaction = {
  readonly transaction: Cell
  readonly link: TransactionLink
  readonly claimedBlock: BlockIdExt
}

/** A page of an account's history, from (lt, hash) backwards. */
export type TransactionsRequest = {
  readonly account: AccountId
  readonly lt: bigint
  readonly hash: Buffer
  readonly count: number
}

/**
 * Verifies liteServer.getTransactions: the transaction (lt, hash) and its predecessors, each named by its
 * successor. At least one; fewer than requested if the server has lost older ones.
 * @throws ProofError
 */
export function verifyTransactions(
  request: TransactionsRequest,
  answer: TransactionList,
): readonly ChainedTransaction[] {
  return proving(CHECK, () => {
    const roots = answer.transactions.length > 0 ? parseBoc(answer.transactions) : []
    expect(roots.length > 0, CHECK, 'there is none')
    expect(roots.length <= Math.min(request.count, MAX_TRANSACTIONS), CHECK, 'there are more than requested')
    expect(answer.ids.length === roots.length, CHECK, 'not one block for each')
    let next = { lt: request.lt, hash: request.hash }
    return roots.map((root, index) => {
      const transaction = whole(root, CHECK)
      expect(transaction.hash().equals(next.hash), CHECK, `number ${index} has another hash`)
      const link = transactionLink(transaction)
      expect(link.account.equals(request.account.id), CHECK, `number ${index} is another account's`)
      expect(link.lt === next.lt, CHECK, `number ${index} has another lt`)
      expect(link.prevLt < link.lt, CHECK, `number ${index} follows a later one`)
      next = { lt: link.prevLt, hash: link.prevHash }
      const claimedBlock = answer.ids[index] as BlockIdExt
      expect(couldHold(claimedBlock, request.account), CHECK, `number ${index} cannot be in its block`)
      return { transaction, link, claimedBlock }
    })
  })
}

/**
 * Verifies liteServer.getOneTransaction of a trusted block and returns the account's transaction with the
 * given lt, or undefined if the block provably has none.
 * @throws ProofError
 */
export function verifyOneTransaction(
  request: { readonly id: BlockIdExt; readonly account: AccountId; readonly lt: bigint },
  answer: TransactionInfo,
): Cell | undefined {
  const check = 'transaction'
  return proving(check, () => {
    const { id, account, lt } = request
    expectAnswerTo(id, answer.id, check)
    expect(couldHold(id, account), check, 'the account is of another shard')
    const block = openProof(answer.proof)
    expect(block.hash(0).equals(id.rootHash), check, 'the proof is of another block')
    const found = findTransaction(block, account.id, lt)
    if (!found) {
      expect(answer.transaction.length === 0, check, 'a transaction that is not in the block')
      return undefined
    }
    const transaction = whole(parseBocRoot(answer.transaction), check)
    expect(transaction.hash().equals(found.hash(0)), check, 'it is not the one in the block')
    return transaction
  })
}

/** Opens only the path to the transaction, which is all that the proof must contain. */
function findTransaction(block: Cell, account: Buffer, lt: bigint): Cell | undefined {
  const { extra } = parseCell(block, 'Block', loadBlockCells)
  const { accountBlocks } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  const root = openCell(accountBlocks, 'ShardAccountBlocks').loadMaybeRef()
  const leaf = findLeaf({ type: 'ShardAccountBlocks', keyBits: 256, root }, account)
  if (!leaf) return undefined
  const slice = leaf.cell.beginParse().skip(leaf.label.end)
  loadCurrencyCollection(slice)
  loadTag(slice, 'AccountBlock', 5, 4)
  expect(slice.loadBuffer(32).equals(account), 'transaction', 'the block has another account there')
  return loadHashmapAug(slice, ACCOUNT_TRANSACTIONS).get(keyOfUint(lt, 64))
}

/**
 * Reads the first fields of a transaction: `transaction$0111 account_addr:bits256 lt:uint64
 * prev_trans_hash:bits256 prev_trans_lt:uint64 … = Transaction;`
 */
export function transactionLink(transaction: Cell): TransactionLink {
  const slice = openCell(transaction, 'Transaction')
  loadTag(slice, 'Transaction', 0b0111, 4)
  const account = slice.loadBuffer(32)
  const lt = slice.loadUintBig(64)
  const prevHash = slice.loadBuffer(32)
  return { account, lt, prevHash, prevLt: slice.loadUintBig(64) }
}

function couldHold(block: BlockIdExt, account: AccountId): boolean {
  return (
    block.workchain === account.workchain &&
    block.seqno > 0 &&
    shardContainsPrefix(block.shard, accountPrefix(account.id))
  )
}
