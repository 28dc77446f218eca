import type { Page } from 'playwright/test'
import { expect, expectAccessible, settled, shoot, test, WALLET_V4 } from './fixtures.ts'

const NOTICE = /The explorer was reloaded/

/** Counts loads of the document. */
function countLoads(page: Page): { readonly count: number } {
  const loads = { count: 0 }
  page.on('domcontentloaded', () => {
    loads.count++
  })
  return loads
}

/** Refuses the requests of a script until the window is reloaded. A preload and an import each make one. */
async function failUntilReload(page: Page, url: string, loads: { readonly count: number }): Promise<void> {
  await page.route(url, (route) => (loads.count === 0 ? route.abort('connectionrefused') : route.fallback()))
}

test('a page whose script failed to load is loaded after one reload of the window', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/')
  await settled(page)
  const loads = countLoads(page)
  // Hovering the link loads the script already: the failure is kept until the link is followed.
  await failUntilReload(page, '**/assets/BlocksPage-*.js', loads)
  await page.getByRole('link', { name: 'Blocks', exact: true }).first().click()
  await expect(page.getByText(NOTICE)).toBeVisible()
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocks')
  expect(loads.count).toBe(1)
  await expectAccessible(page)
  await shoot(page, 'state-reloaded')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText(NOTICE)).toHaveCount(0)
})

test('a page whose script never loads reloads the window once and shows an error', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/')
  await settled(page)
  const loads = countLoads(page)
  await page.route('**/assets/BlocksPage-*.js', (route) => route.abort('connectionrefused'))
  const probes: string[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'HEAD') probes.push(response.url())
  })
  await page.getByRole('link', { name: 'Blocks', exact: true }).first().click()
  // The first probe precedes the reload; after the second the guard refuses another one.
  await expect.poll(() => probes.length).toBe(2)
  await expect(page.getByRole('alert')).toContainText('Could not read this page')
  expect(loads.count).toBe(1)
  await page.unroute('**/assets/BlocksPage-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocks')
})

test('a page whose script fails while the gateway is away is loaded when it is back', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/')
  await settled(page)
  const loads = countLoads(page)
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Blocks', exact: true }).first().click()
  await expect(page.getByRole('alert')).toContainText('Could not read this page')
  await expect(page.getByText(/Tonscope has not responded for/)).toBeVisible()
  expect(loads.count).toBe(0)
  await page.unroute('**/*')
  await expect(page.getByText(NOTICE)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocks')
  expect(loads.count).toBe(1)
})

test('a theme menu that cannot be loaded leaves the page unchanged and offers a reload', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/send')
  await settled(page)
  const loads = countLoads(page)
  const field = page.locator('main textarea').first()
  await field.fill('te6cck')
  await failUntilReload(page, '**/assets/ThemeList-*.js', loads)
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByText(/A part of the explorer could not be loaded/)).toBeVisible()
  await expect(field).toHaveValue('te6cck')
  expect(loads.count).toBe(0)
  await expectAccessible(page)
  await shoot(page, 'state-part-not-loaded')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.getByText(/A part of the explorer could not be loaded/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Theme' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible()
})

test('a search whose script failed to load continues after one reload of the window', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/blocks')
  await settled(page)
  const loads = countLoads(page)
  await failUntilReload(page, '**/assets/SearchBox-*.js', loads)
  await page.getByRole('combobox', { name: 'Search' }).fill(WALLET_V4)
  await expect(page.getByText(/A part of the explorer could not be loaded/)).toBeVisible()
  expect(loads.count).toBe(0)
  await page.getByRole('combobox', { name: 'Search' }).press('Enter')
  await expect(page).toHaveURL(/\/account\//)
  await expect(page.getByText(NOTICE)).toBeVisible()
  expect(loads.count).toBe(1)
})

test('a list of the home page that cannot be loaded shows an error', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  // The answer of a network without an index.
  await page.route('**/api/v3/actions?*', (route) =>
    route.fulfill({ status: 501, json: { error: 'no index' } }),
  )
  await page.route('**/assets/ReadLatestActions-*.js', (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Could not read the latest actions')
  await expect(page.getByRole('heading', { name: 'Latest actions' })).toBeVisible()
})
