import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { devnetStatus } from '#shared/schema/devnet.ts'
import { writeAtomically } from './atomicFile.ts'
import { formatChecked, parseChecked } from './checkedJson.ts'
import { DevnetDamagedError } from './directoryRefusal.ts'

const devnetMemory = z.strictObject({
  version: z.literal(1),
  seed: z.string(),
  /** Unix seconds. */
  genesisTime: z.int(),
  clock: devnetStatus.shape.clock,
  /** Seconds that a wall clock is ahead of this machine's. */
  clockOffset: z.int(),
  blockInterval: z.number().min(0),
  traffic: z.boolean(),
  shards: z.int().min(1),
  /** Seconds of a validation round; 0: no elections. Absent in directories of earlier versions. */
  elections: z.int().min(0).default(0),
  /** Whether the chain begins with the scenario. */
  scenario: z.boolean(),
  /** False while the first start isn't through: what is in `chain` then is of no use. */
  begun: z.boolean(),
  accounts: devnetStatus.shape.scenario,
})

/** What a devnet's directory remembers beside its chain. */
export type DevnetMemory = Readonly<z.infer<typeof devnetMemory>>

/** The file's name, in a devnet's directory as in a snapshot. */
export const MEMORY_FILE = 'devnet.json'

/** Returns undefined if there is no such file. Throws DevnetDamagedError if it cannot be understood. */
export function readMemory(dir: string): DevnetMemory | undefined {
  const path = join(dir, MEMORY_FILE)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return devnetMemory.parse(parseChecked(text))
  } catch (cause) {
    throw new DevnetDamagedError(`${path} is damaged or of a newer version`, { cause })
  }
}

export function writeMemory(dir: string, memory: DevnetMemory): void {
  writeAtomically(join(dir, MEMORY_FILE), formatChecked(memory))
}
