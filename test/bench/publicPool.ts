import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningDevnet } from '../../src-main/devnet/runtime/runningDevnet.ts'
import { startDevnet } from '../../src-main/devnet/runtime/startDevnet.ts'
import { formatGlobalConfig, singleServerConfig } from '../../src-main/liteserver/globalConfig.ts'
import { until } from '../fixtures/until.ts'
import { type FarServerProfile, faultless } from '../publicNetwork/profiles.ts'
import { type PublicNetwork, startPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { at, type GatewayProcess, round, startGatewayProcess } from './gatewayProcess.ts'
import { openSse } from './stream.ts'

/** A part of the names of rows; all by default. */
const ROWS = process.env.ROWS ?? ''
const RTT_MS = 150
const HANGING: FarServerProfile = { ...faultless(RTT_MS), hangs: true }
/** Questions before the end of the first minute, and after it. */
const QUESTIONS = 100
const MINUTE_MS = 60_000
/** Time between two questions in the first minute, ms. */
const PACE_MS = 500
const NEAR_RTT_MS = 30
/** Events whose delay is measured, and those before them. */
const EVENTS = Number(process.env.EVENTS ?? 100)
const WARM_UP = 10
/** Time between two events, ms: the stream is at rest. */
const REST_MS = 400
/** Receives coins; nothing else happens to it. */
const ACCOUNT = `0:${'5'.repeat(64)}`

/**
 * What the pool makes of far liteservers: three of four that answer polls of their head and hang on everything else, and
 * the delay from a block's creation to the event on the stream of a gateway that follows a far server.
 */
export async function* benchPublicPool(): AsyncGenerator<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const devnet = await startDevnet({
    dir: join(dataDir, 'devnet'),
    scenario: false,
    traffic: false,
    blockInterval: 0,
  })
  const config = singleServerConfig(devnet.endpoint())

  async function over<T>(
    servers: readonly FarServerProfile[],
    index: 'off' | 'follow',
    measure: (gateway: GatewayProcess, network: PublicNetwork) => Promise<T>,
  ): Promise<T> {
    const network = await startPublicNetwork({ chain: config, servers })
    const file = join(dataDir, 'public.json')
    writeFileSync(file, formatGlobalConfig({ ...config, ...network.config }))
    const gateway = await startGatewayProcess({ network: file, options: ['--index', index] })
    try {
      return await measure(gateway, network)
    } finally {
      await gateway.close()
      await network.close()
    }
  }

  try {
    for (let block = 0; block < 30; block++) await devnet.step(1)
    if ('hanging'.includes(ROWS)) {
      const servers = [HANGING, HANGING, faultless(RTT_MS), HANGING]
      yield { row: 'hanging', rtt_ms: RTT_MS, ...(await over(servers, 'off', hanging)) }
    }
    if ('stream'.includes(ROWS)) {
      const delays = await over([faultless(NEAR_RTT_MS)], 'follow', (gateway) => streamed(gateway, devnet))
      const figures = {
        p50_ms: at(delays, 0.5),
        p90_ms: at(delays, 0.9),
        longest_ms: round(Math.max(...delays)),
      }
      yield {
        row: 'stream',
        rtt_ms: NEAR_RTT_MS,
        events: delays.length,
        ...figures,
        goal_ms: NEAR_RTT_MS + 150,
      }
    }
  } finally {
    await devnet.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  /** Times of questions about an account each, so that each needs the network. */
  async function hanging({ origin }: GatewayProcess): Promise<object> {
    const begun = performance.now()
    let refused = 0
    let account = 0
    const ask = async () => {
      const asked = performance.now()
      const address = `0:${(++account).toString(16).padStart(64, '0')}`
      const url = `${origin}/api/v2/getAddressInformation?address=${address}`
      const { ok } = await fetch(url, { signal: AbortSignal.timeout(MINUTE_MS) })
      if (!ok) refused++
      return performance.now() - asked
    }
    const first: number[] = []
    while (performance.now() - begun < MINUTE_MS) {
      first.push(await ask())
      await sleep(PACE_MS)
    }
    const later: number[] = []
    while (later.length < QUESTIONS) later.push(await ask())
    const figures = (times: readonly number[]) => ({
      questions: times.length,
      p50_ms: at(times, 0.5),
      p90_ms: at(times, 0.9),
      longest_ms: round(Math.max(...times)),
    })
    return { first_minute: figures(first), later: figures(later), refused }
  }
}

/** Returns the milliseconds from the creation of each block to the event about its transaction. */
async function streamed(gateway: GatewayProcess, devnet: RunningDevnet): Promise<number[]> {
  const made = new Map<number, number>()
  const unhear = devnet.onHead((seqno) => made.set(seqno, performance.now()))
  await until('the gateway answers', async () => {
    const { ok } = await fetch(`${gateway.origin}/api/v2/getMasterchainInfo`)
    return ok || undefined
  })
  const delays: number[] = []
  let heard = Promise.withResolvers<void>()
  const subscription = { types: ['transactions'], addresses: [ACCOUNT] } as const
  const client = await openSse(gateway.origin, subscription, ({ transactions }) => {
    const madeAt = made.get(transactions?.[0]?.mc_block_seqno ?? 0)
    if (madeAt === undefined) return
    delays.push(performance.now() - madeAt)
    heard.resolve()
  })
  try {
    for (let event = 0; event < WARM_UP + EVENTS; event++) {
      heard = Promise.withResolvers()
      await devnet.faucet({ address: ACCOUNT, amount: 1_000_000n })
      await heard.promise
      await sleep(REST_MS)
    }
  } finally {
    client.close()
    unhear()
  }
  return delays.slice(WARM_UP)
}
