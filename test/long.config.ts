import { defineConfig } from 'vitest/config'
import standard from '../vitest.config.ts'

// Repetitions that find something new once in many runs. A variable that is set already stays.
const REPETITIONS = {
  /** Of devnet, index writer, indexer and detection, each. */
  KILLS: '50',
  /** Seeds of the properties of coverage and of the order of questions. */
  SEEDS: '200',
  /** Kinds of questions that share an index: none. */
  SHARING: '1',
  /** Accounts that are watched, and kills of the program that watches them. */
  WATCHED_ACCOUNTS: '50',
  WATCH_KILLS: '10',
  /** Requests with a fault. */
  MALFORMED: '92000',
  /** Transactions of a devnet, and one of so many blocks of a recorded chain. */
  REPLAYED: '500',
  REPLAY_EVERY: '1',
}
for (const [name, value] of Object.entries(REPETITIONS)) process.env[name] ??= value

// One project: the standard ones would run every file.
const { projects: _, ...shared } = standard.test ?? {}

export default defineConfig({
  test: {
    ...shared,
    // These files depend on the variables above.
    include: [
      'test/integration/**/{kill,detectKill,watch,coverageProperty,readThroughTruth,malformed,replay}.test.ts',
      'test/conformance/replay.test.ts',
    ],
    testTimeout: 1_200_000,
  },
})
