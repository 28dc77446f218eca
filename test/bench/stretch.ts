import { type FarServerProfile, PRESETS, type PresetName, stretched } from '../publicNetwork/profiles.ts'

/** Name of the simulated public network of a bench. */
export const PRESET = (process.env.PRESET ?? 'public') as PresetName
/**
 * Factor by which all times of the network are longer, for a machine that is too busy; figures are in its seconds. Times
 * of the gateway stay as they are.
 */
export const STRETCH = Number(process.env.STRETCH ?? 1)

/** Returns the servers of the bench's network. */
export function benchServers(): readonly FarServerProfile[] {
  return PRESETS[PRESET]().map((profile) => stretched(profile, STRETCH))
}

/** Returns the seconds of the network's clock since a time of this machine's. */
export function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1_000 / STRETCH
}

/** What every line of figures names. */
export const NETWORK = { preset: PRESET, ...(STRETCH !== 1 && { stretch: STRETCH }) } as const
