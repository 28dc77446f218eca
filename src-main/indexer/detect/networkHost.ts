import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import type { NewestBlock } from './detectConfig.ts'
import type { DetectHost } from './detectThread.ts'

/** Time limit of the network for an answer to the detection service, ms. */
const ANSWER_MS = 10_000

/** Number of blocks that an index can be behind while it follows; contracts then run as of its newest block. */
const CLOSE = 32

/** The parts of the index that the host needs. */
export type NetworkHostOptions = {
  /** Called for each file of the archive that cannot be read. */
  onUnreadable(id: BlockIdExt): void
  /** Returns whether the index follows the network. */
  isFollowing(): boolean
}

/** Creates the host that answers the detection service from verified answers of the network. */
export function createNetworkHost(
  network: IndexNetwork,
  { onUnreadable, isFollowing }: NetworkHostOptions,
): DetectHost {
  async function askNetwork<T>(question: (session: NetworkSession) => Promise<T>): Promise<T | undefined> {
    if (isUnreachable(network)) return undefined
    try {
      return await question(network.session({ signal: AbortSignal.timeout(ANSWER_MS) }))
    } catch {
      // The account waits and is inspected again.
      return undefined
    }
  }
  async function newestOf(session: NetworkSession): Promise<NewestBlock> {
    const last = await session.last()
    const { genUtime: utime, isKeyBlock, prevKeyBlockSeqno } = await session.blockHeader(last)
    return { seqno: last.seqno, utime, keySeqno: isKeyBlock ? last.seqno : prevKeyBlockSeqno }
  }

  return {
    async newest(indexed) {
      const best = network.bestSeqno() ?? Infinity
      const isNear = best <= indexed || (isFollowing() && best - indexed <= CLOSE)
      return isNear || isUnreachable(network) ? 'index' : askNetwork(newestOf)
    },
    config: () => askNetwork(async (session) => serializeBoc(await session.configAll(await session.last()))),
    async unreadable(id) {
      onUnreadable(id)
      return undefined
    },
    libraries: (hashes) =>
      askNetwork(async (session) => {
        const found = await session.libraries(hashes.map((hash) => Buffer.from(hash, 'hex')))
        return found.map(({ hash, data }) => ({ hash: hash.toString('hex'), boc: data }))
      }),
  }
}
