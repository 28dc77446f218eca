import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './test/fixtures/longestFirst.ts'

// Threads and processes that tests start load bundles of the program, and their own sources: these are compiled once, and
// stripped of types once, not at every start.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/tonscope-compiled')

/**
 * Integration tests that leave their process as they found it, below test/integration. One process runs many of them:
 * it loads, and V8 compiles, the program once. The others run in a process each.
 */
const SHARED_PROCESS = [
  'access/{hardening,upgrade,writers}',
  'archive/{commands,getMethods,importTrust,offline,rebuild}',
  'clients/{contracts,jetton,manyAtOnce,operations,origins,tonLiteClient,tonTon}',
  'devnet/scenario*',
  'devnet/{devnetNode,earlierPrices,follow,getMethodBlocks,hostileContracts,liteserver,lostMessages,masterchain}',
  'devnet/{nodeClock,nodeCrash,nodeElections,nodeFaucet,nodeKeyBlock,nodeSnapshots,nodeTraffic,oldBlockPages}',
  'devnet/{reexecution,refusals,refusedQueries,reopen,send,shardsOverTime,splitMerge,traffic,waitForHead}',
  'gateway/{answerCache,chainReplaced,devnet,devnetFullDisk,devnetRecovery,executorVersion,fork,gateway}',
  'gateway/liteserverPort',
  'indexer/{actions,badServers,detectHostile,detectReadThrough,detectSales,follow,gaps,jobs}',
  'indexer/{readThrough,readThroughRefusals,readThroughTruth,storedStates,unfollowed,unsearchedChain,unusable}',
  'indexer/v3ReadThrough',
  'liteserver/*',
  'metadata/*',
  'openApi/*',
  'operations/*',
  'store/indexStore',
  'streaming/{events,requests}',
  'v3/*',
].map((path) => `test/integration/${path}.test.ts`)

export default defineConfig({
  test: {
    alias: [
      {
        find: /^.*\/workerUrl\.ts$/,
        replacement: join(import.meta.dirname, 'test/fixtures/bundle/bundledWorkerUrl.ts'),
      },
    ],
    globalSetup: ['./test/fixtures/bundle/bundleProgram.ts', './test/fixtures/recordings/runRecordings.ts'],
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
    sequence: { sequencer: LongestFirst },
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
