import { mkdirSync, rmSync } from 'node:fs'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { Devnet } from '../chain/devnet.ts'
import type { DevnetStoreOptions } from '../chain/devnetStore.ts'
import { chapters } from '../scenario/chapters.ts'
import { headOf } from './chainReads.ts'
import { type DevnetClock, steppedClock, wallClock } from './clock.ts'
import { DevnetDamagedError, refusing } from './directoryRefusal.ts'
import { SCENARIO_SECONDS } from './firstMemory.ts'
import { orderKeyBlock } from './keyBlock.ts'
import { type DevnetMemory, readMemory } from './memory.ts'
import { DevnetRefusal } from './runningDevnet.ts'
import { chainDir } from './snapshots.ts'
import { createStage, play } from './stage.ts'

/** A chain and the clock by which its blocks are made. */
export type LiveChain = {
  readonly devnet: Devnet
  readonly clock: DevnetClock
}

/** Of what failed and isn't lost: states that could not be saved. */
export type OnTrouble = (error: unknown) => void

/** How the files of a chain are opened. */
export type OpenMode = Pick<DevnetStoreOptions, 'readOnly' | 'checkAll'>

/** Opens the chain that a directory holds. */
export async function openChain(
  dir: string,
  memory: DevnetMemory,
  onTrouble: OnTrouble,
  mode: OpenMode = {},
): Promise<LiveChain> {
  const clock = clockOf(memory, () => headOf(devnet, memory.genesisTime).utime)
  const devnet: Devnet = await createDevnet(dir, memory, { clock: () => clock.now(), onTrouble, ...mode })
  devnet.setShards(memory.shards)
  return { devnet, clock }
}

/**
 * Checks that the chain in a snapshot's copy can be opened and is complete. Rejects with DevnetRefusal.
 * @param seqno the newest masterchain block: a blocks file that is cut off opens as a shorter chain
 */
export async function tryChain(dir: string, seqno: number, onTrouble: OnTrouble): Promise<void> {
  const { devnet } = await openCopy(dir, onTrouble).catch((error: unknown) => {
    if (!(error instanceof DevnetDamagedError)) throw error
    throw new DevnetRefusal('conflict', `the snapshot is damaged: ${error.message}`, { cause: error })
  })
  const found = devnet.store.head().seqno
  await devnet.close()
  if (found !== seqno) {
    throw new DevnetRefusal('conflict', `the snapshot is damaged: it ends with block ${found}, not ${seqno}`)
  }
}

async function openCopy(dir: string, onTrouble: OnTrouble): Promise<LiveChain> {
  const memory = readMemory(dir)
  if (!memory?.begun) throw new DevnetRefusal('conflict', 'the snapshot holds no chain')
  return openChain(dir, memory, onTrouble, { checkAll: true })
}

/** Begins a chain where whatever was there is of no use, and plays the scenario on it if it has one. */
export async function beginChain(
  dir: string,
  memory: DevnetMemory,
  onTrouble: OnTrouble,
): Promise<LiveChain & { readonly accounts: readonly ScenarioAccount[] }> {
  rmSync(chainDir(dir), { recursive: true, force: true })
  const { genesisTime, seed } = memory
  const time = { now: genesisTime }
  let clock: DevnetClock | undefined
  const devnet = await createDevnet(dir, memory, { clock: () => clock?.now() ?? time.now, onTrouble })
  try {
    const end = genesisTime + SCENARIO_SECONDS
    const stage = createStage({ devnet, seed, time, end })
    // Block 1 is a key block, so that the global config can name one that each restore and reset keeps.
    await orderKeyBlock(devnet, stage.now)
    // In the very first step there is no block of the basechain yet.
    await stage.settle()
    // The next block is a key block too: its configuration is that of the zero state again.
    await orderKeyBlock(devnet, stage.now)
    if (memory.scenario) await play(stage, chapters, { end })
    clock = clockOf(memory, () => headOf(devnet, genesisTime).utime)
    const present = memory.scenario ? end : genesisTime
    if (clock.now() < present) clock.moveTo(present)
    devnet.setShards(memory.shards)
    await devnet.step()
    return { devnet, clock, accounts: stage.introduced }
  } catch (error) {
    await devnet.close()
    throw error
  }
}

function createDevnet(
  dir: string,
  { seed, genesisTime }: DevnetMemory,
  { clock, ...store }: OpenMode & { readonly clock: () => number; readonly onTrouble: OnTrouble },
): Promise<Devnet> {
  mkdirSync(chainDir(dir), { recursive: true })
  const options = { seed, genesisTime, dir: chainDir(dir), clock, store }
  return refusing(() => Devnet.create(options))
}

function clockOf({ clock, clockOffset }: DevnetMemory, headTime: () => number): DevnetClock {
  return clock === 'wall' ? wallClock(clockOffset) : steppedClock(headTime)
}
