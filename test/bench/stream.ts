import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { WebSocket } from 'ws'
import { SSE_PATH, WS_PATH } from '#shared/schema/streaming.ts'
import type { RunningDevnet } from '../../src-main/devnet/runtime/runningDevnet.ts'
import { startDevnet } from '../../src-main/devnet/runtime/startDevnet.ts'
import { startGateway } from '../../src-main/gateway/gateway.ts'
import { formatGlobalConfig, singleServerConfig } from '../../src-main/liteserver/globalConfig.ts'

/** Receives coins from the faucet; nothing else happens to it. */
const ACCOUNT = `0:${'5'.repeat(64)}`
const BLOCKS = 100
const WARM_UP = 10
/** Other clients with the same subscription, on each transport. */
const CROWDS = [0, 200] as const
/** 99th percentile from block to event. */
const GOAL_MS = 200

type Received = {
  readonly type: string
  readonly transactions?: readonly { readonly mc_block_seqno: number }[]
  readonly actions?: readonly { readonly trace_mc_seqno_end: number }[]
}
type Client = { close(): void }

/** Delay from a new masterchain block of the devnet to the events about its transaction, as a client has them. */
export async function benchStream(): Promise<readonly object[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-stream-'))
  // A gateway of a devnet does not tell when a block is made: it gets the config of one that does.
  const devnet = await startDevnet({
    dir: join(dataDir, 'chain'),
    scenario: false,
    traffic: false,
    blockInterval: 0,
  })
  try {
    const network = join(dataDir, 'devnet.json')
    writeFileSync(network, formatGlobalConfig(singleServerConfig(devnet.endpoint())))
    const gateway = await startGateway({
      network,
      index: 'follow',
      port: 0,
      dataDir: join(dataDir, 'gateway'),
      log: pino({ level: 'silent' }),
    })
    try {
      const figures: object[] = []
      for (const crowd of CROWDS) figures.push(...(await measure(gateway.url, devnet, crowd)))
      return figures
    } finally {
      await gateway.close()
    }
  } finally {
    await devnet.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Actions wait until detection and classification have looked at a block. */
const TYPES = ['transactions', 'actions'] as const
type EventType = (typeof TYPES)[number]

/** What a client subscribes to. */
export type Subscription = { readonly types: readonly EventType[]; readonly addresses: readonly string[] }
type Open = (url: string, subscription: Subscription, onEvent: (event: Received) => void) => Promise<Client>
const TRANSPORTS: Readonly<Record<string, Open>> = { sse: openSse, ws: openWs }
const CASES = Object.keys(TRANSPORTS).flatMap((transport) => TYPES.map((type) => ({ transport, type })))

function seqnoOf({ transactions, actions }: Received): number {
  return transactions?.[0]?.mc_block_seqno ?? actions?.[0]?.trace_mc_seqno_end ?? 0
}

/** All cases at once: each block has an event for a client of each. */
async function measure(url: string, devnet: RunningDevnet, crowd: number): Promise<object[]> {
  /** When blocks were heard of, by their seqno; milliseconds. */
  const made = new Map<number, number>()
  const unhear = devnet.onHead((seqno) => made.set(seqno, performance.now()))
  const heard = new Set<string>()
  let allHeard = Promise.withResolvers<void>()
  const measured = await Promise.all(
    CASES.map(async ({ transport, type }) => {
      const delays: number[] = []
      const client = await (TRANSPORTS[transport] as Open)(url, fieldsOf(type), (event) => {
        const madeAt = made.get(seqnoOf(event))
        if (madeAt === undefined) return
        delays.push(performance.now() - madeAt)
        heard.add(`${transport} ${type}`)
        if (heard.size === CASES.length) allHeard.resolve()
      })
      return { transport, type, delays, client }
    }),
  )
  const others = await Promise.all(
    Object.values(TRANSPORTS).flatMap((open) =>
      Array.from({ length: crowd }, () => open(url, fieldsOf('transactions'), () => {})),
    ),
  )
  for (let i = 0; i < WARM_UP + BLOCKS; i++) {
    allHeard = Promise.withResolvers()
    heard.clear()
    await devnet.faucet({ address: ACCOUNT, amount: 1_000_000n })
    await allHeard.promise
  }
  unhear()
  for (const client of others) client.close()
  return measured.map(({ transport, type, delays, client }) => {
    client.close()
    const sorted = delays.slice(WARM_UP).sort((a, b) => a - b)
    const at = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10
    return {
      events: type,
      transport,
      other_clients: others.length,
      blocks: sorted.length,
      p50_ms: at(0.5),
      p99_ms: at(0.99),
      goal_p99_ms: GOAL_MS,
    }
  })
}

const fieldsOf = (type: EventType): Subscription => ({ types: [type], addresses: [ACCOUNT] })

/** Subscribes over server-sent events; resolves when the gateway has confirmed it. */
export function openSse(
  url: string,
  subscription: Subscription,
  onEvent: (event: Received) => void,
): Promise<Client> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = request(`${url}${SSE_PATH}`, { method: 'POST', agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          const frame = text.slice(0, end)
          text = text.slice(end + 2)
          if (frame.startsWith('event: event\n')) onEvent(JSON.parse(frame.slice(frame.indexOf('{'))))
          else if (frame.startsWith('event: connected')) resolve({ close: () => response.destroy() })
        }
      })
      // Closed by us.
      response.on('error', () => {})
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(subscription))
  })
}

function openWs(
  url: string,
  subscription: Subscription,
  onEvent: (event: Received) => void,
): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${WS_PATH}`)
    socket.on('open', () => socket.send(JSON.stringify({ operation: 'subscribe', ...subscription })))
    socket.on('error', reject)
    socket.on('message', (data) => {
      const value = JSON.parse(String(data))
      if ('type' in value) onEvent(value)
      else resolve({ close: () => socket.terminate() })
    })
  })
}
