import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Executor } from '@ton/sandbox/dist/executor/Executor.js'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'

/** v4 r2 wallet of the sample network. */
const WALLET = '0:11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366'
const METHOD = 'seqno'
const METHOD_ID = 85_143
const RUNS = 2_000
const WARM_UP = 300
const CONNECTIONS = 16
const ROUNDS = 3

type Call = () => Promise<unknown>

/** Get-methods through HTTP, on verified state, against the executor called in a loop: the best of three rounds each. */
export async function benchGetMethods(): Promise<readonly object[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const gateway = await startGateway({ network: 'sample', cache: false, port: 0, dataDir })
  try {
    const overHttp = httpCall(gateway)
    const raw = await rawCall(gateway)
    await Promise.all([perSecond(overHttp, WARM_UP, CONNECTIONS), perSecond(raw, WARM_UP, 1)])
    const rounds: { http: number; raw: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        http: await perSecond(overHttp, RUNS, CONNECTIONS),
        raw: await perSecond(raw, RUNS, 1),
      })
    }
    const http = Math.max(...rounds.map((round) => round.http))
    const executor = Math.max(...rounds.map((round) => round.raw))
    return [
      {
        network: 'sample',
        method: METHOD,
        runs: RUNS * ROUNDS,
        http_per_second: Math.round(http),
        executor_per_second: Math.round(executor),
        ratio: Math.round((http / executor) * 100) / 100,
      },
    ]
  } finally {
    await gateway.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function perSecond(call: Call, runs: number, parallel: number): Promise<number> {
  let left = runs
  const begin = performance.now()
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (left-- > 0) await call()
    }),
  )
  return runs / ((performance.now() - begin) / 1000)
}

function httpCall(gateway: Gateway): Call {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const body = JSON.stringify({ address: WALLET, method: METHOD, stack: [] })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return () =>
    new Promise((resolve, reject) => {
      const asked = request(
        `${gateway.url}/api/v2/runGetMethod`,
        { method: 'POST', agent, headers },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            if (response.statusCode === 200 && text.includes('"exit_code":0')) resolve(text)
            else reject(new Error(`the gateway answered ${response.statusCode}: ${text}`))
          })
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
}

async function result<R>(gateway: Gateway, path: string): Promise<R> {
  const response = await fetch(`${gateway.url}/api/v2/${path}`)
  return ((await response.json()) as { result: R }).result
}

/** The same run on the same state with the executor itself, everything prepared. */
async function rawCall(gateway: Gateway): Promise<Call> {
  type State = { code: string; data: string; balance: string; sync_utime: number }
  const state = await result<State>(gateway, `getAddressInformation?address=${WALLET}`)
  const { config } = await result<{ config: { bytes: string } }>(gateway, 'getConfigAll')
  const executor = (await Executor.create()) as unknown as {
    invoke(method: string, args: readonly string[]): number
    extractString(pointer: number): string
  }
  const params = JSON.stringify({
    code: state.code,
    data: state.data,
    verbosity: 0,
    libs: '',
    address: WALLET,
    unixtime: state.sync_utime,
    balance: state.balance,
    rand_seed: '00'.repeat(32),
    gas_limit: '4000000',
    method_id: METHOD_ID,
    debug_enabled: false,
  })
  // A VmStack without entries.
  const stack = 'te6cckEBAQEABQAABgAAANAJX0U='
  const once = () =>
    JSON.parse(executor.extractString(executor.invoke('_run_get_method', [params, stack, config.bytes])))
  const { output } = once()
  if (output?.vm_exit_code !== 0) throw new Error('the executor did not run the method')
  return async () => once()
}
