import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { formatGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { indexStatus } from '../integration/indexer/indexGateway.ts'
import type { LedgerEntry } from '../publicNetwork/ledger.ts'
import { type Recording, recordChain } from '../publicNetwork/recordChain.ts'
import { type PublicNetwork, replayPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import {
  at,
  cpuMs,
  type GatewayProcess,
  peakMb,
  resetPeak,
  round,
  rssMb,
  startGatewayProcess,
  threadCpuMs,
} from './gatewayProcess.ts'
import { benchServers, NETWORK, STRETCH, secondsSince } from './stretch.ts'

/** Masterchain blocks a second. */
const PER_SECOND = Number(process.env.BLOCKS_PER_SECOND ?? 5)
const SHARDS = Number(process.env.SHARDS ?? 16)
const BLOCKS = Number(process.env.BLOCKS ?? 1_500)
/** Transactions a second; a transfer between wallets is two. */
const TRANSACTIONS = Number(process.env.TRANSACTIONS ?? 200)
/** More than send in a few blocks: a wallet's next message waits for the one before. */
const WALLETS = 128
const WARM_UP_S = Number(process.env.WARM_UP_SECONDS ?? 30)
const SECONDS = Number(process.env.SECONDS ?? 60)
const BEHIND_BLOCKS = Number(process.env.BEHIND ?? 600)
/** Kept for the next run: a recording takes longer than what is measured with it. */
const FOLDER =
  process.env.RECORDING ??
  join(tmpdir(), `tonscope-recording-${BLOCKS}-${PER_SECOND}-${SHARDS}-${TRANSACTIONS}`)
const SAMPLE_MS = 250
/** What the index has before it falls behind, s of blocks. */
const BEFORE_S = 5
const CATCH_UP_DEADLINE_S = 240
/** The index is caught up when it has all blocks but those of this time. */
const CAUGHT_UP_S = 2

/**
 * The index of a gateway over a simulated public network at the rate of mainnet: how far it is behind in steady state
 * and what it asks, then how fast it catches up. The chain was recorded before; its liteservers run in this process.
 */
export async function* benchFollowPublic(): AsyncGenerator<object> {
  const recording = await openBenchRecording()
  const part = process.env.ROWS ?? ''
  if ('follow'.includes(part)) yield { ...setting(), ...(await measureFollowing(recording)) }
  if ('catch-up'.includes(part)) yield { ...setting(), ...(await measureCatchUp(recording)) }
}

/** Returns the recorded chain, which is made if it is not there. */
export function openBenchRecording(): Promise<Recording> {
  return recordChain(FOLDER, {
    blocks: BLOCKS,
    shards: SHARDS,
    blocksPerSecond: PER_SECOND,
    transfers: Math.round(TRANSACTIONS / PER_SECOND / 2),
    wallets: WALLETS,
  })
}

const setting = () => ({
  ...NETWORK,
  blocks_per_second: PER_SECOND,
  shards: SHARDS,
})

/** A network whose head is at block `from` and moves, and a gateway that follows it. */
async function start(recording: Recording, from: number, dataDir: string) {
  const servers = benchServers()
  const network = await replayPublicNetwork({ recording, from, perSecond: PER_SECOND / STRETCH, servers })
  const file = join(dataDir, 'public.json')
  writeFileSync(file, formatGlobalConfig(network.config))
  const options = ['--index', 'follow']
  const gateway = await startGatewayProcess({ network: file, dataDir, options })
  return {
    network,
    gateway,
    async close() {
      await gateway.close()
      await network.close()
    },
  }
}

async function measureFollowing(recording: Recording): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const running = await start(recording, recording.first, dataDir)
  const { network, gateway } = running
  try {
    await sleep(WARM_UP_S * 1_000 * STRETCH)
    network.ledger.reset()
    const { pid } = gateway
    const [head, cpu, threads] = [network.head(), cpuMs(pid), threadCpuMs(pid)]
    const begun = performance.now()
    resetPeak(pid)
    const behind = await sampleBehind(running, SECONDS)
    const seconds = secondsSince(begun)
    const blocks = network.head() - head
    const { queries, total, background, bytesReceived, refusals, servers } = network.ledger.entry
    const perBlock = Object.entries(queries).map(([name, count]) => [name, round(count / blocks)])
    return {
      what: 'follow',
      seconds: round(seconds),
      masterchain_blocks: blocks,
      behind_s_median: at(behind, 0.5),
      behind_s_p90: at(behind, 0.9),
      behind_s_max: at(behind, 1),
      queries_per_s: round((total + background) / seconds),
      queries_per_masterchain_block: round((total + background) / blocks),
      least_possible_per_masterchain_block: SHARDS + 1,
      by_function: Object.fromEntries(perBlock),
      background_per_block: round(background / blocks),
      refusals,
      queries_and_refusals: perServer(servers),
      megabits_per_s: round((bytesReceived * 8) / 1e6 / seconds),
      rss_mb: rssMb(pid),
      peak_mb: peakMb(pid),
      cpu_share: round((cpuMs(pid) - cpu) / 1_000 / seconds / STRETCH),
      threads_cpu_share: shares(threads, threadCpuMs(pid), seconds * STRETCH),
      warnings: gateway.warnings.length,
      ...(gateway.warnings[0] && { first_warning: gateway.warnings[0].slice(0, 300) }),
    }
  } finally {
    await running.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function perServer(servers: LedgerEntry['servers']): readonly string[] {
  return Object.entries(servers).map(([index, one]) => `${index}: ${one.queries}/${one.refusals}`)
}

function shares(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  seconds: number,
): Readonly<Record<string, number>> {
  const used = [...after].map(
    ([name, ms]) => [name, Math.round((ms - (before.get(name) ?? 0)) / seconds / 10) / 100] as const,
  )
  return Object.fromEntries(used.filter(([, share]) => share > 0.01))
}

/** Returns by how many seconds of blocks the index was behind the head of a server that does not lag. */
async function sampleBehind(
  { network, gateway }: { readonly network: PublicNetwork; readonly gateway: GatewayProcess },
  seconds: number,
): Promise<readonly number[]> {
  const samples: number[] = []
  for (
    const end = performance.now() + seconds * 1_000 * STRETCH;
    performance.now() < end;
    await sleep(SAMPLE_MS)
  ) {
    const head = network.head()
    samples.push((head - (await indexedUpTo(gateway))) / PER_SECOND)
  }
  return samples
}

async function indexedUpTo({ origin }: GatewayProcess): Promise<number> {
  const { coverage } = await indexStatus(origin)
  return coverage.at(-1)?.last ?? Number.NaN
}

async function measureCatchUp(recording: Recording): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  try {
    const before = await start(recording, recording.first, dataDir)
    await sampleBehind(before, BEFORE_S)
    const known = await indexedUpTo(before.gateway)
    await before.close()
    const running = await start(recording, known + BEHIND_BLOCKS, dataDir)
    const { network, gateway } = running
    try {
      const begun = performance.now()
      let missing = BEHIND_BLOCKS
      for (; missing > CAUGHT_UP_S * PER_SECOND; await sleep(SAMPLE_MS)) {
        if (secondsSince(begun) > CATCH_UP_DEADLINE_S) break
        const { coverage } = await indexStatus(gateway.origin)
        const covered = coverage.reduce(
          (sum, { first, last }) => sum + Math.max(0, last - Math.max(first, known + 1) + 1),
          0,
        )
        missing = network.head() - known - covered
      }
      const seconds = secondsSince(begun)
      const read = network.head() - known - missing
      const { total, background, bytesReceived, refusals, queries, servers } = network.ledger.entry
      return {
        what: 'catch-up',
        behind_at_start: BEHIND_BLOCKS,
        missing_at_end: missing,
        seconds: round(seconds),
        masterchain_blocks: read,
        blocks_per_s: round(read / seconds),
        times_real_time: round(read / seconds / PER_SECOND),
        queries_per_s: round((total + background) / seconds),
        queries_per_masterchain_block: round((total + background) / read),
        by_function: Object.fromEntries(
          Object.entries(queries).map(([name, count]) => [name, round(count / read)]),
        ),
        refusals,
        queries_and_refusals: perServer(servers),
        megabits_per_s: round((bytesReceived * 8) / 1e6 / seconds),
        peak_mb: peakMb(gateway.pid),
        cpu_share: round(cpuMs(gateway.pid) / 1_000 / seconds / STRETCH),
        warnings: gateway.warnings.length,
        ...(gateway.warnings[0] && { first_warning: gateway.warnings[0].slice(0, 300) }),
      }
    } finally {
      await running.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
