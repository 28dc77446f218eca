import { isOutOfSpace } from '../../platform/outOfSpace.ts'
import { type DevnetState, readState, writeState } from './devnetState.ts'
import { initialState, resetState, updatedState } from './initialState.ts'
import { createChain, type LiveChain, type OnTrouble, type OpenMode, openChain } from './liveChain.ts'
import type { DevnetSettings } from './runningDevnet.ts'
import { recoverDirectory } from './snapshots.ts'
import { checkNoChain } from './startChecks.ts'

/**
 * Returns the state of a directory, changed by the settings or new, and writes it first. On a full disk, a chain that
 * exists is opened with the settings of this run.
 */
export function loadState(settings: DevnetSettings): DevnetState {
  const { dir } = settings
  recoverDirectory(dir)
  const stored = readState(dir)
  if (!stored) checkNoChain(dir)
  let state = stored ? updatedState(stored, settings) : initialState(settings)
  if (!state.begun) {
    const reset = resetState(state)
    state = { ...reset, genesisTime: settings.genesisTime ?? reset.genesisTime }
  }
  try {
    writeState(dir, state)
  } catch (error) {
    if (!stored?.begun || !isOutOfSpace(error)) throw error
  }
  return state
}

/** Opens the chain of a directory, or creates it if the first start was not finished. */
export async function openOrCreateChain(
  dir: string,
  state: DevnetState,
  onTrouble: OnTrouble,
  mode: OpenMode,
): Promise<{ readonly chain: LiveChain; readonly state: DevnetState }> {
  if (state.begun) return { chain: await openChain(dir, state, onTrouble, mode), state }
  const { accounts, ...chain } = await createChain(dir, state, onTrouble, mode.machine)
  const begun = {
    ...state,
    begun: true,
    clockOffset: chain.clock.offset(),
    clockBehind: chain.clock.behind(),
    traffic: state.traffic && accounts.length > 0,
    accounts: [...accounts],
  }
  writeState(dir, begun)
  return { chain, state: begun }
}
