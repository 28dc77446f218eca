import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { IndexJob } from '#shared/schema/indexer.ts'
import { formatGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { command, indexStatus } from '../integration/indexer/indexGateway.ts'
import { type FarServerProfile, faultless } from '../publicNetwork/profiles.ts'
import type { Recording } from '../publicNetwork/recordChain.ts'
import { replayPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { openBenchRecording } from './followPublic.ts'
import { cpuMs, peakMb, round, startGatewayProcess } from './gatewayProcess.ts'
import { benchServers, NETWORK, secondsSince } from './stretch.ts'

/** Masterchain blocks of the range. */
const RANGE = Number(process.env.RANGE ?? 400)
const ROWS = process.env.ROWS ?? ''
const LOOK_MS = 250
const DEADLINE_MS = 600_000
const GOAL = 0.5
/** As fast as one machine's network: no distance, no limit. */
const LOOPBACK: readonly FarServerProfile[] = [{ ...faultless(0), bitsPerSecond: 1e12 }]

type Body = { readonly from?: number; readonly to?: number; readonly account?: string }

/**
 * Backfills of a range of blocks and of a busy account, over a simulated public network and over loopback: rate, the
 * estimate of the time left, and how much of its work a job that was killed in the middle keeps.
 */
export async function* benchBackfillPublic(): AsyncGenerator<object> {
  const recording = await openBenchRecording()
  const { first, last, busyWallet } = recording
  const jobs: Readonly<Record<string, Body>> = {
    range: { from: Math.max(first, last - RANGE + 1), to: last },
    account: { account: busyWallet },
  }
  for (const [what, body] of Object.entries(jobs)) {
    if (!what.includes(ROWS)) continue
    const far = await measure(recording, benchServers(), body)
    const near = await measure(recording, LOOPBACK, body)
    yield { ...NETWORK, what, ...far }
    yield { ...NETWORK, preset: 'loopback', what, ...near }
    yield { what, ratio_to_loopback: Math.round((far.per_s / near.per_s) * 100) / 100, goal: GOAL }
  }
}

async function measure(recording: Recording, servers: readonly FarServerProfile[], body: Body) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  // The head stays where it is.
  const network = await replayPublicNetwork({ recording, from: recording.last, perSecond: 1, servers })
  const file = join(dataDir, 'public.json')
  writeFileSync(file, formatGlobalConfig(network.config))
  const start = () => startGatewayProcess({ network: file, dataDir, options: ['--index', 'off'] })
  try {
    let gateway = await start()
    const { id } = await command<IndexJob>(gateway.origin, 'backfill', body)
    const begun = performance.now()
    const half = await jobUntil(
      gateway.origin,
      id,
      ({ done, total }) => done >= (total ?? recording.blocks * 4) / 2,
    )
    const seconds = secondsSince(begun)
    const { queries, total, background, refusals } = network.ledger.entry
    const cpu = cpuMs(gateway.pid)
    const peak = peakMb(gateway.pid)
    process.kill(gateway.pid, 'SIGKILL')
    await gateway.close()
    gateway = await start()
    const again = await jobUntil(gateway.origin, id, () => true)
    const end = await jobUntil(gateway.origin, id, ({ state }) => state === 'done')
    await gateway.close()
    return {
      per_s: round(half.done / seconds),
      done: half.done,
      seconds: round(seconds),
      total: half.total,
      reported_rate: half.rate,
      eta_seconds: half.eta_seconds,
      queries_per_item: round((total + background) / half.done),
      by_function: Object.fromEntries(
        Object.entries(queries).map(([name, count]) => [name, round(count / half.done)]),
      ),
      refusals,
      cpu_s: round(cpu / 1_000),
      peak_mb: peak,
      done_after_kill: again.done,
      done_in_the_end: end.done,
    }
  } finally {
    await network.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Resolves with a job when it meets a condition, or is done; rejects if it failed. */
async function jobUntil(origin: string, id: number, isMet: (job: IndexJob) => boolean): Promise<IndexJob> {
  for (const begun = performance.now(); ; await sleep(LOOK_MS)) {
    const job = (await indexStatus(origin)).jobs.find((one) => one.id === id)
    if (job && (isMet(job) || job.state === 'done')) return job
    if (job?.state === 'failed') throw new Error(`the backfill failed: ${job.detail}`)
    if (performance.now() - begun > DEADLINE_MS)
      throw new Error(`the backfill takes too long: ${JSON.stringify(job)}`)
  }
}
