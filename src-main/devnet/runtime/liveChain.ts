import { mkdirSync, rmSync } from 'node:fs'
import { messageOf } from '#shared/messageOf.ts'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { Devnet } from '../chain/devnet.ts'
import type { DevnetStoreOptions } from '../chain/devnetStore.ts'
import { scenarioSteps } from '../scenario/scenarioSteps.ts'
import { headOf } from './chainReads.ts'
import { type DevnetClock, type MachineClock, steppedClock, wallClock } from './clock.ts'
import { DevnetDamagedError, DevnetError, withDirectoryErrors } from './devnetErrors.ts'
import { type DevnetState, readState } from './devnetState.ts'
import { SCENARIO_SECONDS } from './initialState.ts'
import { requestKeyBlock } from './keyBlock.ts'
import { createScenarioContext, runScenario } from './runScenario.ts'
import { chainDir } from './snapshots.ts'

/** A chain and the clock by which its blocks are made. */
export type LiveChain = {
  readonly devnet: Devnet
  readonly clock: DevnetClock
}

/** Called with failures that lose no data: states that could not be saved. */
export type OnTrouble = (error: unknown) => void

/** How the files of a chain are opened. */
export type OpenMode = Pick<DevnetStoreOptions, 'readOnly' | 'checkAll'> & {
  readonly machine?: MachineClock | undefined
}

/** Opens the chain that a directory holds. */
export async function openChain(
  dir: string,
  state: DevnetState,
  onTrouble: OnTrouble,
  { machine, ...mode }: OpenMode = {},
): Promise<LiveChain> {
  const clock = clockOf(state, () => headOf(devnet, state.genesisTime).utime, machine)
  const devnet: Devnet = await createDevnet(dir, state, { clock: () => clock.now(), onTrouble, ...mode })
  devnet.setShards(state.shards)
  // A clock that is behind goes on from now.
  clock.now()
  return { devnet, clock }
}

/**
 * Checks that the chain in a snapshot's copy can be opened and is complete. Rejects with DevnetError.
 * @param seqno the newest masterchain block: a blocks file that is cut off opens as a shorter chain
 */
export async function checkSnapshotChain(dir: string, seqno: number, onTrouble: OnTrouble): Promise<void> {
  const { devnet } = await openCopy(dir, onTrouble).catch((error: unknown) => {
    if (!(error instanceof DevnetDamagedError)) throw error
    throw new DevnetError('conflict', `the snapshot is damaged: ${messageOf(error)}`, { cause: error })
  })
  const found = devnet.store.head().seqno
  await devnet.close()
  if (found !== seqno) {
    throw new DevnetError('conflict', `the snapshot is damaged: it ends with block ${found}, not ${seqno}`)
  }
}

async function openCopy(dir: string, onTrouble: OnTrouble): Promise<LiveChain> {
  const state = readState(dir)
  if (!state?.begun) throw new DevnetError('conflict', 'the snapshot holds no chain')
  return openChain(dir, state, onTrouble, { checkAll: true })
}

/** Creates a chain in place of an incomplete one, and runs the scenario on it if the state has one. */
export async function createChain(
  dir: string,
  state: DevnetState,
  onTrouble: OnTrouble,
  machine?: MachineClock,
): Promise<LiveChain & { readonly accounts: readonly ScenarioAccount[] }> {
  rmSync(chainDir(dir), { recursive: true, force: true })
  const { genesisTime, seed } = state
  const time = { now: genesisTime }
  let clock: DevnetClock | undefined
  const devnet = await createDevnet(dir, state, { clock: () => clock?.now() ?? time.now, onTrouble })
  try {
    const end = genesisTime + SCENARIO_SECONDS
    const context = createScenarioContext({ devnet, seed, time, end })
    // Block 1 is a key block, so that the global config can name one that each restore and reset keeps.
    await requestKeyBlock(devnet, context.now)
    // In the first step there is no block of the basechain yet.
    await context.settle()
    // The next block is a key block too: its configuration is that of the zero state again.
    await requestKeyBlock(devnet, context.now)
    if (state.scenario) await runScenario(context, scenarioSteps, { end })
    clock = clockOf(state, () => headOf(devnet, genesisTime).utime, machine)
    const present = state.scenario ? end : genesisTime
    if (state.clock === 'stepped' && clock.now() < present) clock.moveTo(present)
    devnet.setShards(state.shards)
    await devnet.step()
    return { devnet, clock, accounts: context.accounts }
  } catch (error) {
    await devnet.close()
    throw error
  }
}

function createDevnet(
  dir: string,
  { seed, genesisTime }: DevnetState,
  {
    clock,
    ...store
  }: Omit<OpenMode, 'machine'> & { readonly clock: () => number; readonly onTrouble: OnTrouble },
): Promise<Devnet> {
  mkdirSync(chainDir(dir), { recursive: true })
  const options = { seed, genesisTime, dir: chainDir(dir), clock, store }
  return withDirectoryErrors(() => Devnet.create(options))
}

function clockOf(
  { clock, clockOffset: offset, clockBehind: behind }: DevnetState,
  headTime: () => number,
  machine?: MachineClock,
): DevnetClock {
  if (clock === 'stepped') return steppedClock(headTime)
  return wallClock({ offset, behind, headTime, ...(machine && { machine }) })
}
