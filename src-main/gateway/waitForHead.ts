import { messageOf } from '#shared/messageOf.ts'
import type { ChainRuntime } from './chainRuntime.ts'
import { GatewayError } from './gatewayError.ts'
import type { NetworkSource } from './networkSource.ts'

/**
 * Reads the first head. Rejects with GatewayError if an embedded network does not answer. A public network can be
 * unreachable for now: then calls `notify`, and the gateway starts without a head.
 */
export async function waitForHead(
  { head, network }: ChainRuntime,
  source: NetworkSource,
  notify: (line: string) => void,
): Promise<void> {
  try {
    await head.refresh()
  } catch (error) {
    const { servers, alive } = network.stats()
    if (source.embedded) {
      const reason = source.fault()?.message ?? servers[0]?.lastError ?? messageOf(error)
      throw new GatewayError('no-answer', `the embedded network does not answer: ${reason}`, { cause: error })
    }
    if (alive > 0) return
    notify(`No liteserver answers yet (${servers.length} tried); answers come from the index until one does.`)
  }
}
