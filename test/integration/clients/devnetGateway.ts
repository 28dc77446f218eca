import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@ton/core'
import pino from 'pino'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import { type LiteserverAddress, parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'

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
export async function openDevnetGateway(): Promise<DevnetGateway> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-devnet-clients-'))
  const removeData = () => rm(dataDir, { recursive: true, force: true })
  try {
    const gateway = await startGateway({
      network: 'devnet',
      devnet: { scenario: false, traffic: false, blockInterval: 1 },
      port: 0,
      dataDir,
      log: pino({ level: 'silent' }),
    })
    const close = async () => {
      await gateway.close()
      await removeData()
    }
    try {
      const config = parseGlobalConfig(await readFile(gateway.globalConfigFile ?? '', 'utf8'))
      return {
        url: gateway.url,
        jsonRpc: `${gateway.url}/api/v2/jsonRPC`,
        liteserver: config.liteservers[0] as LiteserverAddress,
        async fund(addresses, amount) {
          await Promise.all(addresses.map((address) => give(gateway.url, address, amount)))
        },
        verification: () => gateway.status().verification,
        [Symbol.asyncDispose]: close,
      }
    } catch (error) {
      await close()
      throw error
    }
  } catch (error) {
    await removeData()
    throw error
  }
}

async function give(url: string, address: Address, amount: bigint): Promise<void> {
  const response = await fetch(`${url}${DEVNET_PREFIX}/faucet`, {
    method: 'POST',
    body: JSON.stringify({ address: address.toRawString(), amount: amount.toString() }),
    signal: AbortSignal.timeout(30_000),
  })
  if (!response.ok) throw new Error(`the faucet answers ${response.status}: ${await response.text()}`)
}
