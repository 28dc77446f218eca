import { join } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '#shared/messageOf.ts'
import { MetadataError } from '../metadata/metadataError.ts'
import { type MetadataService, openMetadata } from '../metadata/metadataService.ts'
import { GatewayError } from './gatewayError.ts'
import type { ReloadableChain } from './reloadableChain.ts'

/** Off-chain token content (TEP-64). */
export type MetadataSettings = {
  /** False: nothing is fetched. Default: true. */
  readonly enabled?: boolean
  /**
   * Servers outside of public address space that content is fetched from: `HOST:PORT`, or ranges such as `10.0.0.0/8`.
   * Default: none.
   */
  readonly allowed?: readonly string[]
  /** URLs that a CID is appended to, tried in order. Default: public gateways (DEFAULT_IPFS_GATEWAYS). */
  readonly ipfsGateways?: readonly string[]
}

/**
 * Opens the metadata service over the chain's present index. Handlers that answer with token rows request
 * `metadataUrlOf` of each row's content and read results with `loadMetadataContents`. Throws GatewayError metadata for
 * a wrong setting.
 * @param folder of the network
 * @param onStored called after content was stored: answers that contain token content are out of date
 */
export function openChainMetadata(
  chain: ReloadableChain,
  { enabled = true, allowed = [], ipfsGateways }: MetadataSettings,
  { folder, onStored, log }: { readonly folder: string; onStored(): void; readonly log: Logger },
): MetadataService {
  try {
    return openMetadata({
      enabled,
      store: () => chain.index().indexer?.store,
      isOnline: () => chain.current().network.stats().alive > 0,
      onStored,
      imageFolder: join(folder, 'images'),
      fetch: { allowed, ...(ipfsGateways && { ipfsGateways }) },
      log,
    })
  } catch (error) {
    if (error instanceof MetadataError) throw new GatewayError('metadata', messageOf(error), { cause: error })
    throw error
  }
}
