import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { type IndexNetwork, isUnreachable } from '../fetch/retryingClient.ts'
import type { DetectHost } from './detectThread.ts'

/** Time limit of the network for an answer to the detection service, ms. */
const ANSWER_MS = 10_000

/**
 * Creates the host that answers the detection service from verified answers of the network.
 * @param onUnreadable called for each file of the archive that cannot be read
 */
export function createNetworkHost(network: IndexNetwork, onUnreadable: (id: BlockIdExt) => void): DetectHost {
  async function askNetwork<T>(question: (session: NetworkSession) => Promise<T>): Promise<T | undefined> {
    if (isUnreachable(network)) return undefined
    try {
      return await question(network.session({ signal: AbortSignal.timeout(ANSWER_MS) }))
    } catch {
      // The account waits and is inspected again.
      return undefined
    }
  }
  return {
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
