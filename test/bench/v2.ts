import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Address } from '@ton/core'
import { v2Path } from '#shared/schema/v2/client.ts'
import type { V2Name, V2Request, V2Result } from '#shared/schema/v2/operations.ts'
import { shardFromSigned } from '#shared/ton/shard.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import { httpRequest } from './httpLane.ts'
import type { LoadFigures, LoadOrder } from './v2Load.ts'

const CONNECTIONS = 16
const ROUNDS = 5
const MILLISECONDS = { latency: 600, throughput: 1_000, warmUp: 1_500 }
const OVERHEAD_GOAL_MS = 0.6
const RATIO_GOAL = 0.6
const CACHED_GOAL = 10_000

const SEQNO_METHOD = { name: 'seqno', id: 85_143n }
/** A VmStack without entries. */
const EMPTY_STACK = Buffer.from('te6cckEBAQEABQAABgAAANAJX0U=', 'base64')
/** `mode` of runSmcMethod: the result. */
const RESULT = 4

type Target = LoadOrder extends infer Order
  ? Order extends LoadOrder
    ? Omit<Order, 'parallel' | 'milliseconds'>
    : never
  : never

type Contest = { readonly operation: string; readonly gateway: Target; readonly raw: Target }

/**
 * Operations of `/api/v2` through a gateway without cache, proofs checked, beside the liteserver query that each is
 * about, through the gateway's own kind of pool with its answers believed: latency with one connection, requests per
 * second with sixteen, from a process of its own. Then one answer that is at hand.
 */
export async function benchV2(): Promise<readonly object[]> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const devnet = { traffic: false, blockInterval: 0 }
  const gateway = await startGateway({ port: 0, dataDir: join(dir, 'devnet'), devnet, cache: false })
  const network = gateway.globalConfigFile ?? ''
  const keeping = await startGateway({ port: 0, dataDir: join(dir, 'keeping'), network })
  const loader = fork(fileURLToPath(new URL('./v2Load.ts', import.meta.url)), { serialization: 'advanced' })
  try {
    const lines: object[] = []
    for (const contest of await contests(gateway, network)) lines.push(await compare(loader, contest))
    return [...lines, await benchKept(loader, keeping)]
  } finally {
    loader.disconnect()
    await keeping.close()
    await gateway.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function contests(gateway: Gateway, globalConfig: string): Promise<readonly Contest[]> {
  const status = await gateway.devnet?.status()
  const names = (status?.scenario ?? []).map(({ address }) => address)
  const wallet = status?.scenario.find(({ kind }) => /wallet v[45]/.test(kind))?.address ?? ''
  const { last } = await result(gateway, 'getMasterchainInfo', {})
  const busy = await accountWithTransactions(gateway, names, 10)
  const [newest] = await result(gateway, 'getTransactions', { address: busy, limit: 1 })
  if (!newest) throw new Error('the scenario has no transaction')
  const { lt, hash } = newest.transaction_id
  const id = {
    workchain: last.workchain,
    shard: shardFromSigned(BigInt(last.shard)),
    seqno: last.seqno,
    rootHash: Buffer.from(last.root_hash, 'base64'),
    fileHash: Buffer.from(last.file_hash, 'base64'),
  }
  const accountId = (text: string) => {
    const { workChain, hash } = Address.parse(text)
    return { workchain: workChain, id: hash }
  }
  const raw = (
    fn: LoadOrder extends infer O ? (O extends { fn: infer F } ? F : never) : never,
    request: object,
  ) => ({ kind: 'raw', globalConfig, fn, request }) as const
  return [
    {
      operation: 'getMasterchainInfo',
      gateway: get(gateway, 'getMasterchainInfo', {}),
      raw: raw('getMasterchainInfo', {}),
    },
    {
      operation: 'getAddressInformation',
      gateway: get(gateway, 'getAddressInformation', { address: wallet }),
      raw: raw('getAccountState', { id, account: accountId(wallet) }),
    },
    {
      operation: 'getTransactions, limit 10, proved before',
      gateway: get(gateway, 'getTransactions', { address: busy, limit: 10 }),
      raw: raw('getTransactions', {
        count: 10,
        account: accountId(busy),
        lt: BigInt(lt),
        hash: Buffer.from(hash, 'base64'),
      }),
    },
    {
      operation: 'runGetMethod, seqno of a wallet',
      gateway: post(gateway, 'runGetMethod', { address: wallet, method: SEQNO_METHOD.name, stack: [] }),
      raw: raw('runSmcMethod', {
        mode: RESULT,
        id,
        account: accountId(wallet),
        methodId: SEQNO_METHOD.id,
        params: EMPTY_STACK,
      }),
    },
    {
      operation: 'getShards?seqno',
      gateway: get(gateway, 'getShards', { seqno: last.seqno }),
      raw: raw('getAllShardsInfo', { id }),
    },
  ]
}

async function compare(loader: ChildProcess, { operation, gateway, raw }: Contest): Promise<object> {
  const rounds: { readonly gateway: Measured; readonly raw: Measured }[] = []
  for (const target of [gateway, raw]) await run(loader, target, CONNECTIONS, MILLISECONDS.warmUp)
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({ gateway: await measured(loader, gateway), raw: await measured(loader, raw) })
  }
  const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
  const overhead = of((round) => round.gateway.latency.p50 - round.raw.latency.p50)
  const ratio = of((round) => round.gateway.perSecond / round.raw.perSecond)
  return {
    operation,
    p50_ms: figure(of((round) => round.gateway.latency.p50)),
    p99_ms: figure(of((round) => round.gateway.latency.p99)),
    raw_p50_ms: figure(of((round) => round.raw.latency.p50)),
    raw_p99_ms: figure(of((round) => round.raw.latency.p99)),
    overhead_p50_ms: figure(overhead),
    overhead_goal: OVERHEAD_GOAL_MS,
    overhead_reached: overhead <= OVERHEAD_GOAL_MS,
    cpu_us: Math.round(of((round) => round.gateway.cpu)),
    per_second: Math.round(of((round) => round.gateway.perSecond)),
    raw_per_second: Math.round(of((round) => round.raw.perSecond)),
    ratio: figure(ratio),
    ratio_goal: RATIO_GOAL,
    ratio_reached: ratio >= RATIO_GOAL,
  }
}

async function benchKept(loader: ChildProcess, gateway: Gateway): Promise<object> {
  const target = get(gateway, 'getMasterchainInfo', {})
  await run(loader, target, CONNECTIONS, MILLISECONDS.warmUp)
  const rounds: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measured(loader, target))
  const perSecond = median(rounds.map((round) => round.perSecond))
  return {
    operation: 'getMasterchainInfo, cached',
    p50_ms: figure(median(rounds.map(({ latency }) => latency.p50))),
    p99_ms: figure(median(rounds.map(({ latency }) => latency.p99))),
    cpu_us: Math.round(median(rounds.map(({ cpu }) => cpu))),
    per_second: Math.round(perSecond),
    goal: CACHED_GOAL,
    reached: perSecond >= CACHED_GOAL,
  }
}

type Measured = {
  readonly latency: LoadFigures
  readonly perSecond: number
  /** Of the gateway's own thread (this one) per request, microseconds: about the same on a busy machine. */
  readonly cpu: number
}

async function measured(loader: ChildProcess, target: Target): Promise<Measured> {
  const latency = await run(loader, target, 1, MILLISECONDS.latency)
  const before = process.threadCpuUsage()
  const { count, perSecond } = await run(loader, target, CONNECTIONS, MILLISECONDS.throughput)
  const { user, system } = process.threadCpuUsage(before)
  return { latency, perSecond, cpu: (user + system) / count }
}

async function run(
  loader: ChildProcess,
  target: Target,
  parallel: number,
  milliseconds: number,
): Promise<LoadFigures> {
  const answer = once(loader, 'message', { signal: AbortSignal.timeout(60_000) })
  loader.send({ ...target, parallel, milliseconds })
  const [{ figures, error }] = (await answer) as [{ figures?: LoadFigures; error?: string }]
  if (!figures) throw new Error(error)
  return figures
}

function get<Name extends V2Name>({ port }: Gateway, name: Name, request: V2Request<Name>): Target {
  const text = httpRequest(`127.0.0.1:${port}`, v2Path(name, request))
  return { kind: 'http', question: { port, request: text, expected: '{"ok":true,' } }
}

function post<Name extends V2Name>({ port }: Gateway, name: Name, request: V2Request<Name>): Target {
  const text = httpRequest(`127.0.0.1:${port}`, `/api/v2/${name}`, request)
  return { kind: 'http', question: { port, request: text, expected: '"exit_code":0' } }
}

async function result<Name extends V2Name>(
  { url }: Gateway,
  name: Name,
  request: V2Request<Name>,
): Promise<V2Result<Name>> {
  const response = await fetch(`${url}${v2Path(name, request)}`)
  const answer = (await response.json()) as { readonly ok: boolean; readonly result: V2Result<Name> }
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
  return answer.result
}

async function accountWithTransactions(
  gateway: Gateway,
  addresses: readonly string[],
  count: number,
): Promise<string> {
  for (const address of addresses) {
    const found = await result(gateway, 'getTransactions', { address, limit: count })
    if (found.length === count) return address
  }
  throw new Error(`no account of the scenario has ${count} transactions`)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function figure(value: number): number {
  return Number(value.toPrecision(3))
}
