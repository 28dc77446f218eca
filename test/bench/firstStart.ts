import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { formatGlobalConfig, parseGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { type PublicNetwork, startPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { cpuMs, type GatewayProcess, peakMb, round, startGatewayProcess } from './gatewayProcess.ts'
import { benchServers, NETWORK, secondsSince } from './stretch.ts'

const SERVER = fileURLToPath(new URL('./trustServer.ts', import.meta.url))
const KEY_BLOCKS = Number(process.env.KEY_BLOCKS ?? 1_500)
const VALIDATORS = Number(process.env.VALIDATORS ?? 100)
/** Elections take the next keys of so many in turn. */
const KEYS = VALIDATORS * 10
const GOAL_S = 20
const ASK_MS = 100
const DEADLINE_MS = 300_000

type Served = { readonly config: string; readonly headSeqno: number }
type Reading = { readonly seqno: number | undefined; readonly proved: number | undefined }

/**
 * First start over a simulated public network: the proof over 1,500 key blocks, and the same when the process is killed
 * in the middle of it. The chain is served by a process of its own, with its answers ready.
 */
export async function* benchFirstStart(): AsyncGenerator<object> {
  const chain = spawn(
    process.execPath,
    ['--experimental-strip-types', SERVER, `${KEY_BLOCKS}`, `${VALIDATORS}`, `${KEYS}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const folder = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  let network: PublicNetwork | undefined
  try {
    const served = await readServed(chain.stdout)
    network = await startPublicNetwork({ chain: parseGlobalConfig(served.config), servers: benchServers() })
    const file = join(folder, 'public.json')
    writeFileSync(file, formatGlobalConfig(network.config))
    const start = (name: string) => () =>
      startGatewayProcess({ network: file, dataDir: join(folder, name), options: ['--index', 'off'] })
    const setting = { ...NETWORK, key_blocks: KEY_BLOCKS, validators: VALIDATORS }
    const whole = await measure(start('whole'), network, served.headSeqno)
    yield { ...setting, what: 'first start', goal_s: GOAL_S, ...whole }
    const begun = await measure(start('killed'), network, served.headSeqno, KEY_BLOCKS / 2)
    yield { ...setting, what: 'first start, killed in the middle', ...begun }
    const rest = await measure(start('killed'), network, served.headSeqno)
    yield { ...setting, what: 'the start after that', ...rest }
  } finally {
    await network?.close()
    chain.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** From the start of the process to its first answer, or until it is killed after `until` key blocks. */
async function measure(
  start: () => Promise<GatewayProcess>,
  network: PublicNetwork,
  head: number,
  until?: number,
) {
  network.ledger.reset()
  const begun = performance.now()
  const gateway = await start()
  const readyS = secondsSince(begun)
  let firstS: number | undefined
  const seen = new Set<number>()
  try {
    for (;;) {
      if (performance.now() - begun > DEADLINE_MS) throw new Error('the head is not proved')
      const { seqno, proved } = await read(gateway)
      if (proved !== undefined) firstS ??= secondsSince(begun)
      if (proved !== undefined) seen.add(proved)
      if (seqno === head || (proved ?? 0) >= (until ?? Number.POSITIVE_INFINITY)) break
      await sleep(ASK_MS)
    }
    const seconds = secondsSince(begun)
    const { queries, bytesReceived, refusals, servers } = network.ledger.entry
    return {
      seconds: round(seconds),
      ready_s: round(readyS),
      progress_first_s: firstS === undefined ? null : round(firstS),
      progress_values: seen.size,
      proofs_asked: queries.getBlockProof ?? 0,
      megabytes: round(bytesReceived / 1e6),
      refusals,
      servers_asked: Object.keys(servers).length,
      cpu_s: round(cpuMs(gateway.pid) / 1_000),
      peak_mb: peakMb(gateway.pid),
    }
  } finally {
    if (until !== undefined) process.kill(gateway.pid, 'SIGKILL')
    await gateway.close()
  }
}

async function read({ origin }: GatewayProcess): Promise<Reading> {
  const response = await fetch(`${origin}/api/v2/getMasterchainInfo`, {
    signal: AbortSignal.timeout(DEADLINE_MS),
  })
  const { result, error = '' } = (await response.json()) as {
    result?: { last: { seqno: number } }
    error?: string
  }
  if (response.status === 200) return { seqno: result?.last.seqno, proved: undefined }
  // "proving key block 17 of about 40; …"
  const proved = /^proving key block (\d+)/.exec(error)?.[1]
  return { seqno: undefined, proved: proved === undefined ? undefined : Number(proved) - 1 }
}

async function readServed(stdout: NodeJS.ReadableStream): Promise<Served> {
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as Served
  }
  throw new Error('the chain is not served')
}
