import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { formatGlobalConfig, parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import type { Liteservers } from '../../../src-shared/schema/liteservers.ts'
import { type FarServerProfile, faultless } from '../../publicNetwork/profiles.ts'
import { startPublicNetwork } from '../../publicNetwork/startPublicNetwork.ts'
import { test as devnetTest, startGateway, stopGateway } from './devnetFixtures.ts'
import { expect, expectAccessible, expectNoOverflow, settled, shoot } from './fixtures.ts'

/** Far servers of one devnet: two good ones, one that is behind, one that hangs, one that limits the rate. */
const SERVERS: readonly FarServerProfile[] = [
  faultless(20),
  { ...faultless(60), spread: 0.2, keeps: { blocks: 30, states: 10 } },
  { ...faultless(40), lag: 20 },
  // Its polls are the fastest, so that queries are sent to it.
  { ...faultless(5), hangs: true },
  { ...faultless(25), rate: { perSecond: 2, refusal: 'node' } },
]

/** A gateway without an index over a simulated public network; one server of its config does not exist. */
const test = devnetTest.extend<object, { far: { readonly url: string } }>({
  far: [
    async ({ devnet }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'explorer-far-'))
      const chain = parseGlobalConfig(readFileSync(devnet.globalConfigFile, 'utf8'))
      const network = await startPublicNetwork({ chain, servers: SERVERS })
      const missing = { host: '127.0.0.1', port: 9, publicKey: Buffer.alloc(32, 1) }
      const config = { ...network.config, liteservers: [...network.config.liteservers, missing] }
      const file = join(dataDir, 'far.json')
      writeFileSync(file, formatGlobalConfig(config))
      const { url, child } = await startGateway(dataDir, ['--network', file, '--index', 'off'])
      await use({ url })
      await stopGateway(child)
      await network.close()
      rmSync(dataDir, { recursive: true })
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ far }, use) => use(far.url),
})

const ACCOUNTS = [
  'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF',
  'Ef9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVbxn',
]

async function poolOf(page: Page): Promise<Liteservers> {
  const response = await page.request.get('/api/tonscope/liteservers')
  return ((await response.json()) as { result: Liteservers }).result
}

/** Sends questions until the pool knows its servers. */
async function askUntilKnown(page: Page): Promise<void> {
  await expect(async () => {
    const questions = ACCOUNTS.flatMap((address) => [
      `/api/v2/getAddressInformation?address=${address}`,
      `/api/v2/getTransactions?address=${address}&limit=5`,
    ])
    await Promise.all(questions.map((path) => page.request.get(path)))
    const { servers } = await poolOf(page)
    const [near, old, behind, hanging, limited, missing] = servers
    expect([near, old, behind].map((server) => server?.state)).toEqual(['in_use', 'in_use', 'lagging'])
    expect(missing?.state).toBe('backing_off')
    expect(hanging?.timeouts).toBeGreaterThan(0)
    expect(limited?.rate_limit).not.toBeNull()
  }).toPass({ timeout: 120_000, intervals: [200] })
}

const row = (page: Page, index: number) =>
  page.getByRole('region', { name: 'Servers' }).locator('tbody tr').nth(index)

test('the state of each liteserver of a public network is shown', async ({ page }) => {
  await askUntilKnown(page)
  await page.goto('/liteservers')
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Liteservers')
  const pool = page.getByRole('region', { name: 'Pool' })
  await expect(pool).toContainText(/Verified head\s*\d/)
  await expect(pool).toContainText(/Alive\s*[34] of 6/)
  await expect(row(page, 0)).toContainText('✓ in use')
  await expect(row(page, 0)).toContainText(/\d ms/)
  await expect(row(page, 0)).toContainText('✓ proved')
  await expect(row(page, 0)).toContainText('archival')
  await expect(row(page, 1)).toContainText('newest ones only')
  await expect(row(page, 2)).toContainText('! lagging')
  await expect(row(page, 2)).toContainText(/\d s\s*\d+ blocks/)
  await expect(row(page, 3)).toContainText(/\d no answer/)
  await expect(row(page, 4)).toContainText(/\d\/s learned/)
  await expect(row(page, 4)).toContainText(/\d rate/)
  await expect(row(page, 5)).toContainText(/! backing off\s*until \d\d:\d\d:\d\d/)
  await expect(row(page, 5)).toContainText('ECONNREFUSED')
})

for (const theme of ['light', 'dark'] as const) {
  test(`the liteservers in ${theme} are accessible and fit`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await askUntilKnown(page)
    await page.goto('/liteservers')
    await settled(page)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await shoot(page, `liteservers-${theme}`)
    for (const width of [1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoOverflow(page)
      await expectAccessible(page)
      await shoot(page, `liteservers-${theme}-${width}`)
    }
  })
}

test('the status bar and the menu of networks lead to the liteservers', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const heading = page.getByRole('heading', { level: 1 })
  await page
    .getByRole('region', { name: 'Status' })
    .getByRole('link', { name: /liteservers$/ })
    .press('Enter')
  await expect(heading).toHaveText('Liteservers')
  await page.goBack()
  await expect(heading).not.toHaveText('Liteservers')
  await page.getByRole('button', { name: /^Network: far/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Liteservers' }).press('Enter')
  await expect(heading).toHaveText('Liteservers')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Status' })
    .getByRole('link', { name: /liteservers$/ })
    .click()
  await expect(heading).toHaveText('Liteservers')
})

/** Hides or shows the page as the browser does when its tab is left. */
async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate(`{
    const property = (value) => ({ value, configurable: true })
    Object.defineProperty(document, 'hidden', property(${hidden}))
    Object.defineProperty(document, 'visibilityState', property(${hidden} ? 'hidden' : 'visible'))
    document.dispatchEvent(new Event('visibilitychange'))
  }`)
}

test('the page polls the gateway alone, and not while it is hidden', async ({ page }) => {
  await page.clock.install()
  const paths: string[] = []
  await page.goto('/liteservers')
  await settled(page)
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const poll = () => page.waitForRequest('**/api/tonscope/liteservers')
  await poll()
  await poll()
  const own = ['/api/tonscope/liteservers', '/api/tonscope/status', '/api/tonscope/index']
  // The title of a network that a user can have added is read once.
  const titles = paths.filter((path) => path === '/api/tonscope/networks')
  expect(titles.length).toBeLessThanOrEqual(1)
  own.push(...titles)
  expect(paths.filter((path) => !own.includes(path))).toEqual([])
  await page.waitForLoadState('networkidle')
  await setHidden(page, true)
  paths.length = 0
  await page.clock.runFor(10_000)
  expect(paths).toEqual([])
  const next = poll()
  await setHidden(page, false)
  await next
})
