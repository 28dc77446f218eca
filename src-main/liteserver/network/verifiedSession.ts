import type { Address, Cell } from '@ton/core'
import { type BlockIdExt, sameBlock } from '../../chain/blockId.ts'
import { quarantineOnFault } from '../pool/askServer.ts'
import type {
  AccountAnswer,
  LiteSession,
  LookupQuery,
  MasterchainInfo,
  TransactionCursor,
} from '../session.ts'
import { liteApi } from '../tl/liteApi.ts'
import { expect } from '../verify/proving.ts'
import { account, accountAfter, transaction, transactionBlock, transactions } from './accounts.ts'
import {
  block,
  blockHeader,
  blockTransactions,
  blockTransactionsExt,
  lastBlock,
  linkedBlock,
  loadMasterchainBlock,
  lookupBlock,
  masterchainBlock,
  shards,
  stateHash,
  zeroState,
} from './blocks.ts'
import { configAll, configParam, earlierBlocks, libraries } from './config.ts'
import { blockSignatures, shardBlockProof } from './proofs.ts'
import { outMsgQueueSizes } from './queues.ts'
import { blockKey, type SessionContext } from './sessionContext.ts'

/** A LiteSession with the additional queries of the index and tools. */
export type NetworkSession = LiteSession & {
  /** Returns the newest masterchain block, as `last` does, by a query that begins now. */
  askedLast(): Promise<BlockIdExt>
  /** Returns a whole block and its file. Checks the file hash, the root hash, and that it is on the chain. */
  block(id: BlockIdExt): Promise<{ readonly root: Cell; readonly data: Buffer }>
  /**
   * Returns the file of a block whose id the caller trusts because a verified block names it. Checks only the file
   * hash, without parsing the block.
   */
  linkedBlock(id: BlockIdExt): Promise<Buffer>
  /** Returns the zero state with an id that the caller trusts. */
  zeroState(id: BlockIdExt): Promise<{ readonly root: Cell; readonly data: Buffer }>
  /**
   * Reads a masterchain block as a whole: `shards` and `blockTransactions` with this `count` (256 at most) need no
   * query of their own from then on.
   */
  loadMasterchainBlock(id: BlockIdExt, count: number): Promise<void>
  /** Returns the account's transaction with the given lt in a block, or undefined if the block has none. */
  transaction(id: BlockIdExt, address: Address, lt: bigint): Promise<Cell | undefined>
  /** Returns an account after a block of its own shard (recipe ACCOUNT, from that block on). */
  accountAfter(id: BlockIdExt, address: Address): Promise<AccountAnswer>
  /**
   * Returns the block of an account's shard that contains a logical time: the first one that ends at or after it.
   * @param claimed FoundTransaction.claimedBlock: transactions of one claim share a query
   */
  transactionBlock(address: Address, lt: bigint, claimed?: BlockIdExt): Promise<BlockIdExt>
  /** Returns the masterchain block with a seqno if it is proved already; undefined otherwise. Sends no query. */
  provedBlock(seqno: number): BlockIdExt | undefined
  /**
   * Returns the seqno of the masterchain block that is the first to commit to a shard block, if an earlier answer
   * proved that too; undefined otherwise.
   */
  knownCommitment(id: BlockIdExt): number | undefined
}

/** The number of servers that a message is sent to. */
const SENDS = 5

/** Returns a session over a context. Each method queries, verifies and caches immutable results. */
export function verifiedSession(context: SessionContext): NetworkSession {
  return {
    get servers() {
      return context.pool.servers
    },
    last: () => lastBlock(context),
    askedLast: () => lastBlock(context, true),
    masterchainInfo: () => masterchainInfo(context),
    masterchainBlock: (seqno?: number) =>
      seqno === undefined ? lastBlock(context) : masterchainBlock(context, seqno),
    lookupBlock: (place: LookupQuery) => lookupBlock(context, place),
    blockHeader: (id: BlockIdExt) => blockHeader(context, id),
    shards: (id: BlockIdExt) => shards(context, id),
    account: (id: BlockIdExt, address: Address) => account(context, id, address),
    transactions: (address: Address, lt: bigint, hash: Buffer, count: number) =>
      transactions(context, address, { lt, hash }, count),
    blockTransactions: (id: BlockIdExt, count: number, after?: TransactionCursor) =>
      blockTransactions(context, id, count, after),
    blockTransactionsExt: (id: BlockIdExt, count: number, after?: TransactionCursor) =>
      blockTransactionsExt(context, id, count, after),
    configParam: (id: BlockIdExt, param: number) => configParam(context, id, param),
    configAll: (id: BlockIdExt) => configAll(context, id),
    earlierBlocks: (id: BlockIdExt) => earlierBlocks(context, id),
    libraries: (hashes: readonly Buffer[]) => libraries(context, hashes),
    blockSignatures: (seqno: number) => blockSignatures(context, seqno),
    shardBlockProof: (place: LookupQuery, fromSeqno?: number) => shardBlockProof(context, place, fromSeqno),
    outMsgQueueSizes: () => outMsgQueueSizes(context),
    block: (id: BlockIdExt) => block(context, id),
    loadMasterchainBlock: (id: BlockIdExt, count: number) => loadMasterchainBlock(context, id, count),
    linkedBlock: (id: BlockIdExt) => linkedBlock(context, id),
    zeroState: (id: BlockIdExt) => zeroState(context, id),
    transaction: (id: BlockIdExt, address: Address, lt: bigint) => transaction(context, id, address, lt),
    accountAfter: (id: BlockIdExt, address: Address) => accountAfter(context, id, address),
    transactionBlock: (address: Address, lt: bigint, claimed?: BlockIdExt) =>
      transactionBlock(context, address, lt, claimed),
    provedBlock: (seqno: number) => context.masterchain.trust.block(seqno),
    knownCommitment: (id: BlockIdExt) => context.caches.commitments.get(blockKey(id)),
    sendMessage: (body: Buffer) =>
      context.pool.askSeveral(SENDS, {
        fn: liteApi.sendMessage,
        request: { body },
        check: (answer) => answer.status,
      }),
  }
}

/** Returns the newest block with the hash of its state, which the block's header proves. */
function masterchainInfo(context: SessionContext): Promise<MasterchainInfo> {
  const { masterchain, pool, verify } = context
  const { signal } = pool
  const since = pool.pool.clock.now()
  return pool.run(async (server) => {
    const { last, claimed } = await masterchain.head(server, { since, signal })
    if (!verify && claimed) return claimed
    const stateRootHash = await stateHash(context, last)
    if (claimed && sameBlock(last, claimed.last)) {
      await quarantineOnFault(server, async () => {
        const text = `not the hash of the state after ${last.seqno}`
        expect(stateRootHash.equals(claimed.stateRootHash), 'state', text)
      })
    }
    return { last, stateRootHash, init: claimed?.init ?? masterchain.zeroState }
  })
}
