import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from '#shared/messageOf.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { portOwner } from '../../gateway/portOwner.ts'
import { readTrust, TRUST_FILE } from '../../gateway/trustFile.ts'
import type { GlobalConfig } from '../../liteserver/globalConfig.ts'
import { sqlite } from '../../store/sqlite/driver.ts'
import { type Finding, good, problem, warning } from './finding.ts'

/** Free space below which nothing can be written for long, and below which an index soon ends, bytes. */
const FULL_BYTES = 64 * 2 ** 20
const LOW_BYTES = 2 ** 30
/** Time limit for the answer of a gateway on the port, ms. */
const PORT_MS = 2_000

/** Checks Node and the native SQLite. An older Node ends with a line of its own before any command (launch/runtime.mjs). */
export function checkRuntime(): Finding {
  const check = 'runtime'
  try {
    const database = new (sqlite())(':memory:')
    const version = database.prepare<[], string>('SELECT sqlite_version()').pluck().get()
    database.close()
    return good(check, `Node.js ${process.versions.node} with SQLite ${version}`)
  } catch (error) {
    const next = 'run npm ci in the folder of Tonscope, with the same Node.js that then starts it'
    return problem(check, `SQLite cannot be loaded: ${messageOf(error)}`, next)
  }
}

/** Checks that the data directory, or the folder in which it would be made, can be written and has space. */
export async function checkDataDir(dataDir: string): Promise<readonly Finding[]> {
  const check = 'data directory'
  const other = 'or choose another one: --data-dir DIR'
  const folder = await existing(dataDir)
  if (!folder) return [problem(check, `${dataDir} is below a file`, `remove the file ${other}`)]
  const findings: Finding[] = []
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    const text = folder === resolve(dataDir) ? `${dataDir} can be written` : `${dataDir} will be created`
    findings.push(good(check, text))
  } catch (error) {
    const reason = messageOf(error)
    findings.push(problem(check, `${folder} cannot be written: ${reason}`, `make it writable, ${other}`))
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const text = `${bytesText(free)} are free at ${folder}`
  if (free < FULL_BYTES) findings.push(problem('free space', text, `free some space, ${other}`))
  else if (free < LOW_BYTES) findings.push(warning('free space', text, 'an index needs some GB for long'))
  else findings.push(good('free space', text))
  return findings
}

/** Returns the directory itself, or the nearest folder above it that exists; undefined if that is a file. */
async function existing(dataDir: string): Promise<string | undefined> {
  for (let folder = resolve(dataDir); ; folder = dirname(folder)) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR' || error.code === 'ENOENT') return undefined
      throw error
    })
    if (found) return found.isDirectory() ? folder : undefined
  }
}

function bytesText(bytes: number): string {
  const [size, unit] = bytes < 10 * 2 ** 30 ? [bytes / 2 ** 20, 'MB'] : [bytes / 2 ** 30, 'GB']
  return `${Math.floor(size).toLocaleString('en')} ${unit}`
}

/** Checks that a gateway can listen on the port, or says which program does. */
export async function checkPort(port: number): Promise<Finding> {
  const check = `port ${port}`
  const owner = await portOwner(port)
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/tonscope/status`, {
      signal: AbortSignal.timeout(PORT_MS),
      redirect: 'error',
    })
    const status = (await response.json()) as {
      readonly version?: string
      readonly network?: { name?: string }
    }
    if (typeof status.network?.name === 'string') {
      return good(check, `Tonscope runs here (${status.network.name}): http://127.0.0.1:${port}`)
    }
  } catch (error) {
    if (isRefused(error)) return good(check, 'free')
  }
  return problem(check, `taken by ${owner ?? 'another program'}`, `end it, or use --port ${port + 1}`)
}

function isRefused(error: unknown): boolean {
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException }
  return cause?.code === 'ECONNREFUSED'
}

/** Checks the file of the newest proved key block (gateway/trustFile.ts), without a change to it. */
export function checkTrustFile(
  folder: string,
  config: GlobalConfig,
): { readonly finding: Finding; readonly keyBlock: BlockIdExt | undefined } {
  const check = 'trust file'
  const path = join(folder, TRUST_FILE)
  let damage: string | undefined
  const keyBlock = readTrust(path, config, {
    info() {},
    warn: (...texts: readonly unknown[]) => {
      damage = String(texts.at(-1))
    },
  })
  if (damage !== undefined) {
    const next = `delete it; the next start proves the chain from block ${config.initBlock.seqno}`
    return { finding: warning(check, damage, next), keyBlock }
  }
  const text = keyBlock
    ? `the chain is proved up to key block ${keyBlock.seqno}`
    : `none yet: the first start proves the chain from block ${config.initBlock.seqno}`
  return { finding: good(check, text), keyBlock }
}
