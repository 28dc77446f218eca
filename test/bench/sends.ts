import { hash } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadMessage } from '../../src-main/chain/block/message.ts'
import { normalHash } from '../../src-main/chain/block/normalHash.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { signingKey } from '../../src-main/devnet/keys.ts'
import { TestWallet } from '../integration/devnet/wallet.ts'
import { at, cpuMs, round, rssMb, startGatewayProcess, threadCpuMs } from './gatewayProcess.ts'

const WALLETS = 300
/** Messages of each wallet that are measured, after the one that deploys it. */
const ROUNDS = Number(process.env.SENDS_ROUNDS ?? 5)
const CONNECTIONS = 10
const FAUCET_CALLS = 20
const SINGLE_SENDS = 20
/** Of the sends under load, one of this many is followed to its trace. */
const TRACED = 60
/** Transfers of a wallet v3 per message. */
const FAN_OUT = 4
const POLL_MS = 2
const TON = 1_000_000_000n
const DEADLINE_MS = 120_000
/** After the load, until memory is read again. */
const REST_MS = Number(process.env.SENDS_REST_MS ?? 60_000)

const GOALS = { externals_per_second: 600, faucet_p50_ms: 20, trace_visible_rest_p50_ms: 100 }

type Head = { readonly seqno: number; readonly waiting_messages: number }
type Sent = { readonly body: string; readonly hash: string }

/**
 * Transfers of many wallets through `sendBoc` of a devnet with its index, in a process of its own: how many are
 * included a second, and how long a client waits for an answer, for the faucet and for a trace.
 */
export async function benchSends(): Promise<readonly object[]> {
  const server = await startGatewayProcess({ nodeFlags: process.env.SENDS_NODE_FLAGS?.split(' ') })
  const api = createClient(server.origin)
  try {
    const wallets = createWallets()
    await sleep(REST_MS / 4)
    const rssStart = rssMb(server.pid)
    const faucet = await fund(api, wallets)
    const deploys = await sendAll(api, wallets, 1)
    const cpuBefore = cpuMs(server.pid)
    const threadsBefore = threadCpuMs(server.pid)
    const load = await sendAll(api, wallets, ROUNDS)
    const cpu = cpuMs(server.pid) - cpuBefore
    const threads = threadCpuMs(server.pid)
    const rssLoad = rssMb(server.pid)
    const seqnos = await Promise.all(wallets.map((wallet) => api.seqno(wallet)))
    const lost = seqnos.filter((seqno, index) => seqno !== wallets[index]?.seqno).length
    const rest = await singleSends(api, wallets)
    await sleep(REST_MS)
    // All messages are included, so a line that says that one of them was dropped is wrong.
    const misleading = server.warnings.filter((line) =>
      /comes to nothing|not pending any more/.test(line),
    ).length
    return [
      {
        wallets: WALLETS,
        connections: CONNECTIONS,
        externals: WALLETS * ROUNDS,
        ...load,
        cpu_ms_per_external: round(cpu / (WALLETS * ROUNDS)),
        cpu_ms_per_external_by_thread: perExternal(threadsBefore, threads),
        deploys_per_second: deploys.externals_per_second,
        wallets_with_lost_messages: lost,
        faucet_p50_ms: at(faucet, 0.5),
        faucet_max_ms: at(faucet, 1),
        trace_visible_rest_p50_ms: at(rest.visible, 0.5),
        trace_visible_rest_p99_ms: at(rest.visible, 0.99),
        send_rest_p50_ms: at(rest.answered, 0.5),
        rss_mb: { start: rssStart, after_load: rssLoad, minute_later: rssMb(server.pid) },
        warnings: server.warnings.length,
        misleading_lines: misleading,
        goals: GOALS,
      },
    ]
  } finally {
    api.close()
    await server.close()
  }
}

/** Milliseconds of each thread per external, those left out that had less than 0.01. */
function perExternal(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const entries = [...after].map(([name, ms]) => {
    const share = (ms - (before.get(name) ?? 0)) / (WALLETS * ROUNDS)
    return [name, Math.round(share * 100) / 100] as const
  })
  return Object.fromEntries(entries.filter(([, share]) => share > 0))
}

/** Sends `rounds` transfers of each of 300 wallets to a running gateway and returns when the index has them. */
export async function sendLoad(origin: string, rounds: number = ROUNDS): Promise<object> {
  const api = createClient(origin)
  try {
    const wallets = createWallets()
    await fund(api, wallets)
    await sendAll(api, wallets, 1)
    return { externals: WALLETS * rounds, ...(await sendAll(api, wallets, rounds)) }
  } finally {
    api.close()
  }
}

function createWallets(): readonly TestWallet[] {
  return Array.from(
    { length: WALLETS },
    (_, index) => new TestWallet(signingKey(hash('sha256', `sends ${index}`, 'buffer')), 0, 698983191),
  )
}

/** Funds one wallet, which funds four others, and so on. Returns the times of faucet calls, ms. */
async function fund(api: Client, wallets: readonly TestWallet[]): Promise<number[]> {
  const source = new TestWallet(signingKey(hash('sha256', 'sends source', 'buffer')), 0, 698983191)
  const times: number[] = []
  for (let call = 0; call < FAUCET_CALLS; call++) {
    const begin = performance.now()
    await api.post('/api/tonscope/devnet/faucet', {
      address: source.address.toRawString(),
      amount: String(1000n * TON),
    })
    times.push(performance.now() - begin)
    // A call at rest: nothing of the one before is on its way.
    await api.idle()
  }
  for (let begin = 0; begin < wallets.length; begin += FAN_OUT) {
    const transfers = wallets.slice(begin, begin + FAN_OUT).map(({ address }) => ({
      to: address,
      amount: 20n * TON,
    }))
    await api.send(nextMessage(source, transfers))
    await api.idle()
  }
  return times
}

function nextMessage(wallet: TestWallet, transfers: Parameters<TestWallet['message']>[0]): Sent {
  const boc = wallet.message(transfers, { now: Math.floor(Date.now() / 1000) })
  wallet.seqno++
  const message = parseCell(parseBocRoot(boc), 'Message', loadMessage)
  return { body: JSON.stringify({ boc: boc.toString('base64') }), hash: normalHash(message).toString('hex') }
}

/** Sends `rounds` transfers of each wallet to its neighbour; a wallet's next waits until the one before is included. */
async function sendAll(api: Client, wallets: readonly TestWallet[], rounds: number) {
  const queue: Sent[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [index, wallet] of wallets.entries()) {
      const to = wallets[(index + 1) % wallets.length] as TestWallet
      queue.push(nextMessage(wallet, [{ to: to.address, amount: 1000n }]))
    }
  }
  const answered: number[] = []
  const traces: Promise<number>[] = []
  let refused = 0
  let maxBacklog = 0
  const backlog = setInterval(async () => {
    maxBacklog = Math.max(maxBacklog, await api.backlog())
  }, 250)
  const before = await api.head()
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let sent = queue.shift(); sent; sent = queue.shift()) {
        for (;;) {
          const sentAt = performance.now()
          if (await api.trySend(sent)) {
            answered.push(performance.now() - sentAt)
            if (answered.length % TRACED === 0) traces.push(api.visible(sent, sentAt, 20))
            break
          }
          // The wallet's message before is not in a block yet.
          refused++
          await sleep(POLL_MS)
        }
      }
    }),
  )
  await api.included()
  const includedMs = performance.now() - begin
  clearInterval(backlog)
  const visible = await Promise.all(traces)
  await api.indexed()
  const indexedMs = performance.now() - begin
  const after = await api.head()
  return {
    externals_per_second: round((answered.length * 1000) / includedMs),
    send_p50_ms: at(answered, 0.5),
    send_p99_ms: at(answered, 0.99),
    trace_visible_p50_ms: at(visible, 0.5),
    trace_visible_p99_ms: at(visible, 0.99),
    blocks: after.seqno - before.seqno,
    max_backlog_blocks: maxBacklog,
    index_behind_ms: round(indexedMs - includedMs),
    refused_early: refused,
  }
}

/** One send after the other, each until its trace is visible. */
async function singleSends(api: Client, wallets: readonly TestWallet[]) {
  const visible: number[] = []
  const answered: number[] = []
  for (const wallet of wallets.slice(0, SINGLE_SENDS)) {
    await api.idle()
    const to = wallets[WALLETS - 1] as TestWallet
    const sent = nextMessage(wallet, [{ to: to.address, amount: 1000n }])
    const begin = performance.now()
    await api.send(sent)
    answered.push(performance.now() - begin)
    visible.push(await api.visible(sent, begin, POLL_MS))
  }
  return { visible, answered }
}

type Client = ReturnType<typeof createClient>

/** Connections are kept; those that send are apart from those that look. */
function createClient(origin: string) {
  const sending = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const looking = new Agent({ keepAlive: true })

  function call(agent: Agent, path: string, body?: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const method = body === undefined ? 'GET' : 'POST'
      const sent = request(`${origin}${path}`, { agent, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.on('error', reject)
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  async function answer(path: string, body?: object): Promise<unknown> {
    const { status, text } = await call(looking, path, body && JSON.stringify(body))
    if (status !== 200) throw new Error(`${path} answers ${status}: ${text}`)
    const value = JSON.parse(text)
    return value.result ?? value
  }

  async function until(isTrue: () => Promise<boolean>, pauseMs: number, what: string): Promise<void> {
    const end = performance.now() + DEADLINE_MS
    while (!(await isTrue())) {
      if (performance.now() > end) throw new Error(`${what} did not happen in ${DEADLINE_MS} ms`)
      await sleep(pauseMs)
    }
  }

  async function trySend(sent: Sent): Promise<boolean> {
    const { status, text } = await call(sending, '/api/v2/sendBoc', sent.body)
    if (status === 200) return true
    if (text.includes('exitcode=')) return false
    throw new Error(`sendBoc answers ${status}: ${text}`)
  }

  const head = () => answer('/api/tonscope/devnet') as Promise<Head>
  const indexHead = async () => {
    const { last } = (await answer('/api/v3/masterchainInfo')) as { last: { seqno: number } }
    return last.seqno
  }
  const included = () => until(async () => (await head()).waiting_messages === 0, POLL_MS, 'inclusion')
  const backlog = async () => (await head()).seqno - (await indexHead())
  const indexed = () => until(async () => (await backlog()) === 0, POLL_MS, 'indexing')

  return {
    head,
    included,
    indexed,
    backlog,
    trySend,
    post: answer,
    async send(sent: Sent): Promise<void> {
      await until(() => trySend(sent), POLL_MS, 'a send')
    },
    /** No block was made for a moment and the index has the newest one. */
    async idle(): Promise<void> {
      for (let seqno = 0; ; ) {
        await included()
        await indexed()
        const now = (await head()).seqno
        if (now === seqno) return
        seqno = now
        await sleep(60)
      }
    },
    /** Milliseconds from `begin` until the message's trace is found. */
    async visible({ hash }: Sent, begin: number, pauseMs: number): Promise<number> {
      const find = async () => {
        const { status, text } = await call(looking, `/api/v3/traces?msg_hash=${hash}`)
        // 503: the index is some blocks behind.
        if (status !== 200 && status !== 503) throw new Error(`v3/traces answers ${status}: ${text}`)
        return status === 200 && JSON.parse(text).traces.length > 0
      }
      await until(find, pauseMs, 'a trace')
      return performance.now() - begin
    },
    async seqno({ address }: TestWallet): Promise<number> {
      const found = await answer(`/api/v2/getWalletInformation?address=${address.toRawString()}`)
      return (found as { seqno: number }).seqno
    },
    close() {
      sending.destroy()
      looking.destroy()
    },
  }
}
