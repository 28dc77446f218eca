import type { Page } from 'playwright/test'
import { CROWDED_BLOCK, expect, settled, test, transferPath, WALLET_V4, WALLET_V4_RAW } from './fixtures.ts'

/** The default network's own name is a base address as well. */
const BASE = '/sample'

/** Records the paths of requests, streams and links that leave the base. Files of the build are shared. */
function leaving(page: Page) {
  const isOutside = (url: string) => !/^\/(?:sample(?:\/|$)|assets\/)/.test(new URL(url).pathname)
  const left: string[] = []
  const note = (url: string) => void (isOutside(url) && left.push(url))
  page.on('request', (request) => note(request.url()))
  page.on('websocket', (socket) => note(socket.url()))
  return async () => {
    const links = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)')
    return [
      ...left,
      ...links.filter((link) => link.startsWith(new URL(page.url()).origin) && isOutside(link)),
    ]
  }
}

test('every page below a base address stays below it', async ({ page, consoleGuard }) => {
  // Images of tokens that do not exist.
  consoleGuard.allowFailedRequests()
  const transfer = await transferPath(page)
  const left = leaving(page)
  const pages = [
    '/',
    '/blocks',
    '/transactions',
    '/tokens',
    '/nfts',
    '/tools',
    '/index',
    '/messages',
    '/liteservers',
  ]
  const more = ['/sdk', '/access', '/send', CROWDED_BLOCK, `/account/${WALLET_V4}?tab=raw`, transfer]
  for (const path of [...pages, ...more]) {
    await page.goto(BASE + path)
    await settled(page)
    expect(await left(), path).toEqual([])
    expect(new URL(page.url()).pathname).toBe((BASE + path).replace(/\?.*/, ''))
  }
})

test('links, redirects and searches below a base address lead to pages below it', async ({ page }) => {
  const left = leaving(page)
  // Another form of the address, a slash at the end, and a path of another explorer.
  for (const path of [
    `/account/${WALLET_V4_RAW}`,
    `/account/${WALLET_V4}/`,
    `/address/${WALLET_V4}`,
    `/#/${WALLET_V4}`,
  ]) {
    await page.goto(BASE + path)
    await expect(page).toHaveURL(new RegExp(`${BASE}/account/${WALLET_V4}$`))
    await settled(page)
  }
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Blocks' }).click()
  await expect(page).toHaveURL(new RegExp(`${BASE}/blocks`))
  await page
    .getByRole('textbox', { name: 'Search' })
    .or(page.getByRole('combobox', { name: 'Search' }))
    .fill(WALLET_V4_RAW)
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(new RegExp(`${BASE}/account/${WALLET_V4}$`))
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${BASE}/blocks`))
  expect(await left()).toEqual([])
})
