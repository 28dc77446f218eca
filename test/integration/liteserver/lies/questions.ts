import { Address } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { loadTransaction } from '../../../../src-main/chain/block/transaction.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'
import { parseCell } from '../../../../src-main/chain/tlb.ts'
import type { NetworkSession } from '../../../../src-main/liteserver/network/verifiedSession.ts'
import type { FoundTransaction, ShardBlockProofAnswer } from '../../../../src-main/liteserver/session.ts'

/** Facts of an archive that the questions are about. */
export type Subject = {
  readonly head: BlockIdExt
  readonly zeroState: BlockIdExt
  /** A masterchain block well before the head, and its shard blocks. */
  readonly old: BlockIdExt
  readonly oldShards: readonly BlockIdExt[]
  /** A basechain block with many transactions. */
  readonly busy: BlockIdExt
  readonly accounts: readonly Address[]
  readonly missingAccount: Address
  readonly libraries: readonly Buffer[]
}

export type Question = (session: NetworkSession, subject: Subject) => Promise<unknown>

const ELECTOR = Address.parseRaw(`-1:${'3'.repeat(64)}`)

/**
 * What an answer's proofs prove, instead of the proofs: they are verified, and one without a leaf beside the way proves
 * the same.
 */
function provedBy({ links, mcProof, ...answer }: ShardBlockProofAnswer): unknown {
  return {
    ...answer,
    links: links.map(({ id, proof }) => ({ id, proof: provedRoot(proof) })),
    mcProof: mcProof.map(({ destProof, proof, stateProof, ...link }) => ({
      ...link,
      proofs: [destProof, proof, stateProof].map(provedRoot),
    })),
  }
}

function provedRoot(proof: Buffer): string {
  return proof.length === 0 ? '' : openMerkleProof(parseBocRoot(proof)).hash(0).toString('hex')
}

async function electorHistory(
  session: NetworkSession,
  { head }: Subject,
): Promise<readonly FoundTransaction[]> {
  const { lastTransLt, lastTransHash } = await session.account(head, ELECTOR)
  return session.transactions(ELECTOR, lastTransLt, lastTransHash, 10)
}

/** Everything that a session answers, by name. */
export const QUESTIONS: Readonly<Record<string, Question>> = {
  last: (session) => session.last(),
  masterchainInfo: (session) => session.masterchainInfo(),
  masterchainBlock: (session, { old }) => session.masterchainBlock(old.seqno),
  'lookupBlock by seqno': (session, { busy: { workchain, shard, seqno } }) =>
    session.lookupBlock({ workchain, shard, by: { seqno } }),
  'lookupBlock by lt': (session, { busy }) =>
    session.lookupBlock({ workchain: 0, shard: busy.shard, by: { lt: 100_000_000n } }),
  'lookupBlock by utime': async (session, { old }) => {
    const { genUtime } = await session.blockHeader(old)
    return session.lookupBlock({ workchain: -1, shard: FULL_SHARD, by: { utime: genUtime - 20 } })
  },
  'blockHeader of a masterchain block': (session, { old }) => session.blockHeader(old),
  'blockHeader of a shard block': (session, { busy }) => session.blockHeader(busy),
  shards: (session, { old }) => session.shards(old),
  'account of a wallet': async (session, { accounts, head }) => session.account(head, accounts[0] as Address),
  'account in the past': async (session, { accounts, old }) => session.account(old, accounts[1] as Address),
  'account in the masterchain': async (session, { head }) => session.account(head, ELECTOR),
  'account that does not exist': async (session, { head, missingAccount }) =>
    session.account(head, missingAccount),
  transactions: async (session, subject) =>
    // Without the blocks that a server claims: nothing proves them.
    (await electorHistory(session, subject)).map(({ transaction }) => transaction),
  transactionBlock: async (session, { head }) => {
    const { lastTransLt } = await session.account(head, ELECTOR)
    return session.transactionBlock(ELECTOR, lastTransLt)
  },
  transaction: async (session, { old }) => {
    const { transactions } = await session.blockTransactions(old, 3)
    const place = transactions.at(-1)
    return place && session.transaction(old, new Address(-1, place.account), place.lt)
  },
  'transaction that does not exist': async (session, { old }) => session.transaction(old, ELECTOR, 1n),
  blockTransactions: (session, { busy }) => session.blockTransactions(busy, 20),
  'blockTransactions, all': (session, { busy }) => session.blockTransactions(busy, 256),
  'blockTransactions, next page': async (session, { busy }) => {
    const { transactions } = await session.blockTransactions(busy, 5)
    return session.blockTransactions(busy, 10, transactions.at(-1))
  },
  blockTransactionsExt: (session, { old }) => session.blockTransactionsExt(old, 20),
  configParam: (session, { old }) => session.configParam(old, 34),
  'configParam that is not set': (session, { head }) => session.configParam(head, 99),
  configAll: (session, { head }) => session.configAll(head),
  libraries: (session, { libraries }) => session.libraries(libraries),
  blockSignatures: (session, { old }) => session.blockSignatures(old.seqno),
  shardBlockProof: async (session, { busy: { workchain, shard, seqno }, head }) =>
    provedBy(await session.shardBlockProof({ workchain, shard, by: { seqno } }, head.seqno)),
  // The limit beside the sizes is a setting of the server, not a fact of the chain.
  outMsgQueueSizes: async (session) => (await session.outMsgQueueSizes()).sizes,
  block: (session, { busy }) => session.block(busy),
  zeroState: (session, { zeroState }) => session.zeroState(zeroState),
  'blocks of transactions': async (session, subject) => {
    const found = await electorHistory(session, subject)
    const blockOf = ({ transaction, claimedBlock }: FoundTransaction) => {
      const { lt } = parseCell(transaction, 'Transaction', loadTransaction)
      return session.transactionBlock(ELECTOR, lt, claimedBlock)
    }
    return Promise.all(found.map(blockOf))
  },
}
