import { LiteServerError } from '../../liteserver/errors.ts'
import { serveThread } from '../../platform/rpc/serveThread.ts'
import { storeErrorOf } from '../../store/sqlite/sqliteErrors.ts'
import { CoverageError } from '../indexer.ts'
import { type OfflineChain, openOfflineChain } from './offlineChain.ts'
import type { OfflineCall, OfflineContract, OfflineMethods } from './offlineMessages.ts'

/** Entry of the thread that answers from the archive: see startOfflineThread. */
serveThread<OfflineContract>(({ options, notify }) => {
  let chain: OfflineChain | undefined

  /** Returns a method of the chain. The first call opens the chain, and a later one if that failed. */
  function method<Call extends OfflineCall>(call: Call): OfflineMethods[Call] {
    const run = (params: never) => {
      try {
        chain ??= openOfflineChain(options, (id) => notify('unreadable', id))
        return chain.methods[call](params)
      } catch (error) {
        if (error instanceof CoverageError || error instanceof LiteServerError) throw error
        throw storeErrorOf(error, options.file)
      }
    }
    return run as OfflineMethods[Call]
  }

  return {
    ready: undefined,
    methods: {
      newest: method('newest'),
      masterchainBlock: method('masterchainBlock'),
      lookup: method('lookup'),
      header: method('header'),
      shards: method('shards'),
      account: method('account'),
      transactions: method('transactions'),
      blockTransactions: method('blockTransactions'),
      blockTransactionsExt: method('blockTransactionsExt'),
      configParam: method('configParam'),
      configAll: method('configAll'),
      earlierBlocks: method('earlierBlocks'),
    },
    close: () => chain?.close(),
  }
})
