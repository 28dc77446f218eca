import { accountId } from './accounts.ts'
import { blockIdExt } from './blockIds.ts'
import type { TlValue } from './codec.ts'
import { bool, bytes, int, int256, long, nat, vector } from './codec.ts'
import { optional, tlConstructor, trueBit } from './combinator.ts'
import { tlFunction } from './function.ts'

/** `transaction` is empty if the account has no transaction with that lt in the block. */
export const transactionInfo = tlConstructor(
  'liteServer.transactionInfo id:tonNode.blockIdExt proof:bytes transaction:bytes = liteServer.TransactionInfo',
  { id: blockIdExt, proof: bytes, transaction: bytes },
)
/** The answer to getOneTransaction (`liteServer.transactionInfo`). */
export type TransactionInfo = TlValue<typeof transactionInfo>

/** `transactions` is one BoC with a root for each of `ids`. */
export const transactionList = tlConstructor(
  'liteServer.transactionList ids:(vector tonNode.blockIdExt) transactions:bytes = liteServer.TransactionList',
  { ids: vector(blockIdExt), transactions: bytes },
)
/**
 * The answer to getTransactions (`liteServer.transactionList`), newest first. `ids` are the transactions'
 * blocks.
 */
export type TransactionList = TlValue<typeof transactionList>

export const transactionMetadata = tlConstructor(
  'liteServer.transactionMetadata mode:# depth:int initiator:liteServer.accountId initiator_lt:long = liteServer.TransactionMetadata',
  { mode: nat, depth: int, initiator: accountId, initiatorLt: long },
)
/** The start of a transaction's message chain (`liteServer.transactionMetadata`). */
export type TransactionMetadata = TlValue<typeof transactionMetadata>

export const transactionId = tlConstructor(
  'liteServer.transactionId#b12f65af mode:# account:mode.0?int256 lt:mode.1?long hash:mode.2?int256 metadata:mode.8?liteServer.transactionMetadata = liteServer.TransactionId',
  {
    mode: nat,
    account: optional(0, int256),
    lt: optional(1, long),
    hash: optional(2, int256),
    metadata: optional(8, transactionMetadata),
  },
)
/** A transaction in a block (`liteServer.transactionId`). `mode` selects its fields. */
export type TransactionId = TlValue<typeof transactionId>

export const transactionId3 = tlConstructor(
  'liteServer.transactionId3 account:int256 lt:long = liteServer.TransactionId3',
  { account: int256, lt: long },
)
/** The position of a transaction in a block (`liteServer.transactionId3`), after which a page starts. */
export type TransactionId3 = TlValue<typeof transactionId3>

export const blockTransactions = tlConstructor(
  'liteServer.blockTransactions id:tonNode.blockIdExt req_count:# incomplete:Bool ids:(vector liteServer.transactionId) proof:bytes = liteServer.BlockTransactions',
  { id: blockIdExt, reqCount: nat, incomplete: bool, ids: vector(transactionId), proof: bytes },
)
/**
 * The answer to listBlockTransactions (`liteServer.blockTransactions`). `incomplete` means that more follow.
 */
export type BlockTransactions = TlValue<typeof blockTransactions>

export const blockTransactionsExt = tlConstructor(
  'liteServer.blockTransactionsExt id:tonNode.blockIdExt req_count:# incomplete:Bool transactions:bytes proof:bytes = liteServer.BlockTransactionsExt',
  { id: blockIdExt, reqCount: nat, incomplete: bool, transactions: bytes, proof: bytes },
)
/**
 * The answer to listBlockTransactionsExt (`liteServer.blockTransactionsExt`). `transactions` is a BoC with a
 * root each.
 */
export type BlockTransactionsExt = TlValue<typeof blockTransactionsExt>

export const getOneTransaction = tlFunction(
  'liteServer.getOneTransaction id:tonNode.blockIdExt account:liteServer.accountId lt:long = liteServer.TransactionInfo',
  { id: blockIdExt, account: accountId, lt: long },
  transactionInfo,
)
export const getTransactions = tlFunction(
  'liteServer.getTransactions count:# account:liteServer.accountId lt:long hash:int256 = liteServer.TransactionList',
  { count: nat, account: accountId, lt: long, hash: int256 },
  transactionList,
)
/** Bits 0, 1, 2 and 8 of `mode` select the fields of each transactionId. */
export const listBlockTransactions = tlFunction(
  'liteServer.listBlockTransactions id:tonNode.blockIdExt mode:# count:# after:mode.7?liteServer.transactionId3 reverse_order:mode.6?true want_proof:mode.5?true = liteServer.BlockTransactions',
  {
    id: blockIdExt,
    mode: nat,
    count: nat,
    after: optional(7, transactionId3),
    reverseOrder: trueBit(6),
    wantProof: trueBit(5),
  },
  blockTransactions,
)
export const listBlockTransactionsExt = tlFunction(
  'liteServer.listBlockTransactionsExt id:tonNode.blockIdExt mode:# count:# after:mode.7?liteServer.transactionId3 reverse_order:mode.6?true want_proof:mode.5?true = liteServer.BlockTransactionsExt',
  {
    id: blockIdExt,
    mode: nat,
    count: nat,
    after: optional(7, transactionId3),
    reverseOrder: trueBit(6),
    wantProof: trueBit(5),
  },
  blockTransactionsExt,
)
