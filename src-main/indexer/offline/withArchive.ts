import { messageOf } from '#shared/messageOf.ts'
import { NoServerError, ProvingError } from '../../liteserver/errors.ts'
import type { LiteNetwork, LiteSession, MasterchainInfo, SessionOptions } from '../../liteserver/session.ts'

/** A source of answers without a network. */
export type Archive = {
  session(signal: AbortSignal | undefined): LiteSession
  /** Returns the seqno of the newest covered masterchain block; undefined without blocks. */
  newestSeqno(): number | undefined
  /** Returns the newest seqno that the index has seen, also in an earlier run; 0 without one, undefined if not known. */
  seenSeqno(): number | undefined
}

/**
 * Adds the archive to a network: if no liteserver is available, a session continues with the archive for the rest of
 * the request, so that all its answers belong to one chain. The head never goes back: an archive that ends before the
 * newest known block is not asked for the newest block. Messages are never sent through the archive.
 */
export function withArchive(network: LiteNetwork, archive: Archive): LiteNetwork {
  function storedHead(): number | undefined {
    const newest = archive.newestSeqno()
    const known = knownHead(network, archive)
    return newest === undefined || known === undefined ? undefined : Math.max(newest, known)
  }
  return {
    session: (options) => eitherSession(network, archive, options),
    consensusSeqno: () => network.consensusSeqno() ?? storedHead(),
    indexHead: () => (network.consensusSeqno() === undefined ? archive.newestSeqno() : undefined),
  }
}

/**
 * Returns the newest known seqno; undefined if that of an earlier run is lost and no server has named its head since.
 */
function knownHead(network: LiteNetwork, archive: Archive): number | undefined {
  const present = network.knownHead?.()
  const seen = archive.seenSeqno()
  return present === undefined ? seen : Math.max(present, seen ?? 0)
}

function eitherSession(network: LiteNetwork, archive: Archive, options: SessionOptions = {}): LiteSession {
  const live = network.session(options)
  let offline: { readonly session: LiteSession; readonly reason: NoServerError } | undefined
  let indexHead: number | undefined

  /** Switches to the archive. Throws `error` if the archive cannot answer instead. */
  function goOffline(error: unknown): LiteSession {
    // The archive's newest block can contradict a part of this request that a server has already answered.
    if (!(error instanceof NoServerError) || live.servers.length > 0) throw error
    // An index without blocks has no answers.
    const newest = archive.newestSeqno()
    if (newest === undefined) throw error
    indexHead ??= newest
    offline ??= { session: archive.session(options.signal), reason: error }
    return offline.session
  }

  async function either<T>(ask: (session: LiteSession) => Promise<T>): Promise<T> {
    if (offline) return ask(offline.session)
    try {
      return await ask(live)
    } catch (error) {
      return ask(goOffline(error))
    }
  }

  /** Requests the newest block. Rejects if that is the archive's while a newer one is known. */
  function ofHead<T>(ask: (session: LiteSession) => Promise<T>): Promise<T> {
    return either((session) => {
      if (offline?.session === session) refuseOldHead(offline.reason)
      return ask(session)
    })
  }

  function refuseOldHead(reason: NoServerError): void {
    const known = knownHead(network, archive)
    const newest = archive.newestSeqno() ?? 0
    if (known !== undefined && newest >= known) return
    // Its message tells when to try again.
    if (reason instanceof ProvingError) throw reason
    const why =
      known === undefined
        ? 'the newest block of the last run is not known, and'
        : `block ${known} is known, but`
    const text = `${messageOf(reason)}; ${why} the index ends at ${newest}`
    throw new NoServerError(text, { cause: reason })
  }

  async function masterchainInfo(): Promise<MasterchainInfo> {
    try {
      return await ofHead((session) => session.masterchainInfo())
    } catch (error) {
      const known = offline && error instanceof NoServerError ? network.knownInfo?.() : undefined
      if (!known || known.last.seqno < (network.knownHead?.() ?? 0)) throw error
      return known
    }
  }

  return {
    get servers() {
      return live.servers
    },
    get indexHead() {
      return indexHead
    },
    last: () => ofHead((session) => session.last()),
    lastReadable: () => either((session) => session.last()),
    masterchainInfo,
    masterchainBlock: (seqno) =>
      seqno === undefined
        ? ofHead((session) => session.last())
        : either((session) => session.masterchainBlock(seqno)),
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
