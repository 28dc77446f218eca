import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { until } from '../fixtures/until.ts'
import { pathOf as queryOf } from '../integration/v3/askV3.ts'
import type { PresetName } from '../publicNetwork/profiles.ts'
import type { PublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { at, type GatewayProcess, round, startGatewayProcess } from './gatewayProcess.ts'
import { openPublicChain } from './publicChain.ts'

/** Different objects of each question. `OBJECTS=5` for fewer. */
const OBJECTS = Number(process.env.OBJECTS ?? 20)
/** `near`, `public` or `bad`. */
const PRESET = (process.env.PRESET ?? 'near') as PresetName
/** A part of the names of rows; all by default. */
const ROWS = process.env.ROWS ?? ''
/** Another checkout whose gateway is measured beside this one. */
const OTHER = process.env.COMPARE
const ANSWER_MS = 60_000
const RESTART_ROW = 'first answer after a restart'
const RESTARTS = 5
/** Interval of the chain's blocks while it is asked, ms. `BLOCKS_PER_SECOND=2.5` for that of mainnet. */
const BLOCK_MS = 1_000 / Number(process.env.BLOCKS_PER_SECOND ?? 0.25)

/** A question with different objects, and the round trips and queries that it may take. */
type Row = {
  readonly name: string
  readonly budget: readonly [roundTrips: number, queries: number]
  readonly paths: readonly string[]
  /** A question before each measured one, whose answer is not measured: what a page has asked before. */
  readonly before?: (path: string) => string
}

/**
 * Cold questions of a gateway without an index over a simulated public network: of each, the median of different
 * objects in milliseconds and in round trips of the nearest server, the queries, and the longest chain of queries that
 * waited for each other. The gateway is in use: its head is followed. Each row has a gateway of its own, whose later
 * objects can use what the earlier ones have fetched.
 */
export async function* benchPublic(): AsyncGenerator<object> {
  await using chain = await openPublicChain({ preset: PRESET, blockMs: BLOCK_MS })
  const { network, configFile } = chain
  const rows = (await rowsOf(chain.url)).filter(({ name }) => name.includes(ROWS))
  for (const row of rows) {
    yield { preset: PRESET, ...(await measure(row, network, configFile)) }
    if (OTHER !== undefined) {
      yield { preset: PRESET, checkout: 'other', ...(await measure(row, network, configFile, OTHER)) }
    }
  }
  if (!RESTART_ROW.includes(ROWS)) return
  yield { preset: PRESET, ...(await measureRestarts(network, configFile)) }
  if (OTHER === undefined) return
  yield { preset: PRESET, checkout: 'other', ...(await measureRestarts(network, configFile, OTHER)) }
}

type Figure = {
  readonly ms: number
  readonly status: number
  readonly roundTrips: number
  readonly queries: number
  readonly bytes: number
}

async function measure(row: Row, network: PublicNetwork, config: string, checkout?: string): Promise<object> {
  const gateway = await startGatewayProcess({ network: config, checkout, options: ['--index', 'off'] })
  const figures: Figure[] = []
  const refusals: string[] = []
  let names: Readonly<Record<string, number>> = {}
  const servers = network.config.liteservers.map(() => ({ queries: 0, refusals: 0 }))
  try {
    await warmUp(gateway)
    for (const path of row.paths.slice(0, OBJECTS)) {
      if (row.before) await ask(gateway, row.before(path))
      network.ledger.reset()
      const { text, ...figure } = await timed(gateway, network, path)
      names = network.ledger.entry.queries
      for (const [index, counts] of Object.entries(network.ledger.entry.servers)) {
        const server = servers[Number(index)] as (typeof servers)[number]
        server.queries += counts.queries
        server.refusals += counts.refusals
      }
      if (figure.status !== 200) refusals.push(`${figure.status} ${text.slice(0, 160)}`)
      figures.push(figure)
    }
  } finally {
    await gateway.close()
  }
  return {
    ...summary(row, figures, network),
    refused: refusals.length,
    last: names,
    ...(servers.length > 1 && {
      queries_and_refusals: servers.map((one) => `${one.queries}/${one.refusals}`),
    }),
    ...(refusals[0] && { first_refusal: refusals[0] }),
  }
}

/**
 * The first answer of a gateway that has proved the chain in an earlier run, from the moment when it takes requests;
 * queries and round trips are those since the start of its process.
 */
async function measureRestarts(network: PublicNetwork, config: string, checkout?: string): Promise<object> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const start = () => startGatewayProcess({ network: config, checkout, dataDir, options: ['--index', 'off'] })
  const figures: Figure[] = []
  try {
    const first = await start()
    await warmUp(first)
    await first.close()
    for (let run = 0; run < RESTARTS; run++) {
      network.ledger.reset()
      const gateway = await start()
      try {
        figures.push(await timed(gateway, network, '/api/v2/getMasterchainInfo'))
      } finally {
        await gateway.close()
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    ...summary({ name: RESTART_ROW, budget: [3, null] }, figures, network),
    refused: figures.filter(({ status }) => status !== 200).length,
  }
}

async function timed(gateway: GatewayProcess, network: PublicNetwork, path: string) {
  const begun = performance.now()
  const { status, text } = await ask(gateway, path)
  const ms = performance.now() - begun
  const { roundTrips, total, bytesReceived } = network.ledger.entry
  return { ms, status, text, roundTrips, queries: total, bytes: bytesReceived }
}

function summary(
  { name, budget }: { readonly name: string; readonly budget: readonly [number, number | null] },
  figures: readonly Figure[],
  { rttMs }: PublicNetwork,
) {
  const part = (read: (figure: Figure) => number, share = 0.5) => at(figures.map(read), share)
  return {
    question: name,
    objects: figures.length,
    median_ms: part(({ ms }) => ms),
    p90_ms: part(({ ms }) => ms, 0.9),
    time_in_rtt: round(part(({ ms }) => ms) / rttMs),
    round_trips: part(({ roundTrips }) => roundTrips),
    queries: part(({ queries }) => queries),
    kilobytes: round(part(({ bytes }) => bytes) / 1_000),
    budget_rtt: budget[0],
    budget_queries: budget[1],
  }
}

/** Waits until the head is proved and followed, and the configuration is known. */
async function warmUp(gateway: GatewayProcess): Promise<void> {
  await until('the gateway answers', async () => {
    const { status } = await ask(gateway, '/api/v2/getMasterchainInfo')
    return status === 200 || undefined
  })
  await ask(gateway, `/api/v2/runGetMethod`, { address: ELECTOR, method: 'active_election_id', stack: [] })
}

async function ask({ origin }: GatewayProcess, path: string, body?: object) {
  const { pathname, search } = new URL(path, origin)
  const [url, method] = [`${origin}${pathname}`, METHOD.exec(path)?.[1]]
  const json = body ?? (method && { ...Object.fromEntries(new URLSearchParams(search)), method, stack: [] })
  const response = await fetch(json ? url : `${url}${search}`, {
    signal: AbortSignal.timeout(ANSWER_MS),
    ...(json && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    }),
  })
  return { status: response.status, text: await response.text() }
}

const ELECTOR = `-1:${'3'.repeat(64)}`
/** A path of runGetMethod, which is sent as POST. */
const METHOD = /^\/api\/v2\/runGetMethod\?.*method=(\w+)/

const pathOf = (name: string, params: Readonly<Record<string, unknown>>) => `/api/v3/${queryOf(name, params)}`

/** The questions of the table in docs/performance.md, about objects of the devnet's scenario. */
async function rowsOf(url: string): Promise<readonly Row[]> {
  const random = new SeededRandom('objects')
  const list = async <T>(name: string, params: object): Promise<T> => {
    const response = await fetch(`${url}${pathOf(name, { ...params })}`)
    return (await response.json()) as T
  }
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, key: random.next() }))
      .toSorted((a, b) => a.key - b.key)
      .map(({ item }) => item)
  const { transactions } = await list<{ transactions: Transaction[] }>('transactions', { limit: 1_000 })
  const { jetton_wallets } = await list<{ jetton_wallets: Contract[] }>('jetton/wallets', { limit: 200 })
  const { jetton_masters } = await list<{ jetton_masters: Contract[] }>('jetton/masters', { limit: 200 })
  const { nft_items } = await list<{ nft_items: Contract[] }>('nft/items', { limit: 200 })
  const { blocks } = await list<{ blocks: Block[] }>('blocks', { limit: 60, workchain: -1 })
  const { traces } = await list<{ traces: Trace[] }>('traces', { limit: 500 })
  const accounts = shuffled(
    [...new Set(transactions.map(({ account }) => account))].filter((one) => one.startsWith('0:')),
  )
  const wallets = shuffled(jetton_wallets.map(({ address }) => address))
  const items = shuffled(nft_items.map(({ address }) => address))
  const of = (name: string, objects: readonly string[], params: (object: string) => object) =>
    objects.map((object) => pathOf(name, { ...params(object) }))
  const v2 = (name: string, objects: readonly string[], params: (object: string) => Record<string, string>) =>
    objects.map((object) => `/api/v2/${name}?${new URLSearchParams(params(object))}`)
  const address = (object: string) => ({ address: object })
  const busy = traces
    .filter(({ trace_info }) => trace_info.transactions > 5)
    .map(({ transactions_order }) => transactions_order.at(-1) ?? '')
  const accountOf = new Map(transactions.map(({ hash, account }) => [hash, account]))
  /** The history in which a page has shown the transaction. */
  const historyOf = (path: string) => {
    const hash = new URL(path, url).searchParams.get('tx_hash') ?? ''
    return pathOf('transactions', { account: accountOf.get(hash) ?? '', limit: 20 })
  }
  return [
    {
      name: 'v2 getAddressInformation',
      budget: [1.3, 1],
      paths: v2('getAddressInformation', accounts, address),
    },
    { name: 'v3 accountStates', budget: [1.3, 1], paths: of('accountStates', accounts, address) },
    { name: 'v3 walletStates', budget: [1.3, 1], paths: of('walletStates', accounts, address) },
    {
      name: 'v2 getTransactions, 20',
      budget: [3.5, 4],
      paths: v2('getTransactions', accounts, (object) => ({ address: object, limit: '20' })),
    },
    {
      name: 'v2 runGetMethod',
      budget: [2, 2],
      paths: v2('runGetMethod', wallets, (object) => ({ address: object, method: 'get_wallet_data' })),
    },
    {
      name: 'v2 getTokenData of a jetton wallet',
      budget: [5, 8],
      paths: v2('getTokenData', wallets, address),
    },
    { name: 'v2 getTokenData of an item', budget: [5, 8], paths: v2('getTokenData', items, address) },
    { name: 'v3 jetton/wallets?address=', budget: [5, 8], paths: of('jetton/wallets', wallets, address) },
    {
      name: 'v3 jetton/masters?address=',
      budget: [5, 8],
      paths: of('jetton/masters', shuffled(jetton_masters.map((one) => one.address)), address),
    },
    { name: 'v3 nft/items?address=', budget: [5, 8], paths: of('nft/items', items, address) },
    {
      name: 'v3 transactions?account=, 20',
      budget: [8, 60],
      paths: of('transactions', accounts, (object) => ({ account: object, limit: 20 })),
    },
    {
      name: 'v3 traces?account=, 10, with actions',
      budget: [16, 150],
      paths: of('traces', accounts, (object) => ({ account: object, limit: 10, include_actions: true })),
    },
    {
      name: 'v3 traces?tx_hash=, seen in a history',
      budget: [14, 50],
      paths: of('traces', shuffled(busy), (object) => ({ tx_hash: object })),
      before: historyOf,
    },
    {
      name: 'v3 traces?tx_hash=, never seen',
      budget: [14, 50],
      paths: of('traces', shuffled(busy), (object) => ({ tx_hash: object })),
    },
    {
      name: 'v3 blocks of a recent block',
      budget: [3, 6],
      paths: of(
        'blocks',
        blocks.map(({ seqno }) => String(seqno)),
        (seqno) => ({ mc_seqno: seqno }),
      ),
    },
    {
      name: 'v3 transactionsByMasterchainBlock',
      budget: [3, 6],
      paths: of(
        'transactionsByMasterchainBlock',
        blocks.map(({ seqno }) => String(seqno)),
        (seqno) => ({ seqno }),
      ),
    },
  ]
}

type Transaction = { readonly account: string; readonly hash: string }
type Contract = { readonly address: string }
type Block = { readonly seqno: number }
type Trace = {
  readonly trace_info: { readonly transactions: number }
  readonly transactions_order: readonly string[]
}
