import { mkdirSync, rmSync } from 'node:fs'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { Devnet } from '../chain/devnet.ts'
import { chapters } from '../scenario/chapters.ts'
import { headOf } from './chainReads.ts'
import { type DevnetClock, steppedClock, wallClock } from './clock.ts'
import { refusing } from './directoryRefusal.ts'
import { SCENARIO_SECONDS } from './firstMemory.ts'
import { type DevnetMemory, readMemory } from './memory.ts'
import { DevnetRefusal } from './runningDevnet.ts'
import { applyShards } from './shards.ts'
import { chainDir } from './snapshots.ts'
import { createStage, play } from './stage.ts'

/** A chain and the clock by which its blocks are made. */
export type LiveChain = {
  readonly devnet: Devnet
  readonly clock: DevnetClock
}

/** Opens the chain that a directory holds. */
export async function openChain(dir: string, memory: DevnetMemory): Promise<LiveChain> {
  const clock = clockOf(memory, () => headOf(devnet, memory.genesisTime).utime)
  const devnet: Devnet = await createDevnet(dir, memory, () => clock.now())
  await applyShards(devnet, memory.shards)
  return { devnet, clock }
}

/** Opens the chain of a directory that is no devnet's yet, to see that it can be. Rejects with DevnetRefusal. */
export async function tryChain(dir: string): Promise<void> {
  const memory = readMemory(dir)
  if (!memory?.begun) throw new DevnetRefusal('conflict', 'the snapshot holds no chain')
  const { devnet } = await openChain(dir, memory)
  await devnet.close()
}

/** Begins a chain where whatever was there is of no use, and plays the scenario on it if it has one. */
export async function beginChain(
  dir: string,
  memory: DevnetMemory,
): Promise<LiveChain & { readonly accounts: readonly ScenarioAccount[] }> {
  rmSync(chainDir(dir), { recursive: true, force: true })
  const { genesisTime, seed } = memory
  const time = { now: genesisTime }
  let clock: DevnetClock | undefined
  const devnet = await createDevnet(dir, memory, () => clock?.now() ?? time.now)
  try {
    const end = genesisTime + SCENARIO_SECONDS
    const stage = createStage({ devnet, seed, time, end })
    // In the very first step there is no block of the basechain yet.
    await stage.settle()
    if (memory.scenario) await play(stage, chapters, { end })
    clock = clockOf(memory, () => headOf(devnet, genesisTime).utime)
    if (memory.scenario && memory.clock === 'stepped') clock.moveTo(end)
    await applyShards(devnet, memory.shards)
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
  clock: () => number,
): Promise<Devnet> {
  mkdirSync(chainDir(dir), { recursive: true })
  return refusing(() => Devnet.create({ seed, genesisTime, dir: chainDir(dir), clock }))
}

function clockOf({ clock, clockOffset }: DevnetMemory, headTime: () => number): DevnetClock {
  return clock === 'wall' ? wallClock(clockOffset) : steppedClock(headTime)
}
