import { readdir, readFile, readlink } from 'node:fs/promises'

const LISTENING = '0A'
/** Maximum length of a command line in a message, in characters. */
const MAX_COMMAND_LINE = 120

/** Returns the inodes of the sockets that listen on a port, from /proc/net/tcp and tcp6. */
async function listeningInodes(port: number): Promise<ReadonlySet<string>> {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  )
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)))
  return new Set(
    rows
      .filter(([, local, , state]) => local?.endsWith(suffix) && state === LISTENING)
      .map((columns) => columns[9] ?? ''),
  )
}

async function holdsSocket(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(
    descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')),
  )
  return links.some((link) => inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '-'))
}

/**
 * Returns the command line of a process. Arguments are separated by NUL; other control characters must not reach the
 * terminal.
 */
async function commandLine(pid: string): Promise<string> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  const line = text.replace(/\0+$/, '').replace(/[\p{Cc}\s]+/gu, ' ')
  return line.length > MAX_COMMAND_LINE ? `${line.slice(0, MAX_COMMAND_LINE)}…` : line
}

/**
 * Returns the program that listens on a port by its command line, as `node server.js --port 80 (process 4242)`: on
 * Linux, for processes of the same user or as root. Undefined elsewhere; never throws.
 */
export async function portOwner(port: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const inodes = await listeningInodes(port)
  if (inodes.size === 0) return undefined
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  for (const pid of pids) {
    if (!(await holdsSocket(pid, inodes))) continue
    return `${(await commandLine(pid)) || 'a program'} (process ${pid})`
  }
  return undefined
}
