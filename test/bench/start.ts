import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const CLI = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
const RUNS = 7
const DEADLINE_MS = 30_000

type Start = { readonly readyMs: number; readonly firstAnswerMs: number; readonly rssMiB: number }

/** Start of the built program on the sample network: to its ready line, and to the first verified answer. */
export async function benchStart(): Promise<readonly object[]> {
  const starts: Start[] = []
  for (let run = 0; run < RUNS; run++) starts.push(await startOnce())
  return [
    {
      network: 'sample',
      runs: RUNS,
      ready_ms_median: median(starts.map((start) => start.readyMs)),
      first_answer_ms_median: median(starts.map((start) => start.firstAnswerMs)),
      first_answer_ms_max: Math.max(...starts.map((start) => start.firstAnswerMs)),
      rss_mib_median: median(starts.map((start) => start.rssMiB)),
    },
  ]
}

async function startOnce(): Promise<Start> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const begin = performance.now()
  const child = spawn(
    process.execPath,
    [CLI, 'serve', '--network', 'sample', '--port', '0', '--data-dir', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const deadline = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS)
  try {
    const origin = await readyOrigin(child.stdout)
    const readyMs = performance.now() - begin
    const response = await fetch(`${origin}/api/v2/getMasterchainInfo`)
    const body = (await response.json()) as { ok: boolean }
    if (!body.ok) throw new Error(`the first answer was ${JSON.stringify(body)}`)
    const firstAnswerMs = performance.now() - begin
    return { readyMs: round(readyMs), firstAnswerMs: round(firstAnswerMs), rssMiB: await rssMiB(child.pid) }
  } finally {
    clearTimeout(deadline)
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function readyOrigin(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const origin = /^Tonscope ready at (\S+) /.exec(line)?.[1]
    if (origin) return origin
  }
  throw new Error('the program ended without its ready line')
}

async function rssMiB(pid: number | undefined): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  // Linux only; elsewhere the figure is left at 0 rather than guessed.
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function round(milliseconds: number): number {
  return Math.round(milliseconds)
}
