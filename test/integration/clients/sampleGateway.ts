import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'

/** A gateway on the sample network, silent and without an index: indexing takes longer than the tests that use it. */
export async function openSampleGateway(
  settings: Pick<GatewaySettings, 'cache'> = {},
): Promise<Gateway & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-clients-'))
  const log = pino({ level: 'silent' })
  const gateway = await startGateway({ network: 'sample', index: 'off', port: 0, dataDir, log, ...settings })
  return {
    ...gateway,
    async [Symbol.asyncDispose]() {
      await gateway.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
