import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'

/** A network of Tonscope's, served by a process as a user starts one. */
export type ClientNetwork = AsyncDisposable & {
  /** As printed: `devnet`, `devnet-4-shards`, `sample`. */
  readonly name: string
  /** `http://127.0.0.1:PORT`, or with a base address below it. */
  readonly api: string
  /** Path of the global config with its liteserver. */
  readonly config: string
  readonly isDevnet: boolean
}

const PROGRAM = join(import.meta.dirname, '../../src-main/launch/tonscope.mjs')
const READY_DEADLINE_MS = 120_000
const STOP_DEADLINE_MS = 15_000
const CONTROL_DEADLINE_MS = 60_000
/** Enough for the shards to split and for blocks in each of them. */
const STEPS_AFTER_START = 12
const KEY_BLOCKS = 3
/** Length of a validation round and of the steps through it, seconds. */
const ROUND = 240
const ROUND_STEP = 60
/** More than the first election takes. */
const MAX_ROUND_STEPS = 40

/**
 * Opens the networks that clients are tried on. Blocks are made on demand only, so that the head stays while a client
 * and the API are compared.
 */
export const CLIENT_NETWORKS: Readonly<Record<string, () => Promise<ClientNetwork>>> = {
  devnet: () => openDevnet('devnet', []),
  'devnet-4-shards': () => openDevnet('devnet-4-shards', ['--shards', '4']),
  // Below its base address, so that every client has one in its URL.
  sample: () => serve('sample', ['--network', 'sample'], '/sample'),
}

/** A devnet with its scenario, some blocks of traffic, a few key blocks and elected validators. */
async function openDevnet(name: string, options: readonly string[]): Promise<ClientNetwork> {
  const still = ['--network', 'devnet', '--block-interval', '0', '--traffic', 'off']
  const network = await serve(name, [...still, '--seed', 'clients', ...options])
  try {
    await control(network.api, 'step', { blocks: STEPS_AFTER_START })
    for (let made = 0; made < KEY_BLOCKS; made++) {
      await control(network.api, 'keyblock', {})
      await control(network.api, 'step', { blocks: 2 })
    }
    await elect(network.api)
    return network
  } catch (error) {
    await network[Symbol.asyncDispose]()
    throw error
  }
}

/** Moves the time of a devnet until an elected set of validators is in force. */
async function elect(api: string): Promise<void> {
  const before = await validators(api)
  await control(api, 'settings', { elections: ROUND })
  for (let made = 0; made < MAX_ROUND_STEPS; made++) {
    await control(api, 'time', { forward: ROUND_STEP })
    if ((await validators(api)) !== before) return
  }
  throw new Error(`no elected validators after ${MAX_ROUND_STEPS} steps of ${ROUND_STEP} s`)
}

/** Returns the current set of validators, parameter 34, as a bag of cells in base64. */
async function validators(api: string): Promise<string> {
  const response = await fetch(`${api}/api/v2/getConfigParam?param=34`, {
    signal: AbortSignal.timeout(CONTROL_DEADLINE_MS),
  })
  const answer = (await response.json()) as {
    ok: boolean
    error?: string
    result?: { config: { bytes: string } }
  }
  if (!answer.ok || !answer.result) throw new Error(`getConfigParam answers ${answer.error}`)
  return answer.result.config.bytes
}

async function control(api: string, command: string, body: object): Promise<void> {
  const response = await fetch(`${api}${DEVNET_PREFIX}/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CONTROL_DEADLINE_MS),
  })
  if (!response.ok) throw new Error(`devnet ${command} answers ${response.status}: ${await response.text()}`)
}

/** Starts `tonscope serve` on any free port and resolves when it is ready. Clients use the network below `base`. */
async function serve(name: string, options: readonly string[], base = ''): Promise<ClientNetwork> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-clients-'))
  const child = spawn(
    process.execPath,
    [PROGRAM, 'serve', ...options, '--port', '0', '--data-dir', dataDir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
    await closed
    clearTimeout(timer)
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const api = (await readyUrl(child.stdout, child.stderr, closed)) + base
    const [network = ''] = options.slice(options.indexOf('--network') + 1)
    const config = join(dataDir, network, 'global.config.json')
    return { name, api, config, isDevnet: network === 'devnet', [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function readyUrl(
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
  closed: Promise<void>,
): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`tonscope serve ${reason}:\n${output}`))
    const timer = setTimeout(() => fail('is not ready in time'), READY_DEADLINE_MS)
    const read = (text: Buffer) => {
      output = (output + text).slice(-4000)
      const url = /Tonscope ready at (\S+)/.exec(output)?.[1]
      if (!url) return
      clearTimeout(timer)
      resolve(url)
    }
    stdout.on('data', read)
    stderr.on('data', read)
    void closed.then(() => {
      clearTimeout(timer)
      fail('ended')
    })
  })
}
