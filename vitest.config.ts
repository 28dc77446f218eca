import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'

// Threads and processes that tests start load the program from its sources: these are stripped of types and compiled
// once, not at every start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/tonscope-compiled')

/**
 * Integration tests that leave their process as they found it, below test/integration. One process runs many of them:
 * it loads, and V8 compiles, the program once. The others run in a process each.
 */
const SHARED_PROCESS = [
  'archive/{commands,offline}',
  'clients/{manyAtOnce,tonTon}',
  'devnet/scenario*',
  'devnet/{devnetNode,hostileContracts,nodeCrash,nodeElections,nodeKeyBlock,nodeSnapshots}',
  'devnet/{liteserver,reexecution,reopen,splitMerge,traffic}',
  'gateway/{chainReplaced,devnet,devnetFullDisk,devnetRecovery}',
  'indexer/{actions,detectHostile,jobs,readThroughTruth,unfollowed}',
  'metadata/{metadataService,tokenAnswers}',
  'openApi/answers',
  'operations/*',
  'store/indexStore',
  'streaming/events',
  'v3/*',
].map((path) => `test/integration/${path}.test.ts`)

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        // These files keep no state in modules, so that one process runs many of them and loads each module once.
        test: { name: 'unit', include: ['test/{unit,conformance}/**/*.test.{ts,tsx}'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'integration', include: SHARED_PROCESS, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ['test/integration/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...SHARED_PROCESS],
        },
      },
    ],
    setupFiles: ['./test/fixtures/fastCheckSeed.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: more workers only make the ADNL and rolling tests wait for each other.
    maxWorkers: 2,
    // V8 can abort a process whose threads load and free much WebAssembly, while it tracks code pages for memory
    // protection keys ("Check failed: jit_page.has_value()", see nodejs/node issue 64500).
    execArgv: ['--no-memory-protection-keys'],
  },
})
