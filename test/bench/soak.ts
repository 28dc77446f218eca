import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  cpuMs,
  type GatewayProcess,
  memoryMb,
  peakMb,
  resetPeak,
  round,
  rssMb,
  startGatewayProcess,
} from './gatewayProcess.ts'
import { sendLoad } from './sends.ts'
import { threadMb } from './threadMemory.ts'

const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
/** Blocks a second. */
const RATE = Number(process.env.SOAK_RATE ?? 20)
/** 'on' plays the scenario on the first start and makes traffic, as a user's first start does. */
const SCENARIO = process.env.SOAK_SCENARIO ?? 'off'
const MINUTE_MS = 60_000
/** After the start, until memory at rest is read. */
const REST_MS = Number(process.env.SOAK_REST_MS ?? 45_000)
/** Memory is flat from here on: minute 10 of 30. */
const WARM_PART = 1 / 3
/** Accounts that get a transfer, one a second, in turn. */
const RECEIVERS = 64
const FAUCET_AMOUNT = '1000000000'

const GOALS = { rest_mb: 200, load_mb: 400, after_load_of_rest: 1.2, growth: 0.03 }

/**
 * Memory of a gateway with devnet and index at rest, over half an hour at 20 blocks a second with a transfer every
 * second, and before, after and a minute after the load of the bench `sends`.
 */
export async function* benchSoak(): AsyncGenerator<object> {
  const options = ['--scenario', SCENARIO, '--traffic', SCENARIO]
  const server = await startGatewayProcess({ options })
  try {
    await sleep(REST_MS)
    const rest = await memoryOf(server)
    yield { at: 'rest', ...rest }
    const minutes: number[] = []
    let made = 0
    for (let minute = 1; minute <= MINUTES; minute++) {
      const cpu = cpuMs(server.pid)
      const blocks = await makeBlocks(server, performance.now() + MINUTE_MS)
      const busy = round((cpuMs(server.pid) - cpu) / MINUTE_MS)
      const memory = await memoryOf(server)
      minutes.push(memory.rss_mb)
      made += blocks
      yield { minute, blocks_per_second: round((blocks * 1000) / MINUTE_MS), cores: busy, ...memory }
    }
    const warm = minutes.slice(Math.floor(minutes.length * WARM_PART))
    const mean = warm.reduce((sum, value) => sum + value, 0) / warm.length
    const slope = slopeOf(warm)
    yield {
      at: 'end of soak',
      mean_mb: round(mean),
      min_mb: Math.min(...warm),
      max_mb: Math.max(...warm),
      mb_per_minute: Math.round(slope * 1000) / 1000,
      growth_part: Math.round(((slope * (warm.length - 1)) / mean) * 1000) / 1000,
      bytes_per_block: Math.round((slope * 2 ** 20 * MINUTES) / made),
      goals: GOALS,
    }
    await sleep(MINUTE_MS)
    const before = rssMb(server.pid)
    resetPeak(server.pid)
    const load = await sendLoad(server.origin)
    const afterLoad = rssMb(server.pid)
    const peak = peakMb(server.pid)
    await sleep(MINUTE_MS)
    const later = await memoryOf(server)
    yield {
      at: 'a minute after the load',
      before_mb: before,
      peak_mb: peak,
      after_load_mb: afterLoad,
      minute_later_of_rest: round(later.rss_mb / rest.rss_mb),
      ...later,
      load,
    }
  } finally {
    await server.close()
  }
}

/** Makes blocks at the wanted rate until `end` (performance.now()), and sends a transfer every second. */
async function makeBlocks({ origin }: GatewayProcess, end: number): Promise<number> {
  const begin = performance.now()
  let made = 0
  for (let now = begin; now < end; now = performance.now()) {
    const due = Math.floor(((now - begin) * RATE) / 1000)
    if (due <= made) {
      await sleep(begin + ((made + 1) * 1000) / RATE - now)
      continue
    }
    // What a busy machine could not make in time is made up for.
    const blocks = Math.min(due - made, RATE)
    if (Math.floor((made + blocks) / RATE) > Math.floor(made / RATE)) {
      const address = `0:${hash('sha256', `soak ${Math.floor(made / RATE) % RECEIVERS}`)}`
      await post(origin, '/api/tonscope/devnet/faucet', { address, amount: FAUCET_AMOUNT })
    }
    await post(origin, '/api/tonscope/devnet/step', { blocks })
    made += blocks
  }
  return made
}

async function post(origin: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${text}`)
}

/** Resident memory of the process, and heap and external memory of its threads, MB. */
async function memoryOf({ origin, pid }: GatewayProcess) {
  return { ...memoryMb(pid), threads: await threadMb(origin) }
}

/** Slope of the line through equally spaced values with the least squares. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const products = values.map((value, index) => (index - middle) * (value - mean))
  const squares = values.map((_, index) => (index - middle) ** 2)
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return values.length < 2 ? 0 : sum(products) / sum(squares)
}
