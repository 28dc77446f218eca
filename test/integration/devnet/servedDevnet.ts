import type { Address } from '@ton/core'
import type { TokenDataJson } from '#shared/schema/v2/contracts.ts'
import { createV2Api, type V2Api } from '../../../src-main/api/v2/api.ts'
import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'

/** A devnet as clients see it: through its liteserver, with every proof checked, and /api/v2. */
export type ServedDevnet = {
  readonly api: V2Api
  readonly network: OpenLiteNetwork
  /** Rejects with ApiError 409 for other contracts. */
  tokenData(address: Address): Promise<TokenDataJson>
  /** Closes the server and the API, not the devnet. */
  close(): Promise<void>
}

/**
 * Serves a devnet and opens the v2 API on it.
 * @param now unix seconds of the devnet's clock
 */
export async function serveToV2(devnet: Devnet, now: () => number): Promise<ServedDevnet> {
  const server = await serveDevnet(devnet, { clock: now })
  const network = await openLiteNetwork({
    config: {
      liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
      zeroState: devnet.store.zeroState,
    },
  })
  const tvm = createTvmPool({ threads: 1 })
  const api = createV2Api({ network, tvm, clock: () => now() * 1000 })
  return {
    api,
    network,
    tokenData: ({ workChain, hash }) =>
      api.call('getTokenData', { address: { workchain: workChain, hash }, seqno: undefined }).result,
    async close() {
      network.close()
      await tvm.close()
      await server.close()
    },
  }
}
