import type { Address } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { HashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { OLD_MC_BLOCKS } from '../../chain/state/oldMcBlocksInfo.ts'
import { NoServerError } from '../../liteserver/errors.ts'
import type { LiteSession } from '../../liteserver/session.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { CoverageError } from '../indexer.ts'
import type { EarlierIds } from './offlineConfig.ts'
import type { OfflineThread } from './offlineThread.ts'

/**
 * Creates a session that answers from covered blocks without a network. The blocks were verified when they were
 * stored; their hashes are checked again when they are read. Every method rejects with CoverageError for data outside
 * of the covered blocks, and with LiteServerError if the blocks show that the object does not exist.
 */
export function archiveSession(
  thread: OfflineThread,
  zeroState: BlockIdExt,
  signal: AbortSignal | undefined,
): LiteSession {
  const newest = () => thread.ask('newest', undefined, signal)
  const last = async () => (await newest()).id
  const never = (what: string) => async (): Promise<never> => {
    throw new CoverageError(`no liteserver is available, and the index does not keep ${what}`)
  }
  return {
    servers: [],
    last,
    async masterchainInfo() {
      const { id, stateHash } = await newest()
      return { last: id, stateRootHash: stateHash, init: zeroState }
    },
    masterchainBlock: (seqno) =>
      seqno === undefined ? last() : thread.ask('masterchainBlock', seqno, signal),
    lookupBlock: (place) => thread.ask('lookup', place, signal),
    blockHeader: (id) => thread.ask('header', id, signal),
    shards: (id) => thread.ask('shards', id, signal),
    async account(id, address) {
      const answer = await thread.ask('account', { id, address: stdAddress(address) }, signal)
      return { ...answer, account: answer.account && parseBocRoot(answer.account) }
    },
    async transactions(address, lt, hash, count) {
      const bocs = await thread.ask('transactions', { address: stdAddress(address), lt, hash, count }, signal)
      return bocs.map((boc) => ({ transaction: parseBocRoot(boc) }))
    },
    blockTransactions: (id, count, after) => thread.ask('blockTransactions', { id, count, after }, signal),
    async blockTransactionsExt(id, count, after) {
      const page = await thread.ask('blockTransactionsExt', { id, count, after }, signal)
      const transactions = page.transactions.map(({ account, boc }) => ({
        account,
        transaction: parseBocRoot(boc),
      }))
      return { incomplete: page.incomplete, transactions }
    },
    async configParam(id, param) {
      const boc = await thread.ask('configParam', { id, param }, signal)
      return boc && parseBocRoot(boc)
    },
    configAll: async (id) => parseBocRoot(await thread.ask('configAll', id, signal)),
    earlierBlocks: async (id) => earlierBlocksOf(await thread.ask('earlierBlocks', id, signal)),
    libraries: never('public libraries'),
    blockSignatures: never("validators' signatures"),
    shardBlockProof: never('proofs of shard blocks'),
    outMsgQueueSizes: never('message queues'),
    async sendMessage() {
      throw new NoServerError()
    },
  }
}

function earlierBlocksOf({ blocks, afterKeyBlock, lastKeyBlock }: EarlierIds) {
  const entries = blocks.map((blkRef) => ({
    key: keyOfUint(blkRef.seqno, 32),
    value: { key: blkRef.seqno === lastKeyBlock.seqno, blkRef },
  }))
  return { prevBlocks: HashmapAugE.from(OLD_MC_BLOCKS, entries), afterKeyBlock, lastKeyBlock }
}

/** Converts an address to the store's form: workchain as int8, then the account. */
function stdAddress({ workChain, hash }: Address): StdAddress {
  const address = Buffer.alloc(33)
  address.writeInt8(workChain)
  hash.copy(address, 1)
  return address
}
