import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import { formatGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'

export type DevnetGateway = {
  readonly url: string
  close(): Promise<void>
}

/** Opens a gateway for a served devnet by its global config. */
export async function openDevnetGateway(
  { store }: Pick<Devnet, 'store'>,
  server: AdnlServer,
): Promise<DevnetGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'devnet-gateway-'))
  const network = join(dataDir, 'served.json')
  const { zeroState } = store
  const liteservers = [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }]
  writeFileSync(network, formatGlobalConfig({ liteservers, zeroState, initBlock: zeroState, hardforks: [] }))
  const gateway = await startGateway({ network, port: 0, dataDir, log: pino({ level: 'silent' }) })
  return {
    url: gateway.url,
    async close() {
      await gateway.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
