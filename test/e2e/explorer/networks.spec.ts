import { readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import type { NetworkEntry, Networks } from '../../../src-shared/schema/networks.ts'
import { expect, expectAccessible, expectNoOverflow, settled, shoot, test, WALLET_V4 } from './fixtures.ts'

const PATH = '/api/tonscope/networks'
const DATA_DIR = 'test-results/explorer-data'
const ADDED = ['mine', 'filed', 'fetched', 'broken'] as const

async function listOf(page: Page): Promise<Networks> {
  return (await page.request.get(PATH)).json() as Promise<Networks>
}

/** Returns the sample's own global config, by which it can be added as a network of other machines. */
async function sampleConfig(page: Page): Promise<string> {
  const status = (await (await page.request.get('/api/tonscope/status')).json()) as {
    api: { global_config: string }
  }
  return readFile(status.api.global_config, 'utf8')
}

// The data directory outlives a run.
test.beforeEach(async ({ page }) => {
  for (const name of ADDED) await page.request.delete(`${PATH}/${name}?data=delete`)
})

const menuButton = (page: Page) => page.getByRole('button', { name: /^Network: / })
const rowsOf = (page: Page) => page.getByRole('region', { name: 'All networks' }).getByRole('listitem')

test('the network menu switches to a network that is asleep, keeps the account, and is remembered', async ({
  page,
  consoleGuard,
}) => {
  // Requests of a page wait for the network that starts, a few of them longer than they can.
  consoleGuard.allowFailedRequests()
  await page.goto(`/account/${WALLET_V4}?tab=contract`)
  await settled(page)
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await expect(items).toContainText([
    /^Sample.*800/,
    'Mainnet',
    'Testnet',
    'Devnet',
    'Networks and settings',
    'Liteservers',
  ])
  await expect(items.first()).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('menuitem', { name: 'Mainnet' })).toHaveAttribute(
    'href',
    `/mainnet/account/${WALLET_V4}?tab=contract`,
  )
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Devnet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/devnet/account/${WALLET_V4}?tab=contract`)
  await settled(page)
  await expect(menuButton(page)).toContainText('Devnet')
  // The choice is remembered where no page is named, and can be changed back.
  await page.goto('/')
  await expect(page).toHaveURL('/devnet/')
  await settled(page)
  await page.goto('/blocks')
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/blocks')
  await expect(menuButton(page)).toContainText('Sample')
  await menuButton(page).click()
  await page.getByRole('menuitem', { name: 'Sample' }).click()
  await page.goto('/')
  await settled(page)
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a network that starts shows its progress until it answers', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  // The states are simulated: a start with a long proof needs a public network.
  const list = await listOf(page)
  let state: Partial<NetworkEntry> = { state: 'starting', progress: 'proving key blocks: 12 of about 80' }
  await page.route(`**${PATH}`, (route) =>
    route.fulfill({
      json: {
        ...list,
        networks: list.networks.map((one) => (one.name === 'devnet' ? { ...one, ...state } : one)),
      },
    }),
  )
  let isStarting = true
  await page.route('**/devnet/api/tonscope/status', (route) =>
    isStarting
      ? route.fulfill({ status: 503, json: { ok: false, error: 'network devnet is starting', code: 503 } })
      : route.continue(),
  )
  await page.goto('/devnet/blocks')
  await expect(page.getByRole('heading', { name: 'Starting Devnet' })).toBeVisible()
  await expect(page.locator('main [data-progress]')).toHaveText('proving key blocks: 12 of about 80')
  await expect(menuButton(page)).toContainText('Devnet')
  state = { ...state, progress: 'proving key blocks: 79 of about 80' }
  await expect(page.locator('main [data-progress]')).toHaveText('proving key blocks: 79 of about 80')
  await expectNoOverflow(page)
  await expectAccessible(page)
  state = { state: 'running', progress: null }
  isStarting = false
  await settled(page)
  await expect(page.getByRole('heading', { name: 'Blocks', level: 1 })).toBeVisible()
})

test('a network that cannot start says why, and starts when the reason is gone', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  const config = await sampleConfig(page)
  await page.request.post(PATH, { data: { name: 'broken', title: 'Broken', config } })
  const file = `${DATA_DIR}/networks/broken.config.json`
  await rename(file, `${file}.away`)
  await page.goto('/broken/blocks')
  await expect(page.getByRole('alert')).toContainText('broken.config.json')
  await expect(page.getByText('Broken could not start')).toBeVisible()
  await expectAccessible(page)
  await rename(`${file}.away`, file)
  await page.getByRole('button', { name: 'Try again' }).click()
  await settled(page)
  await expect(page.getByRole('heading', { name: 'Blocks', level: 1 })).toBeVisible()
})

test('networks are added, renamed, set and removed on their page', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  const config = await sampleConfig(page)
  const web = createServer((_request, response) => response.end(config))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}/global.config.json`
  try {
    await page.goto('/networks')
    await settled(page)
    const rows = rowsOf(page)
    await expect(rows).toHaveCount(4)
    // What comes with the program is neither renamed nor removed.
    await expect(rows.first().getByRole('button')).toHaveCount(0)
    const form = page.getByRole('region', { name: 'Add a network' })
    const submit = form.getByRole('button', { name: 'Add network' })
    const paste = form.getByRole('textbox', { name: 'Global config' })
    await form.getByLabel('Name').fill('Broken!')
    await expect(form.getByText('Lower-case letters, digits and hyphens')).toBeVisible()
    await form.getByLabel('Name').fill('docs')
    await expect(form.getByText('a page of this name')).toBeVisible()
    await form.getByLabel('Name').fill('mine')
    await paste.fill('{ "liteservers": ')
    await expect(form.getByText(/^✕ Not JSON/)).toBeVisible()
    await expect(submit).toBeDisabled()
    await paste.fill('{ "liteservers": [{}] }')
    await submit.click()
    await expect(form.getByRole('alert')).toContainText('is not a global config')
    await paste.fill(config)
    await submit.click()
    await expect(form.getByRole('status')).toContainText('mine is added')
    await form.getByRole('button', { name: 'URL' }).click()
    await form.getByLabel('Name').fill('fetched')
    await form.getByLabel('URL of the global config').fill(url)
    await submit.click()
    await expect(form.getByRole('status')).toContainText('fetched is added')
    await form.getByRole('button', { name: 'File' }).click()
    await form.getByLabel('Name').fill('filed')
    await form.getByLabel('Global config file').setInputFiles({
      name: 'global.config.json',
      mimeType: 'application/json',
      buffer: Buffer.from(config),
    })
    await submit.click()
    await expect(rows).toHaveCount(7)
    await page.getByRole('button', { name: 'Rename mine' }).click()
    await page.getByLabel('Title').fill('Mine, the good one')
    await rows.getByRole('button', { name: 'Save' }).click()
    await expect(rows.filter({ hasText: 'Mine, the good one' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove filed' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(rows).toHaveCount(6)

    // Settings of a network are below its own address.
    await page.goto('/mine/networks')
    await settled(page)
    const start = page.getByRole('group', { name: 'Start of the network' })
    await start.getByRole('button', { name: 'Never' }).click()
    await expect(page.getByText('It starts only by the button on its page.')).toBeVisible()
    const { networks } = await listOf(page)
    expect(networks.find(({ name }) => name === 'mine')).toMatchObject({ start: 'never', state: 'running' })
  } finally {
    web.close()
  }
})

for (const [width, theme] of [
  [1280, 'light'],
  [1280, 'dark'],
  [390, 'light'],
  [390, 'dark'],
] as const) {
  test(`the networks and their menu are accessible and fit at ${width} pixels in ${theme}`, async ({
    page,
  }) => {
    await page.request.post(PATH, {
      data: { name: 'mine', title: 'My local network', config: await sampleConfig(page) },
    })
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 860 })
    await page.goto('/networks')
    await settled(page)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await shoot(page, `networks-${width}-${theme}`)
    await menuButton(page).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expectNoOverflow(page)
    await page.screenshot({ path: `test-results/screenshots/network-menu-${width}-${theme}.png` })
  })
}
