import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The launcher that users run: it sets the memory limits of the process. */
const CLI = fileURLToPath(new URL('../../src-main/launch/tonscope.mjs', import.meta.url))

/** A gateway with a devnet and an index that follows it, in a process of its own. */
export type GatewayProcess = {
  readonly origin: string
  readonly pid: number
  /** Log lines of level warn and above. */
  readonly warnings: string[]
  close(): Promise<void>
}

export type GatewayProcessOptions = {
  /** Further flags of Node. */
  readonly nodeFlags?: readonly string[] | undefined
  /** Further options of `tonscope serve`. */
  readonly options?: readonly string[] | undefined
  /** Default: a new one, which `close` removes. */
  readonly dataDir?: string | undefined
  /** Default: `devnet`, whose index follows. */
  readonly network?: string | undefined
  /** Folder of another checkout whose program is started; default: this one. */
  readonly checkout?: string | undefined
}

/** Starts `tonscope serve` on any free port and returns when it is ready. */
export async function startGatewayProcess({
  nodeFlags = [],
  options = ['--scenario', 'off', '--traffic', 'off'],
  dataDir,
  network,
  checkout,
}: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const chain = network === undefined ? ['--network', 'devnet', '--index', 'follow'] : ['--network', network]
  const place = [...chain, '--port', '0', '--data-dir', dir]
  const program = checkout === undefined ? CLI : join(checkout, 'src-main/launch/tonscope.mjs')
  const child = spawn(process.execPath, [...nodeFlags, program, 'serve', ...place, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const warnings: string[] = []
  void readWarnings(child, warnings)
  const origin = await readyOrigin(child)
  return {
    origin,
    pid: child.pid ?? 0,
    warnings,
    async close() {
      child.kill('SIGTERM')
      await exited
      if (dataDir === undefined) rmSync(dir, { recursive: true, force: true })
    },
  }
}

async function readWarnings({ stderr }: ChildProcess, warnings: string[]): Promise<void> {
  if (!stderr) return
  for await (const line of createInterface({ input: stderr })) {
    if (/"level":"?([4-6]0|warn|error|fatal)/.test(line)) warnings.push(line)
    if (process.env.BENCH_LOG) console.error(line)
  }
}

async function readyOrigin({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the program has no output')
  const lines = createInterface({ input: stdout })
  for await (const line of lines) {
    const origin = /^Tonscope ready at (\S+) /.exec(line)?.[1]
    if (!origin) continue
    stdout.resume()
    return origin
  }
  throw new Error('the program ended without its ready line')
}

/** Processor time of all threads of a process, milliseconds; Linux only, elsewhere NaN. */
export function cpuMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  // Fields 14 and 15 of proc_pid_stat(5), in ticks of 10 ms; the second field can contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Processor time of a process's running threads, milliseconds, by name: threads of one name are added up. Linux only. */
export function threadCpuMs(pid: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  if (process.platform !== 'linux') return times
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    const read = (name: string) => readFileSync(`/proc/${pid}/task/${task}/${name}`, 'utf8')
    try {
      const name = read('comm').trim()
      // Nanoseconds; proc_pid_stat(5) has ticks of 10 ms only.
      times.set(name, (times.get(name) ?? 0) + Number(read('schedstat').split(' ')[0]) / 1e6)
    } catch (error) {
      // The thread ended after it was listed.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  return times
}

/** Resident memory of a process, MB. */
export function rssMb(pid: number): number {
  return memoryMb(pid).rss_mb
}

/** Resident memory of a process, and its part that no file backs, MB; Linux only, elsewhere NaN. */
export function memoryMb(pid: number): { readonly rss_mb: number; readonly anonymous_mb: number } {
  return { rss_mb: statusMb(pid, 'VmRSS'), anonymous_mb: statusMb(pid, 'RssAnon') }
}

function statusMb(pid: number, field: string): number {
  if (process.platform !== 'linux') return Number.NaN
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return round(Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024)
}

/** Makes the next `peakMb` of a process count from now on. Linux only. */
export function resetPeak(pid: number): void {
  // proc_pid_clear_refs(5): 5 sets VmHWM to VmRSS.
  if (process.platform === 'linux') writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Highest resident memory of a process since its start or the last `resetPeak`, MB; Linux only, elsewhere NaN. */
export function peakMb(pid: number): number {
  return statusMb(pid, 'VmHWM')
}

/** Returns the value below which `part` of the values are. */
export function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN)
}

/** Rounds to one decimal place. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
