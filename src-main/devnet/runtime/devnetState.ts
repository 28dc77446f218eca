import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { devnetStatus } from '#shared/schema/devnet.ts'
import { writeAtomically } from '../../platform/atomicFile.ts'
import { formatChecked, parseChecked } from './checkedJson.ts'
import { DevnetDamagedError } from './devnetErrors.ts'

const stateSchema = z.strictObject({
  version: z.literal(1),
  seed: z.string(),
  /** Unix seconds. */
  genesisTime: z.int(),
  clock: devnetStatus.shape.clock,
  /** Seconds that a wall clock is ahead of this machine's. */
  clockOffset: z.int(),
  /** DevnetClock.behind, seconds. Absent in directories of earlier versions. */
  clockBehind: z.int().default(0),
  blockInterval: z.number().min(0),
  traffic: z.boolean(),
  shards: z.int().min(1),
  /** Seconds of a validation round; 0: no elections. Absent in directories of earlier versions. */
  elections: z.int().min(0).default(0),
  /** Whether the chain begins with the scenario. */
  scenario: z.boolean(),
  /** False until the first start is complete: an incomplete chain in `chain` is discarded. */
  begun: z.boolean(),
  accounts: devnetStatus.shape.scenario,
})

/** Seed, clock and settings of a devnet, stored beside its chain. */
export type DevnetState = Readonly<z.infer<typeof stateSchema>>

/** Name of the file in a devnet's directory and in each snapshot. */
export const STATE_FILE = 'devnet.json'

/** Returns undefined if there is no such file. Throws DevnetDamagedError if it cannot be understood. */
export function readState(dir: string): DevnetState | undefined {
  const path = join(dir, STATE_FILE)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return stateSchema.parse(parseChecked(text))
  } catch (cause) {
    throw new DevnetDamagedError(`${path} is damaged or of a newer version`, { cause })
  }
}

export function writeState(dir: string, state: DevnetState): void {
  writeAtomically(join(dir, STATE_FILE), formatChecked(state))
}
