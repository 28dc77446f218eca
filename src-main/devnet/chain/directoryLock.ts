import { hash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DevnetDirectoryError } from './directoryError.ts'

/** A directory that nobody else uses. */
export type DirectoryLock = { release(): Promise<void> }

/** How long the holder may take to say who it is. */
const ANSWER_MS = 500

/**
 * Makes sure that one devnet at a time uses a directory, of all threads and processes of this machine: whoever
 * listens on a local socket named after the directory has it, and the system ends that with its process, however
 * that ends.
 * Rejects with DevnetDirectoryError.
 */
export async function lockDirectory(dir: string): Promise<DirectoryLock> {
  const name = socketName(realpathSync(dir))
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.end(`${process.pid}`)
  })
  if (!(await listens(server, name))) {
    const holder = await holderOf(name)
    if (holder !== undefined || !isSocketFile(name)) throw inUse(dir, holder)
    // The file of a process that was killed.
    rmSync(name, { force: true })
    if (!(await listens(server, name))) throw inUse(dir, undefined)
  }
  // The lock keeps no process alive.
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Linux and Windows have names that vanish with their owner; elsewhere it is a file, of a short path. */
function socketName(path: string): string {
  const id = `tonscope-devnet-${hash('sha256', path).slice(0, 32)}`
  if (process.platform === 'linux') return `\0${id}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`
  return join(tmpdir(), `${id}.sock`)
}

function isSocketFile(name: string): boolean {
  return !name.startsWith('\0') && !name.startsWith('\\\\')
}

/** @returns whether the name was free */
function listens(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.off('listening', onListening)
      if (error.code === 'EADDRINUSE') resolve(false)
      else reject(error)
    }
    const onListening = () => {
      server.off('error', onError)
      resolve(true)
    }
    server.once('error', onError)
    server.once('listening', onListening)
    server.listen(name)
  })
}

/** The process that has the lock: undefined where nobody answers the door, empty where nobody says a number. */
function holderOf(name: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket: Socket = connect(name)
    let said = ''
    socket.setTimeout(ANSWER_MS, () => finish(''))
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    socket.on('end', () => finish(/^\d{1,10}$/.test(said) ? said : ''))
    socket.on('error', () => finish(undefined))
    function finish(holder: string | undefined): void {
      socket.destroy()
      resolve(holder)
    }
  })
}

function inUse(dir: string, holder: string | undefined): DevnetDirectoryError {
  const who = holder ? `process ${holder}` : 'another process'
  return new DevnetDirectoryError('in-use', dir, `the devnet here is in use by ${who}`)
}
