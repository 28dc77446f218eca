import { setTimeout as sleep } from 'node:timers/promises'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { v2Path } from '#shared/schema/v2/client.ts'
import { v3Path } from '#shared/schema/v3/client.ts'
import {
  cpuMs,
  type GatewayProcess,
  memoryMb,
  peakMb,
  resetPeak,
  startGatewayProcess,
} from './gatewayProcess.ts'
import { HttpLane, type HttpQuestion, httpRequest } from './httpLane.ts'
import { sendLoad } from './sends.ts'
import { openSse, type Subscription } from './stream.ts'
import { threadMb } from './threadMemory.ts'

const SECONDS = Number(process.env.LOAD_SECONDS ?? 60)
/** After a load, until memory is read again. */
const LATER_MS = Number(process.env.LOAD_LATER_MS ?? 60_000)
/** Names of the loads to run, separated by commas; default: all. */
const CHOSEN = process.env.LOAD_NAMES?.split(',')
/** After the index, detection and classification have finished, until memory at rest is read. */
const REST_MS = Number(process.env.LOAD_REST_MS ?? 45_000)
const READY_MS = 120_000
/** Time of the sender between two faucet calls, ms. */
const SEND_PAUSE_MS = 200

const GOALS = { rest_mb: 200, peak_mb: 400, minute_later_of_rest: 1.25 }

type Questions = { readonly v2: readonly HttpQuestion[]; readonly v3: readonly HttpQuestion[] }
/** The numbers of requests that were served, and refused with 503. */
type Asked = { readonly requests: number; readonly refused: number }
type Load = (server: GatewayProcess) => Promise<Asked>

/** The loads, each for a gateway of its own. */
const LOADS: Readonly<Record<string, Load>> = {
  mixed: (server) => withStreams(server, 80, () => ask(server, 20, ({ v2, v3 }) => [...v2, ...v3])),
  v2: (server) => ask(server, 20, ({ v2 }) => v2),
  v3: (server) => ask(server, 20, ({ v3 }) => v3),
  connections: (server) => ask(server, 200, ({ v2, v3 }) => [...v2, ...v3]),
  async sends(server) {
    const { externals } = (await sendLoad(server.origin)) as { readonly externals: number }
    return { requests: externals, refused: 0 }
  },
}

/**
 * Memory of a gateway with devnet, scenario, index, detection and classification: at rest, the highest during a load,
 * and a minute after it. Questions are those of v2 and v3 about the accounts of the scenario, from 20 or 200
 * connections that each ask without pause; `mixed` has 80 streams and a sender beside them.
 */
export async function* benchLoad(): AsyncGenerator<object> {
  for (const [name, load] of Object.entries(LOADS)) {
    if (CHOSEN && !CHOSEN.includes(name)) continue
    const server = await startGatewayProcess({ options: ['--traffic', 'off'] })
    try {
      await untilIndexed(server)
      await sleep(REST_MS)
      const rest = await memoryOf(server)
      resetPeak(server.pid)
      const cpuBefore = cpuMs(server.pid)
      const asked = await load(server)
      const cpu = cpuMs(server.pid) - cpuBefore
      const atEnd = await memoryOf(server)
      const peak = peakMb(server.pid)
      await sleep(LATER_MS)
      const later = await memoryOf(server)
      yield {
        load: name,
        seconds: SECONDS,
        ...asked,
        cpu_ms_per_request: Math.round((cpu / asked.requests) * 1_000) / 1_000,
        rest_mb: rest.rss_mb,
        peak_mb: peak,
        minute_later_mb: later.rss_mb,
        minute_later_of_rest: Math.round((later.rss_mb / rest.rss_mb) * 100) / 100,
        warnings: server.warnings.length,
        goals: GOALS,
        parts: { rest, at_end: atEnd, minute_later: later },
      }
    } finally {
      await server.close()
    }
  }
}

async function memoryOf({ origin, pid }: GatewayProcess) {
  // First, since the request for the threads' memory needs some itself.
  const { rss_mb, anonymous_mb } = memoryMb(pid)
  return { rss_mb, anonymous_mb, threads: await threadMb(origin) }
}

/** Waits until the index has the newest block, and detection and classification have nothing left. */
async function untilIndexed({ origin }: GatewayProcess): Promise<void> {
  const end = performance.now() + READY_MS
  for (;;) {
    const { index } = (await answer(`${origin}/healthz`)) as { readonly index: Record<string, unknown> }
    if (index.detection_pending === 0 && index.classification_pending === 0) return
    if (performance.now() > end) throw new Error(`the index is not ready: ${JSON.stringify(index)}`)
    await sleep(250)
  }
}

async function devnetOf(origin: string): Promise<DevnetStatus> {
  const { result } = (await answer(`${origin}/api/tonscope/devnet`)) as { readonly result: DevnetStatus }
  return result
}

async function answer(url: string, body?: object): Promise<unknown> {
  const post = body && {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(url, post)
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Asks from `connections` connections for SECONDS, each without pause and beginning with another question. */
async function ask(
  server: GatewayProcess,
  connections: number,
  choose: (questions: Questions) => readonly HttpQuestion[],
): Promise<Asked> {
  const questions = choose(await questionsOf(server))
  const end = performance.now() + SECONDS * 1000
  const asked = { requests: 0, refused: 0 }
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      let next = Math.floor((lane * questions.length) / connections)
      const http = await HttpLane.open(questions[next] as HttpQuestion)
      try {
        for (; performance.now() < end; next = (next + 1) % questions.length) {
          if (await http.ask(questions[next])) asked.requests++
          else asked.refused++
        }
      } finally {
        http.close()
      }
    }),
  )
  return asked
}

/** Questions of both APIs about each account of the scenario that has an answer. */
async function questionsOf({ origin }: GatewayProcess): Promise<Questions> {
  const { scenario } = await devnetOf(origin)
  const { port, host } = new URL(origin)
  const question = (path: string): HttpQuestion => ({
    port: Number(port),
    request: httpRequest(host, path),
    expected: '{',
    canBeRefused: true,
  })
  const v2 = [v2Path('getMasterchainInfo', {}), v2Path('getConsensusBlock', {})]
  const v3 = [
    v3Path('masterchainInfo', {}),
    v3Path('blocks', { workchain: -1, limit: 20 }),
    v3Path('topAccountsByBalance', { limit: 100 }),
    v3Path('transactions', { limit: 50, sort: 'desc' }),
    v3Path('jetton/transfers', { limit: 50 }),
    v3Path('nft/items', { limit: 50 }),
    v3Path('jetton/masters', { limit: 50 }),
  ]
  for (const { address } of scenario) {
    v2.push(
      v2Path('getAddressInformation', { address }),
      v2Path('getExtendedAddressInformation', { address }),
      v2Path('getWalletInformation', { address }),
      v2Path('getTransactions', { address, limit: 20 }),
      v2Path('getTokenData', { address }),
    )
    v3.push(
      v3Path('accountStates', { address: [address] }),
      v3Path('walletStates', { address: [address] }),
      v3Path('transactions', { account: [address], limit: 20 }),
      v3Path('actions', { account: address, limit: 20 }),
      v3Path('traces', { account: address, limit: 10, include_actions: true }),
      v3Path('messages', { destination: address, limit: 20 }),
      v3Path('jetton/wallets', { owner_address: [address], limit: 20 }),
      v3Path('nft/items', { owner_address: [address], limit: 20 }),
    )
  }
  return { v2: (await answered(origin, v2)).map(question), v3: (await answered(origin, v3)).map(question) }
}

/** Returns the paths that are answered with 200: not every account is a token. */
async function answered(origin: string, paths: readonly string[]): Promise<readonly string[]> {
  const kept: string[] = []
  for (const path of paths) {
    const response = await fetch(`${origin}${path}`)
    await response.arrayBuffer()
    if (response.status === 200) kept.push(path)
  }
  return kept
}

/** Runs `load` beside streams of all transactions of the scenario's accounts, and a sender that uses the faucet. */
async function withStreams<Result>(
  server: GatewayProcess,
  count: number,
  load: () => Promise<Result>,
): Promise<Result> {
  const { scenario } = await devnetOf(server.origin)
  const addresses = scenario.map(({ address }) => address)
  const subscription: Subscription = { types: ['transactions', 'actions'], addresses }
  const streams = await Promise.all(
    Array.from({ length: count }, () => openSse(server.origin, subscription, () => {})),
  )
  const stop = new AbortController()
  const sender = send(server, addresses, stop.signal)
  try {
    return await load()
  } finally {
    stop.abort()
    await sender
    for (const stream of streams) stream.close()
  }
}

async function send({ origin }: GatewayProcess, addresses: readonly string[], signal: AbortSignal) {
  for (let next = 0; !signal.aborted; next++) {
    const address = addresses[next % addresses.length]
    await answer(`${origin}/api/tonscope/devnet/faucet`, { address, amount: '1000000' })
    await sleep(SEND_PAUSE_MS)
  }
}
