import { readFile } from 'node:fs/promises'
import type { Address } from '@ton/core'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { type LiteserverAddress, parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'

export type DevnetGateway = AsyncDisposable & {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** What SDKs call the endpoint. */
  readonly jsonRpc: string
  /** The devnet's own, for clients that speak ADNL. */
  readonly liteserver: LiteserverAddress
  /** Sends coins from the faucet and resolves when each account has them. Nanoton. */
  fund(addresses: readonly Address[], amount: bigint): Promise<void>
  /** Proofs that the gateway accepted and refused so far. */
  verification(): { readonly accepted: number; readonly refused: number }
}

/** A devnet without scenario, alive, and a gateway to it as a user starts one. */
export function openDevnetGateway(): Promise<DevnetGateway> {
  const devnet = { scenario: false, traffic: false, blockInterval: 1 }
  return openTemporaryGateway({ network: 'devnet', devnet }, async (gateway) => {
    const config = parseGlobalConfig(await readFile(gateway.globalConfigFile ?? '', 'utf8'))
    return {
      url: gateway.url,
      jsonRpc: `${gateway.url}/api/v2/jsonRPC`,
      liteserver: config.liteservers[0] as LiteserverAddress,
      async fund(addresses: readonly Address[], amount: bigint) {
        await Promise.all(addresses.map((address) => give(gateway.url, address, amount)))
      },
      verification: () => gateway.status().verification,
    }
  })
}

async function give(url: string, address: Address, amount: bigint): Promise<void> {
  const response = await fetch(`${url}${DEVNET_PREFIX}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: address.toRawString(), amount: amount.toString() }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`the faucet answers ${response.status}: ${await response.text()}`)
}
