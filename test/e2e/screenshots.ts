/**
 * Makes the screenshots of the README, `docs/images/*.png`, on a new devnet with a fixed seed.
 *
 *     npm run build && node test/e2e/screenshots.ts
 */
import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import type { DevnetStatus } from '../../src-shared/schema/devnet.ts'
import type { IndexStatus } from '../../src-shared/schema/indexer.ts'
import { v3Path } from '../../src-shared/schema/v3/client.ts'
import type { V3Name, V3Request, V3Result } from '../../src-shared/schema/v3/operations.ts'
import { type GatewayProcess, startGatewayProcess } from '../bench/gatewayProcess.ts'
import { launchChromium } from '../fixtures/chromium.ts'

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const MAX_BYTES = 150_000
const VIEWPORT = { width: 1200, height: 760 }
/** The same chain on every machine; blocks on demand only, so that nothing changes while the picture is taken. */
const OPTIONS = ['--seed', 'screenshots', '--traffic', 'off', '--block-interval', '0']
/** Users of the scenario that receive coins last: those are the newest actions. */
const USERS = ['alice', 'bob', 'carol', 'dave', 'erin']
const NANO = 1_000_000_000
/** Transactions of the trace. */
const MAX_TRACE = 9
const POLL_MS = 200
const DEADLINE_MS = 180_000

async function askJson<Body>({ origin }: GatewayProcess, path: string): Promise<Body> {
  const response = await fetch(`${origin}${path}`)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return (await response.json()) as Body
}

function askV3<Name extends V3Name>(
  gateway: GatewayProcess,
  name: Name,
  request: V3Request<Name>,
): Promise<V3Result<Name>> {
  return askJson(gateway, v3Path(name, request))
}

/** Waits until the index has every block, and has verified all contracts and classified all traces. */
async function indexed(gateway: GatewayProcess): Promise<void> {
  const end = performance.now() + DEADLINE_MS
  for (;;) {
    const { result } = await askJson<{ result: IndexStatus }>(gateway, '/api/tonscope/index')
    const { behind, detection, classification } = result
    if (behind === 0 && detection.pending === 0 && classification.pending === 0) return
    if (performance.now() > end) throw new Error(`the index was not complete in ${DEADLINE_MS} ms`)
    await sleep(POLL_MS)
  }
}

/** Sends coins of the faucet. */
async function giveCoins({ origin }: GatewayProcess, address: string, amount: number): Promise<void> {
  const response = await fetch(`${origin}/api/tonscope/devnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount: String(amount * NANO), comment: 'hello' }),
  })
  if (!response.ok) throw new Error(`the faucet refuses: ${await response.text()}`)
}

/** Returns the raw addresses of the users, in their order. */
async function usersOf(gateway: GatewayProcess): Promise<string[]> {
  const { result } = await askJson<{ result: DevnetStatus }>(gateway, '/api/tonscope/devnet')
  return USERS.map((user) => {
    const account = result.scenario.find(({ name }) => name === user)
    if (!account) throw new Error(`the scenario has no ${user}`)
    return account.address
  })
}

/** Returns the page of the largest trace of an account that fits on a screen. */
async function tracePath(gateway: GatewayProcess, account: string): Promise<string> {
  const { traces } = await askV3(gateway, 'traces', { account, limit: 500 })
  const sized = traces.map((trace) => ({ trace, size: trace.trace_info.transactions }))
  const [largest] = sized
    .filter(({ size }) => size <= MAX_TRACE)
    .toSorted((one, other) => other.size - one.size)
  const id = largest?.trace.trace_id
  if (!id) throw new Error(`${account} has no trace`)
  return `/trace/${Buffer.from(id, 'base64').toString('hex')}`
}

async function shoot(page: Page, url: string, name: string): Promise<void> {
  await page.goto(url)
  await page.locator('main:has(h1):not(:has([data-skeleton]))').waitFor()
  await page.waitForLoadState('networkidle')
  const path = `${FOLDER}${name}.png`
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  const { size } = statSync(path)
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}`)
  console.log(`${path}: ${size} bytes`)
}

const gateway = await startGatewayProcess({ options: OPTIONS })
const browser = await launchChromium()
try {
  const users = await usersOf(gateway)
  for (const [at, user] of users.entries()) await giveCoins(gateway, user, 10 + at)
  await indexed(gateway)
  const [alice = ''] = users
  const page = await browser.newPage({
    viewport: VIEWPORT,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
  })
  await shoot(page, `${gateway.origin}/`, 'home')
  await shoot(page, `${gateway.origin}${await tracePath(gateway, alice)}`, 'trace')
  await shoot(page, `${gateway.origin}/account/${alice}`, 'account')
} finally {
  await browser.close()
  await gateway.close()
}
