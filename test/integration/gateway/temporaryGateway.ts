import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'

/**
 * Starts a gateway on its own folder, with the files of `fill` if there are any, and returns the result of `describe`.
 * Disposing of that closes the gateway and removes the folder.
 */
export async function openTemporaryGateway<T extends object>(
  settings: Omit<GatewaySettings, 'port' | 'dataDir' | 'log'>,
  describe: (gateway: Gateway) => Promise<T>,
  fill?: (dataDir: string) => Promise<void>,
): Promise<T & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-gateway-'))
  let gateway: Gateway | undefined
  const close = async () => {
    await gateway?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await fill?.(dataDir)
    gateway = await startGateway({ ...settings, port: 0, dataDir, log: pino({ level: 'silent' }) })
    return { ...(await describe(gateway)), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}
