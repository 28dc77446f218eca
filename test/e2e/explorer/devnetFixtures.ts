import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DevnetStatus } from '../../../src-shared/schema/devnet.ts'
import { expect, test as sampleTest } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '../../..')
const START_MS = 120_000
const STOP_MS = 15_000

/** A started program and the address that it printed. */
type Running = { readonly url: string; readonly child: ChildProcess }

const DEVNET = ['--network', 'devnet', '--traffic', 'off', '--block-interval', '2']

/** How a gateway is started: the arguments of Node, in a folder with the built program. */
type Program = { readonly folder: string; readonly args: readonly string[] }

const PROGRAM: Program = { folder: ROOT, args: ['src-main/launch/start.mjs', '--headless'] }

/** Starts a gateway in a process of its own. @param network its options, a devnet by default */
export async function startGateway(
  dataDir: string,
  network: readonly string[] = DEVNET,
  { folder, args }: Program = PROGRAM,
): Promise<Running> {
  const options = ['--port', '0', '--data-dir', dataDir, ...network]
  const child = spawn(process.execPath, [...args, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let said = ''
  const listen = (chunk: Buffer) => {
    said += chunk.toString()
    const url = /ready at (http:\S+)/.exec(said)?.[1]
    if (url) resolve(url)
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  child.once('exit', (code) => reject(new Error(`the gateway ended with ${code}: ${said}`)))
  const timer = setTimeout(() => reject(new Error(`the gateway did not start: ${said}`)), START_MS)
  try {
    return { url: await promise, child }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

export async function stopGateway(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(timer)
}

export type DevnetApi = {
  readonly url: string
  /** The devnet's, for other programs. */
  readonly globalConfigFile: string
  status(): Promise<DevnetStatus>
  /** An operation of `/api/tonscope/devnet`; its result. */
  call(name: string, sent: object): Promise<unknown>
  /** A v2 operation by POST. */
  ask(name: string, sent: object): Promise<unknown>
  /** The raw address of an account of the scenario. */
  account(name: string): Promise<string>
}

async function resultOf(response: Response): Promise<unknown> {
  const body = (await response.json()) as { ok: boolean; result?: unknown; error?: string }
  if (!body.ok) throw new Error(body.error)
  return body.result
}

function post(url: string, sent: object): Promise<unknown> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  }
  return fetch(url, request).then(resultOf)
}

function apiOf(url: string, globalConfigFile: string): DevnetApi {
  const devnet = `${url}/api/tonscope/devnet`
  const status = async () => (await resultOf(await fetch(devnet))) as DevnetStatus
  return {
    url,
    globalConfigFile,
    status,
    call: (name, sent) => post(`${devnet}/${name}`, sent),
    ask: (name, sent) => post(`${url}/api/v2/${name}`, sent),
    async account(name) {
      const found = (await status()).scenario.find((account) => account.name === name)
      if (!found) throw new Error(`the scenario has no ${name}`)
      return found.address
    },
  }
}

/** `test` on a devnet of its own, one for all tests of a worker. */
export const test = sampleTest.extend<object, { devnet: DevnetApi }>({
  devnet: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that one needs from the pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'explorer-devnet-'))
      const { url, child } = await startGateway(dataDir)
      await use(apiOf(url, join(dataDir, 'devnet/global.config.json')))
      await stopGateway(child)
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: START_MS + 30_000 },
  ],
  baseURL: async ({ devnet }, use) => use(devnet.url),
})

/** URLs of two gateways on the devnet as a network of other machines: one follows it, one has no index. */
export type OtherGateways = { readonly followed: string; readonly reading: string }

/** `test` with two other gateways on the devnet. */
export const gatewaysTest = test.extend<object, { gateways: OtherGateways }>({
  gateways: [
    async ({ devnet }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'explorer-gateways-'))
      const on = (index: string) => ['--network', devnet.globalConfigFile, '--index', index]
      const followed = await startGateway(join(dataDir, 'followed'), on('follow'))
      const reading = await startGateway(join(dataDir, 'reading'), on('off'))
      await use({ followed: followed.url, reading: reading.url })
      await stopGateway(followed.child)
      await stopGateway(reading.child)
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: START_MS + 30_000 },
  ],
})

export { expect }
