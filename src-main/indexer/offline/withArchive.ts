import { NoServerError } from '../../liteserver/errors.ts'
import type { LiteNetwork, LiteSession, SessionOptions } from '../../liteserver/session.ts'

/** What answers without a network. */
export type Archive = {
  session(signal: AbortSignal | undefined): LiteSession
  /** The newest covered masterchain block. */
  newestSeqno(): number | undefined
}

/**
 * A network whose sessions go on with the archive when there is no liteserver to ask: at once, and for the rest of the
 * request, so that an answer is of one chain of blocks. A message is never sent that way.
 */
export function withArchive(network: LiteNetwork, archive: Archive): LiteNetwork {
  return {
    session: (options) => eitherSession(network, archive, options),
    consensusSeqno: () => network.consensusSeqno() ?? archive.newestSeqno(),
    indexHead: () => (network.consensusSeqno() === undefined ? archive.newestSeqno() : undefined),
  }
}

function eitherSession(network: LiteNetwork, archive: Archive, options: SessionOptions = {}): LiteSession {
  const live = network.session(options)
  let offline: LiteSession | undefined
  let indexHead: number | undefined

  async function either<T>(ask: (session: LiteSession) => Promise<T>): Promise<T> {
    if (offline) return ask(offline)
    try {
      return await ask(live)
    } catch (error) {
      // Where a server has answered to this request already, the archive's newest block may not go with that.
      if (!(error instanceof NoServerError) || live.servers.length > 0) throw error
      // An index of nothing has nothing to say of it either.
      const newest = archive.newestSeqno()
      if (newest === undefined) throw error
      indexHead ??= newest
      offline ??= archive.session(options.signal)
      return ask(offline)
    }
  }

  return {
    get servers() {
      return live.servers
    },
    get indexHead() {
      return indexHead
    },
    last: () => either((session) => session.last()),
    masterchainInfo: () => either((session) => session.masterchainInfo()),
    masterchainBlock: (seqno) => either((session) => session.masterchainBlock(seqno)),
    lookupBlock: (place) => either((session) => session.lookupBlock(place)),
    blockHeader: (id) => either((session) => session.blockHeader(id)),
    shards: (id) => either((session) => session.shards(id)),
    account: (id, address) => either((session) => session.account(id, address)),
    transactions: (address, lt, hash, count) =>
      either((session) => session.transactions(address, lt, hash, count)),
    blockTransactions: (id, count, after) => either((session) => session.blockTransactions(id, count, after)),
    blockTransactionsExt: (id, count, after) =>
      either((session) => session.blockTransactionsExt(id, count, after)),
    configParam: (id, param) => either((session) => session.configParam(id, param)),
    configAll: (id) => either((session) => session.configAll(id)),
    earlierBlocks: (id) => either((session) => session.earlierBlocks(id)),
    libraries: (hashes) => either((session) => session.libraries(hashes)),
    blockSignatures: (seqno) => either((session) => session.blockSignatures(seqno)),
    shardBlockProof: (place, fromSeqno) => either((session) => session.shardBlockProof(place, fromSeqno)),
    outMsgQueueSizes: () => either((session) => session.outMsgQueueSizes()),
    sendMessage: (body) => live.sendMessage(body),
  }
}
