import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledFile } from '../../fixtures/bundle/bundledFile.ts'
import { until } from '../../fixtures/until.ts'

/** Runs the program in a process of its own, and returns its exit code and its output. */

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
/** Short commands share compiled code. A server runs without it, because its memory is measured. */
const COMMAND_ENV = { ...process.env, NODE_COMPILE_CACHE: join(PROJECT, 'node_modules/.cache/tonscope-cli') }
/** A start takes a second where nothing else runs. */
const START_DEADLINE_MS = 25_000

export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type Program = {
  readonly pid: number
  readonly ended: Promise<Ended>
  stdout(): string
  kill(signal: NodeJS.Signals): void
}

const running = new Set<ChildProcess>()

/** Starts `tonscope ARGS`. */
export function start(...args: readonly string[]): Program {
  const child = spawn(process.execPath, [bundledFile('cli'), ...args], {
    cwd: PROJECT,
    env: args[0] === 'serve' ? process.env : COMMAND_ENV,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child)
    return { code, signal, stdout, stderr }
  })
  return {
    pid: child.pid as number,
    ended,
    stdout: () => stdout,
    kill: (signal) => {
      child.kill(signal)
    },
  }
}

/** Ends the processes that a test left running. */
export async function endAll(): Promise<void> {
  const left = [...running].map((child) => (child.exitCode === null ? once(child, 'close') : undefined))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(left)
}

export type Serving = Program & { readonly url: string; readonly port: number }

/** Starts `tonscope serve ARGS` and waits for its line. */
export async function serve(...args: readonly string[]): Promise<Serving> {
  const program = start('serve', ...args)
  const failed = program.ended.then(({ code, stderr }) => {
    throw new Error(`serve ended with ${code}: ${stderr}`)
  })
  failed.catch(() => {})
  const url = await Promise.race([readyUrl(program), failed])
  return { ...program, url, port: Number(new URL(url).port) }
}

function readyUrl(program: Program): Promise<string> {
  return until(
    () => `the gateway is ready; printed ${program.stdout() || 'nothing'}`,
    () => /^Tonscope ready at (\S+) /m.exec(program.stdout())?.[1],
    { timeoutMs: START_DEADLINE_MS },
  )
}
