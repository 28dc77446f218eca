import { readBlockHead } from '../../chain/archive/blockHead.ts'
import { readShardTops } from '../../chain/archive/masterchainHead.ts'
import { type BlockTransaction, blockTransactions } from '../../chain/block/blockTransactions.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { checkHeader } from '../../chain/proof/headerProof.ts'
import { MAX_BLOCK_TRANSACTIONS } from '../../liteserver/verify/blockTransactions.ts'
import { headerInfo } from '../../liteserver/verify/header.ts'
import { openReader } from '../../store/openDatabase.ts'
import { openOfflineAccounts } from './offlineAccounts.ts'
import { openOfflineBlocks } from './offlineBlocks.ts'
import { openOfflineConfig } from './offlineConfig.ts'
import type { OfflineMethods, OfflineOptions, PageRequest } from './offlineMessages.ts'

/** Answers from covered blocks as a liteserver does, in the calling thread. */
export type OfflineChain = { readonly methods: OfflineMethods; close(): void }

/**
 * Opens the index and its archive. Throws StoreError if there is no index.
 * @param onUnreadable see openOfflineBlocks
 */
export function openOfflineChain(
  { file, archiveDir, zeroState }: OfflineOptions,
  onUnreadable: (id: BlockIdExt) => void,
): OfflineChain {
  const connection = openReader(file)
  const blocks = openOfflineBlocks(connection, archiveDir, onUnreadable)
  const accounts = openOfflineAccounts(connection, blocks)
  const config = openOfflineConfig(blocks, zeroState)

  function page({ id, count, after }: PageRequest): {
    incomplete: boolean
    transactions: BlockTransaction[]
  } {
    const limit = Math.min(count, MAX_BLOCK_TRANSACTIONS)
    const transactions: BlockTransaction[] = []
    if (limit <= 0) return { incomplete: true, transactions }
    for (const transaction of blockTransactions(blocks.root(blocks.require(id)), { after })) {
      transactions.push(transaction)
      // Like a liteserver, it does not check whether more follow a full page.
      if (transactions.length === limit) return { incomplete: true, transactions }
    }
    return { incomplete: false, transactions }
  }

  return {
    methods: {
      newest() {
        const block = blocks.newest()
        return { id: block.id, stateHash: readBlockHead(blocks.data(block)).stateHash }
      },
      masterchainBlock: (seqno) => blocks.masterchain(seqno).id,
      lookup: (place) => blocks.lookup(place).id,
      header(id) {
        const info = headerInfo(checkHeader(blocks.root(blocks.require(id)), id))
        // Evaluated now: it is a getter over cells, which cannot be sent to another thread.
        return { ...info, prevBlocks: [...info.prevBlocks] }
      },
      shards: (id) => readShardTops(blocks.data(blocks.require(id))),
      account({ id, address }) {
        const answer = accounts.state(id, address)
        return { ...answer, account: answer.account && serializeBoc(answer.account) }
      },
      transactions: ({ address, lt, hash, count }) =>
        accounts.transactions(address, lt, hash, count).map((cell) => serializeBoc(cell)),
      blockTransactions(request) {
        const { incomplete, transactions } = page(request)
        return {
          incomplete,
          transactions: transactions.map(({ account, lt, cell }) => ({ account, lt, hash: cell.hash() })),
        }
      },
      blockTransactionsExt(request) {
        const { incomplete, transactions } = page(request)
        return {
          incomplete,
          transactions: transactions.map(({ account, cell }) => ({ account, boc: serializeBoc(cell) })),
        }
      },
      configParam({ id, param }) {
        const cell = config.param(id, param)
        return cell && serializeBoc(cell)
      },
      configAll: (id) => serializeBoc(config.all(id)),
      earlierBlocks: (id) => config.earlier(id),
    },
    close() {
      blocks.close()
      connection.close()
    },
  }
}
