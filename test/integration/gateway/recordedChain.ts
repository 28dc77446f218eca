import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import type { GatewaySettings } from '../../../src-main/gateway/gatewaySettings.ts'
import { oncePerRun } from '../../fixtures/recordings/oncePerRun.ts'
import { detectedToHead } from '../indexer/detectedIndex.ts'
import { openTemporaryGateway } from './temporaryGateway.ts'

/** A devnet that makes blocks only on request. */
const DEVNET = { traffic: false, blockInterval: 0, seed: 'operations' }
const FACTS = 'facts.json'

/** A devnet's chain, made in this run of the tests, for any number of gateways. */
export type RecordedChain<Facts> = {
  readonly facts: Facts
  /** Puts the chain, and its index if it has one, in a data directory. */
  copyTo(dataDir: string): Promise<void>
}

export type ChainToRecord<Facts> = {
  readonly name: string
  /** The chain that it continues; without one it begins with the scenario. */
  readonly from?: RecordedChain<unknown>
  /** Whether it has an index of all blocks, whose accounts have been looked at. */
  readonly isIndexed?: boolean
  /** Returns facts that JSON can hold. */
  prepare(gateway: Gateway): Promise<Facts>
}

/** Returns the chain as `prepare` leaves it. The first call of a run makes it. */
export async function recordedChain<Facts>({
  name,
  from,
  isIndexed = false,
  prepare,
}: ChainToRecord<Facts>): Promise<RecordedChain<Facts>> {
  // The rest of a gateway's folder are ports, keys and locks, which each start makes.
  const files = ['chain', 'devnet.json', isIndexed ? 'index' : []].flat()
  const recording = await oncePerRun(name, async (folder) => {
    const dataDir = join(folder, 'data')
    await from?.copyTo(dataDir)
    const facts = await playIn(dataDir, isIndexed, prepare)
    for (const file of files) await rename(join(dataDir, 'devnet', file), join(folder, file))
    await rm(dataDir, { recursive: true })
    await writeFile(join(folder, FACTS), JSON.stringify(facts))
  })
  return {
    facts: JSON.parse(await readFile(join(recording, FACTS), 'utf8')) as Facts,
    async copyTo(dataDir) {
      for (const file of files) {
        await cp(join(recording, file), join(dataDir, 'devnet', file), { recursive: true })
      }
    },
  }
}

async function playIn<Facts>(
  dataDir: string,
  isIndexed: boolean,
  prepare: (gateway: Gateway) => Promise<Facts>,
): Promise<Facts> {
  const gateway = await startGateway({
    network: 'devnet',
    devnet: DEVNET,
    ...(!isIndexed && { index: 'off' }),
    port: 0,
    dataDir,
    log: pino({ level: 'silent' }),
  })
  try {
    const facts = await prepare(gateway)
    if (isIndexed) await detectedToHead(gateway.url)
    return facts
  } finally {
    await gateway.close()
  }
}

/** Starts a gateway that continues a copy of a recorded chain. */
export function openRecordedChain<T extends object>(
  { copyTo }: RecordedChain<unknown>,
  settings: Pick<GatewaySettings, 'cache' | 'index'>,
  describe: (gateway: Gateway) => Promise<T>,
): Promise<T & AsyncDisposable> {
  return openTemporaryGateway({ network: 'devnet', devnet: DEVNET, ...settings }, describe, copyTo)
}

/** Returns the chain of the scenario. */
export function scenarioChain(): Promise<RecordedChain<unknown>> {
  return recordedChain({ name: 'scenario', prepare: async () => ({}) })
}

/** Returns the chain of the scenario with an index of it. */
export async function indexedScenario(): Promise<RecordedChain<unknown>> {
  const from = await scenarioChain()
  return recordedChain({ name: 'indexed-scenario', from, isIndexed: true, prepare: async () => ({}) })
}
