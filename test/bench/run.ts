/**
 * `npm run bench -- NAME…`: runs the named benches in turn, each in a process of its own so that none warms or
 * burdens another, and prints their figures as JSON lines on stdout, of a long bench as each case ends. Ratios are taken
 * inside one run.
 */
import { spawnSync } from 'node:child_process'

type Figures = readonly object[] | AsyncIterable<object>

const BENCHES: Readonly<Record<string, () => Promise<Figures>>> = {
  cells: async () => (await import('./cells.ts')).benchCells(),
  adnl: async () => (await import('./adnl.ts')).benchAdnl(),
  'get-methods': async () => (await import('./getMethods.ts')).benchGetMethods(),
  devnet: async () => (await import('./devnet.ts')).benchDevnet(),
  detect: async () => (await import('./detect.ts')).benchDetect(),
  claims: async () => (await import('./claims.ts')).benchClaims(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  v2: async () => (await import('./v2.ts')).benchV2(),
  query: async () => (await import('./query.ts')).benchQuery(),
  actions: async () => (await import('./actions.ts')).benchActions(),
  classify: async () => (await import('./classify.ts')).benchClassify(),
  tokens: async () => (await import('./tokens.ts')).benchTokens(),
  stream: async () => (await import('./stream.ts')).benchStream(),
  start: async () => (await import('./start.ts')).benchStart(),
  trust: async () => (await import('./trust.ts')).benchTrust(),
  sends: async () => (await import('./sends.ts')).benchSends(),
  load: async () => (await import('./load.ts')).benchLoad(),
  soak: async () => (await import('./soak.ts')).benchSoak(),
  'flips-devnet': async () => (await import('./flipsDevnet.ts')).benchFlipsDevnet(),
  'flips-index': async () => (await import('./flipsIndex.ts')).benchFlipsIndex(),
  ui: async () => (await import('./ui.ts')).benchUi(),
  lies: async () => (await import('./lies.ts')).benchLies(),
  public: async () => (await import('./public.ts')).benchPublic(),
  'follow-public': async () => (await import('./followPublic.ts')).benchFollowPublic(),
  'public-ui': async () => (await import('./publicUi.ts')).benchPublicUi(),
  'public-text': async () => (await import('./publicText.ts')).benchPublicText(),
  'first-start': async () => (await import('./firstStart.ts')).benchFirstStart(),
  'backfill-public': async () => (await import('./backfillPublic.ts')).benchBackfillPublic(),
  'public-truth': async () => (await import('./publicTruth.ts')).benchPublicTruth(),
  'public-pool': async () => (await import('./publicPool.ts')).benchPublicPool(),
  networks: async () => (await import('./networks.ts')).benchNetworks(),
  watch: async () => (await import('./watch.ts')).benchWatch(),
  'lies-http': async () => (await import('./liesHttp.ts')).benchLiesHttp(),
}

async function main(names: readonly string[]): Promise<number> {
  const known = Object.keys(BENCHES)
  const wanted = names.length > 0 ? names : known
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`No bench called ${unknown.join(', ')}; there are ${known.join(', ')}.`)
    return 2
  }
  const failed = wanted.filter((name) => {
    const child = spawnSync(process.execPath, ['--experimental-strip-types', import.meta.filename], {
      env: { ...process.env, TONSCOPE_BENCH: name },
      stdio: 'inherit',
    })
    return child.status !== 0
  })
  return failed.length > 0 ? 1 : 0
}

const one = process.env.TONSCOPE_BENCH
const bench = one === undefined ? undefined : BENCHES[one]
if (bench) {
  for await (const figures of await bench()) console.log(JSON.stringify({ bench: one, ...figures }))
  process.exit(0)
}
process.exitCode = await main(process.argv.slice(2))
