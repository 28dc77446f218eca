import { spawn } from 'node:child_process'

export type CommandOptions = {
  readonly cwd?: string
  readonly deadlineMs: number
  /** Variables beside those of this process. */
  readonly env?: NodeJS.ProcessEnv
  /** Its input stays open and empty, for a program that fails at the end of its input. */
  readonly hasInput?: boolean
}

export type CommandResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Longest output kept of a command, in characters; a client's tally is far below it. */
const OUTPUT_LIMIT = 4_000_000

/**
 * Runs a command to its end, and kills it at the deadline (then `code` is null).
 * @throws if the command does not exist
 */
export function runCommand(
  [command, ...parameters]: readonly [string, ...string[]],
  { cwd, deadlineMs, env, hasInput }: CommandOptions,
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      ...(cwd && { cwd }),
      env: { ...process.env, ...env },
      stdio: [hasInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.setEncoding('utf8').on('data', (text: string) => {
        output[stream] = (output[stream] + text).slice(-OUTPUT_LIMIT)
      })
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ code, ...output })
    })
  })
}

/** Returns what a command prints, or undefined if it does not exist or fails. */
export async function versionOf(command: readonly [string, ...string[]]): Promise<string | undefined> {
  const result = await runCommand(command, { deadlineMs: 20_000 }).catch(() => undefined)
  return result?.code === 0 ? result.stdout.trim() || result.stderr.trim() : undefined
}

/** The end of a failed command's error output, for a message. */
export function lastLines({ stdout, stderr }: CommandResult): string {
  return (stderr.trim() || stdout.trim()).split('\n').slice(-3).join(' | ').slice(-600)
}
