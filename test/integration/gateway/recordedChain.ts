import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { oncePerRun } from '../../fixtures/recordings/oncePerRun.ts'

const FACTS = 'facts.json'
/** The chain, and its settings; a start adds ports, locks and an index. */
const FILES = ['chain', 'devnet.json']

/** A devnet's chain, made in this run of the tests, for any number of gateways. */
export type RecordedChain<Facts> = {
  readonly facts: Facts
  /** Puts the chain in a data directory, in which a gateway of the same settings then continues it. */
  copyTo(dataDir: string): Promise<void>
}

/**
 * Returns the chain of a devnet that makes blocks only on request, as `prepare` leaves it. The first call of a run makes
 * it.
 * @param prepare returns facts that JSON can hold
 */
export async function recordedChain<Facts>(
  seed: string,
  prepare: (gateway: Gateway) => Promise<Facts>,
): Promise<RecordedChain<Facts>> {
  const recording = await oncePerRun(`chain-${seed}`, async (folder) => {
    const dataDir = join(folder, 'data')
    const log = pino({ level: 'silent' })
    const settings = {
      network: 'devnet',
      devnet: onRequest(seed),
      index: 'off',
      port: 0,
      dataDir,
      log,
    } as const
    const gateway = await startGateway(settings)
    let facts: Facts
    try {
      facts = await prepare(gateway)
    } finally {
      await gateway.close()
    }
    for (const file of FILES) await rename(join(dataDir, 'devnet', file), join(folder, file))
    await rm(dataDir, { recursive: true })
    await rm(join(folder, 'chain/lock'))
    await writeFile(join(folder, FACTS), JSON.stringify(facts))
  })
  return {
    facts: JSON.parse(await readFile(join(recording, FACTS), 'utf8')) as Facts,
    async copyTo(dataDir) {
      for (const file of FILES) {
        await cp(join(recording, file), join(dataDir, 'devnet', file), { recursive: true })
      }
    },
  }
}

/** Returns the settings of a devnet that makes blocks only on request. */
export function onRequest(seed: string) {
  return { traffic: false, blockInterval: 0, seed }
}
