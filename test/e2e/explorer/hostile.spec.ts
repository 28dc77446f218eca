import { beginCell, Cell } from '@ton/core'
import type { Page, Route } from 'playwright/test'
import { hexOf, settled } from './fixtures.ts'
import { askV3 } from './indexFixtures.ts'
import { accountPath, expect, test, verified } from './tokenFixtures.ts'

/** A right-to-left override, a zero-width space and an isolate: what a stranger can write into any text. */
const HIDDEN = '\u202e\u200b\u2067'
/** Fields with text of strangers. Values of other fields are numbers, hashes, addresses and enumerations. */
const FOREIGN = new Set([
  ...['name', 'symbol', 'description', 'comment', 'domain', 'text', 'value', 'trait_type'],
  ...['image', 'uri', 'error', 'message', 'detail', 'liteserver', 'endpoint'],
])

function isText(value: unknown): value is string {
  return typeof value === 'string' && /[a-z]/i.test(value) && !/^(?:-?\d+:)?[0-9a-f]{64}$/i.test(value)
}

/** Returns a body with a comment that has hidden characters, in place of one with another comment. */
function mangledBody(boc: string): string {
  try {
    const body = Cell.fromBase64(boc).beginParse()
    if (body.remainingBits < 32 || body.loadUint(32) !== 0) return boc
    const text = `${HIDDEN}${body.loadStringTail()}${HIDDEN}`
    return beginCell().storeUint(0, 32).storeStringTail(text).endCell().toBoc().toString('base64')
  } catch {
    return boc
  }
}

function mangled(value: unknown, name = ''): unknown {
  if (name === 'body' && typeof value === 'string') return mangledBody(value)
  if (Array.isArray(value)) return value.map((inner) => mangled(inner, name))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mangled(inner, key)]))
  }
  return FOREIGN.has(name) && isText(value) && value.length < 200 ? `${HIDDEN}${value}${HIDDEN}` : value
}

async function mangle(route: Route): Promise<void> {
  const response = await route.fetch()
  if (!(response.headers()['content-type'] ?? '').includes('json')) return route.fulfill({ response })
  await route.fulfill({ response, json: mangled(await response.json()) })
}

/** Script of the page that returns texts, attributes and the title with hidden characters. */
const FOUND = `(() => {
  const hidden = /[\\u200b-\\u200c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]/
  const found = hidden.test(document.title) ? ['title: ' + document.title] : []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (hidden.test(node.data)) found.push(node.parentElement.outerHTML.slice(0, 200))
      continue
    }
    // The value of a box is what the reader typed.
    for (const { name, value } of node.attributes) {
      if (name !== 'value' && hidden.test(value)) found.push(name + '=' + value)
    }
  }
  return found.map(escape)
})()`

async function hiddenOn(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await settled(page)
  const found = await page.evaluate<string[]>(FOUND)
  const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab')
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).click()
    await settled(page)
    await page.evaluate(`for (const part of document.querySelectorAll('main details')) part.open = true`)
    await settled(page)
    found.push(...(await page.evaluate<string[]>(FOUND)))
  }
  return found.map((text) => `${path}: ${text}`)
}

test.use({ actionTimeout: 30_000 })

test('no page shows a hidden character of any text in an answer', async ({ page, devnet, consoleGuard }) => {
  test.setTimeout(400_000)
  consoleGuard.allowFailedRequests()
  await verified(devnet)
  await page.route('**/api/**', mangle)
  const alice = [await devnet.account('alice')]
  const { jetton_transfers } = await askV3(devnet, 'jetton/transfers', { owner_address: alice, limit: 50 })
  const commented = jetton_transfers.find(({ decoded_forward_payload: payload }) => payload)
  const { transactions } = await askV3(devnet, 'transactions', { account: alice, limit: 100 })
  const own = transactions.find(({ in_msg }) => in_msg?.message_content?.decoded)
  const found: string[] = []
  for (const path of [
    '/',
    '/tokens',
    '/nfts',
    '/transactions',
    '/messages',
    '/controls',
    ...['/blocks', '/liteservers', '/index', '/access', '/send', '/faucet', '/tools', '/sdk'],
    // Paths that name nothing, with hidden characters.
    ...['/account/', '/trace/', '/library/', '/block/', '/'].map(
      (path) => `${path}${encodeURIComponent(HIDDEN)}x`,
    ),
    ...['alice', 'Hostile jetton', 'Hostile item #0', 'Birds of the Roof'].map((name) => ({ name })),
    ...(['Swift #0', 'alice.ton', 'Order 0: rent, executed'] as const).map((name) => ({ name })),
    `/trace/${hexOf(commented?.transaction_hash ?? '')}`,
    `/trace/${hexOf(own?.hash ?? '')}`,
    `/transaction/${own?.account}/${own?.lt}/${hexOf(own?.hash ?? '')}`,
  ]) {
    found.push(
      ...(await hiddenOn(page, typeof path === 'string' ? path : await accountPath(devnet, path.name))),
    )
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(found).toEqual([])
})

test('no suggestion of the search and no error shows a hidden character', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await verified(devnet)
  await page.route('**/api/**', mangle)
  await page.goto('/')
  await settled(page)
  const box = page.getByRole('combobox', { name: 'Search' })
  const found: string[] = []
  for (const text of ['Hostile', 'Birds', 'alice', `${HIDDEN}alice`, `nothing ${HIDDEN}`]) {
    await box.fill(text)
    await expect(box).toHaveAttribute('aria-expanded', 'true')
    await page.waitForLoadState('networkidle')
    found.push(...(await page.evaluate<string[]>(FOUND)))
  }
  await page.route('**/api/v[23]/**', (route) =>
    route.fulfill({ status: 500, json: { ok: false, code: 500, error: `${HIDDEN}refused${HIDDEN}` } }),
  )
  for (const path of ['/', '/tokens', '/nfts', await accountPath(devnet, 'alice'), '/messages']) {
    found.push(...(await hiddenOn(page, path)))
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(found).toEqual([])
})

test('items of a hostile collection are marked in its list and on their pages, also on a phone', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await verified(devnet)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(await accountPath(devnet, 'Hostile collection', '?tab=items'))
  await settled(page)
  const items = page.getByRole('tabpanel').getByRole('listitem')
  await expect(items).toHaveCount(3)
  for (const item of await items.all()) await expect(item).toContainText('Has invisible characters')
  await page.goto(await accountPath(devnet, 'Hostile item #1'))
  await settled(page)
  await expect(page.getByText('! The name of its collection: Has invisible characters')).toBeVisible()
  await page.goto('/tokens')
  await settled(page)
  const sign = page.getByTitle('Imitates USDT').filter({ visible: true }).first()
  await sign.scrollIntoViewIfNeeded()
  await expect(sign).toBeInViewport({ ratio: 1 })
})

test('a list that was left is at the same place after going back', async ({ page, devnet }) => {
  await verified(devnet)
  await page.setViewportSize({ width: 1280, height: 500 })
  for (const path of [
    await accountPath(devnet, 'alice'),
    await accountPath(devnet, 'alice', '?tab=messages'),
  ]) {
    await page.goto(path)
    await settled(page)
    await page.getByRole('tabpanel').getByRole('link').nth(12).scrollIntoViewIfNeeded()
    await page.evaluate('window.scrollTo(0, 400)')
    await expect.poll(() => page.evaluate('Math.round(window.scrollY)')).toBe(400)
    await page.getByRole('link', { name: 'Blocks' }).first().click()
    await expect(page).toHaveURL(/\/blocks/)
    await settled(page)
    await page.goBack()
    await settled(page)
    await expect.poll(() => page.evaluate('Math.round(window.scrollY)')).toBe(400)
  }
})

test('the views of a trace fit narrow windows without scrolling sideways', async ({ page, devnet }) => {
  await verified(devnet)
  const owner_address = [await devnet.account('alice')]
  const { jetton_transfers } = await askV3(devnet, 'jetton/transfers', { owner_address, limit: 1 })
  const hash = hexOf(jetton_transfers[0]?.transaction_hash ?? '')
  const excess = `[document.documentElement, ...document.querySelectorAll('main [role="tabpanel"] div')]
    .map((box) => box.scrollWidth - box.clientWidth)
    .filter((excess) => excess > 0)`
  for (const tab of ['flow', 'outline']) {
    await page.goto(`/trace/${hash}?tab=${tab}`)
    await settled(page)
    for (const width of [320, 360, 390, 480, 640]) {
      await page.setViewportSize({ width, height: 800 })
      expect([tab, width, await page.evaluate(excess)]).toEqual([tab, width, []])
    }
  }
})
