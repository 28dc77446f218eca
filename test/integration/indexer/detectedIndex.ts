import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pino from 'pino'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { indexedToHead, indexUntil } from './indexGateway.ts'

export type DetectedIndex = AsyncDisposable & {
  readonly url: string
  /** The database. */
  readonly file: string
}

/** Waits until every block is indexed and every account looked at. */
export async function detectedToHead(url: string): Promise<number> {
  const head = await indexedToHead(url)
  await indexUntil(url, ({ detection: { pending, waiting } }) => pending === 0 && waiting === 0)
  return head
}

/** Starts a gateway on a folder of its own, and waits until all of its chain is indexed and looked at. */
export async function openDetectedIndex(
  settings: Omit<GatewaySettings, 'port' | 'dataDir' | 'log'>,
): Promise<DetectedIndex> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-detected-'))
  let gateway: Gateway | undefined
  async function close(): Promise<void> {
    await gateway?.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    gateway = await startGateway({ ...settings, port: 0, dataDir, log: pino({ level: 'silent' }) })
    await detectedToHead(gateway.url)
    const name = basename(databaseFile(dataDir))
    const files = await readdir(dataDir, { recursive: true })
    const file = files.find((path) => basename(path) === name)
    if (file === undefined) throw new Error('the gateway has no index')
    return { url: gateway.url, file: join(dataDir, file), [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}
