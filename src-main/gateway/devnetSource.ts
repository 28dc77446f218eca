import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { messageOf } from '#shared/messageOf.ts'
import { DevnetError } from '../devnet/runtime/devnetErrors.ts'
import type { DevnetSettings } from '../devnet/runtime/runningDevnet.ts'
import { REPLACED_FILE } from '../devnet/runtime/snapshots.ts'
import { startDevnet } from '../devnet/runtime/startDevnet.ts'
import { singleServerConfig } from '../liteserver/globalConfig.ts'
import { archiveFolder } from '../store/archive/segments.ts'
import { readIndexedHead } from '../store/indexedHead.ts'
import { makeDataFolder } from './dataFolder.ts'
import { GatewayError } from './gatewayError.ts'
import type { LiteserverEndpoint } from './liteserverEndpoint.ts'
import type { NetworkSource } from './networkSource.ts'

/** Settings of a devnet's start except for its folder; see DevnetSettings. */
export type DevnetStart = Omit<DevnetSettings, 'dir' | 'port' | 'archiveDir' | 'indexed'>

export type DevnetSourceOptions = {
  readonly start: DevnetStart
  readonly endpoint: LiteserverEndpoint
  /** Folder of the devnet's index. */
  readonly indexDir: string
  /** Prints a line for the user. */
  notify(line: string): void
  readonly log: Logger
}

/** Starts the devnet of a folder. Throws GatewayError. */
export async function startDevnetSource(
  folder: string,
  { start, endpoint, indexDir, notify, log }: DevnetSourceOptions,
): Promise<NetworkSource> {
  await makeDataFolder(folder)
  const onTrouble = (error: Error) => log.error({ err: error }, 'devnet')
  const settings = {
    ...start,
    dir: folder,
    archiveDir: archiveFolder(indexDir),
    indexed: readIndexedHead(indexDir),
    onTrouble,
    onNotice: notify,
  }
  const devnet = await endpoint
    .listen(
      (port) => startDevnet({ ...settings, port }),
      (running) => running.endpoint().port,
    )
    .catch((error: unknown) => {
      if (error instanceof GatewayError) throw error
      const reason = messageOf(error)
      const text = error instanceof DevnetError ? reason : `the devnet cannot start: ${reason}`
      throw new GatewayError('devnet', text, { cause: error })
    })
  void devnet.stopped.then((error) => {
    if (error) log.error({ err: error }, 'devnet stopped')
  })
  return {
    config: () => singleServerConfig(devnet.endpoint()),
    embedded: true,
    fault: () => undefined,
    devnet,
    indexOpened: () => rmSync(join(folder, REPLACED_FILE), { force: true }),
    close: () => devnet.close(),
  }
}
