import { Address } from '@ton/core'
import type { Page } from 'playwright/test'
import type { DevnetApi } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, hexOf, settled, shoot } from './fixtures.ts'
import { askV3 } from './indexFixtures.ts'
import { accountPath, expect, test, verified } from './tokenFixtures.ts'

function rows(page: Page) {
  return page.getByRole('list', { name: 'Actions by trace' }).locator(':scope > li')
}

/** The address of a wallet as its page shows it. */
async function friendly(devnet: DevnetApi, name: string): Promise<string> {
  return Address.parse(await devnet.account(name)).toString({ bounceable: false })
}

/** Waits until every trace of the scenario is classified: alice's transfers of jettons are known as such. */
async function classified(devnet: DevnetApi): Promise<void> {
  await verified(devnet)
  const account = await devnet.account('alice')
  await expect(async () => {
    const { actions } = await askV3(devnet, 'actions', { account, action_type: ['jetton_transfer'] })
    expect(actions.length).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
}

for (const theme of ['light', 'dark'] as const) {
  test(`an account’s history in ${theme} has one row for each trace`, async ({ page, devnet }) => {
    await page.emulateMedia({ colorScheme: theme })
    await classified(devnet)
    const { actions } = await askV3(devnet, 'actions', {
      account: await devnet.account('alice'),
      limit: 1000,
    })
    await page.goto(await accountPath(devnet, 'alice', '?spam=shown'))
    await settled(page)
    const keys = new Set(actions.slice(0, 90).map(({ trace_id }) => trace_id))
    await expect(rows(page).first()).toBeVisible()
    expect(await rows(page).count()).toBeGreaterThanOrEqual(Math.min(keys.size, 10))
    expect(await rows(page).count()).toBeLessThan(actions.length)
    await expect(
      rows(page)
        .filter({ hasText: /^Outgoing ?Sent/ })
        .first(),
    ).toContainText(/−[\d\s.]+/)
    await expect(
      rows(page)
        .filter({ hasText: /^Incoming ?Received/ })
        .first(),
    ).toContainText(/\+[\d\s.]+/)
    await expectNoOverflow(page)
    await expectAccessible(page)
    await shoot(page, `actions-account-${theme}`)
  })
}

test('a row opens to all actions of its trace, and leads to it', async ({ page, devnet }) => {
  await classified(devnet)
  await page.goto(await accountPath(devnet, 'alice'))
  await settled(page)
  const row = rows(page)
    .filter({ hasText: /Sent USDP to Crane Pond/ })
    .first()
  await row.getByRole('button', { name: 'Show all actions of this trace' }).click()
  await expect(row.getByRole('listitem').nth(1)).toBeVisible()
  await expect(row.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Open this trace' }).click()
  await expect(page).toHaveURL(/\/trace\/[0-9a-f]{64}/)
})

/** Nanounits of a displayed amount. */
function nanos(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace(/[^\d.]/g, '').split('.')
  return BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
}

test('the amounts of a history, less its fees, sum up to the balance', async ({ page, devnet }) => {
  await classified(devnet)
  const address = await devnet.account('frank')
  await page.goto(await accountPath(devnet, 'frank', '?spam=shown'))
  await settled(page)
  // Every row is on this page.
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
  const [amounts, fees] = await Promise.all([
    rows(page).locator('[data-sign]').allInnerTexts(),
    rows(page)
      .getByTitle(/^Fees that the account paid/)
      .allInnerTexts(),
  ])
  const coins = amounts.filter((text) => /\sTON$/.test(text))
  expect(coins.length).toBeGreaterThan(4)
  const sum = coins.reduce((total, text) => total + (text.startsWith('−') ? -1n : 1n) * nanos(text), 0n)
  const { balance } = (await devnet.ask('getAddressInformation', { address })) as { balance: string }
  expect(sum - fees.reduce((total, text) => total + nanos(text), 0n)).toBe(BigInt(balance))
})

test('a row of a trace that cannot be read has no amounts and says why', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await classified(devnet)
  const refusal = { status: 500, contentType: 'application/json', body: '{"error":"out of luck"}' }
  await page.route('**/api/v3/traces?*', (route) => route.fulfill(refusal))
  await page.goto(await accountPath(devnet, 'frank', '?spam=shown'))
  await settled(page)
  const first = rows(page).first()
  await expect(first.getByTitle('The amounts are not known: out of luck')).toHaveText('–')
  await expect(rows(page).locator('[data-sign]')).toHaveCount(0)
  await expectAccessible(page)
})

test('the filters of a history are sent to the API and kept in the URL', async ({ page, devnet }) => {
  await classified(devnet)
  await page.goto(await accountPath(devnet, 'alice'))
  await settled(page)
  await expect(page.getByText(/\d+ hidden as spam/)).toBeVisible()
  await expect(rows(page).filter({ hasText: 'mallory' })).toHaveCount(0)
  await page.getByRole('button', { name: 'show spam' }).click()
  await expect(rows(page).filter({ hasText: 'mallory' }).first()).toBeVisible()
  await expect(page).toHaveURL(/spam=shown/)
  const asked = page.waitForRequest((request) => request.url().includes('action_type=jetton_burn'))
  await page.getByRole('combobox', { name: 'Kind of actions' }).selectOption('Transfers')
  await asked
  await expect(page).toHaveURL(/kind=transfer/)
  await expect(rows(page).filter({ hasText: /Called|Deployed/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Kind of actions' }).selectOption('Bridges')
  await expect(page.getByText('No actions of the kind “Bridges”.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Kind of actions' })).toHaveValue('bridge')
})

test('the filter for failures lists only traces with a failure', async ({ page, devnet }) => {
  await classified(devnet)
  const { actions } = await askV3(devnet, 'actions', { limit: 1000 })
  const failed = actions.find(({ success, type }) => success === false && type === 'call_contract')
  const source = String(failed?.details.source)
  await page.goto(`/account/${source}?failed=only`)
  await settled(page)
  await expect(
    rows(page)
      .filter({ hasText: /Failed to|failed to/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByText(/\d+ successful hidden/)).toBeVisible()
})

test('the rows of a history are transactions if the index has no actions', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  const refusal = {
    status: 503,
    headers: { 'x-index-coverage': '1-9' },
    contentType: 'application/json',
    body: '{"error":"not indexed"}',
  }
  await page.route('**/api/v3/actions?*', (route) => route.fulfill(refusal))
  await page.goto(await accountPath(devnet, 'alice'))
  await settled(page)
  await expect(page.getByRole('link', { name: 'Open this transaction' }).first()).toBeVisible()
  await expect(page.locator('main [data-progress]')).toHaveCount(0)
  await expect(rows(page).first()).toHaveAttribute('title', 'Only the transaction is known: not indexed')
})

test('home shows the newest actions, one line for each trace and no receipts', async ({ page, devnet }) => {
  await classified(devnet)
  await page.goto('/')
  await settled(page)
  const list = page.getByRole('region', { name: 'Latest actions' })
  await expect(list.getByRole('listitem').nth(9)).toBeVisible()
  await expect(list.getByRole('listitem').filter({ hasText: /excess|jetton notification/ })).toHaveCount(0)
  const links = list.getByRole('link', { name: 'Open this trace' })
  const paths = await Promise.all((await links.all()).map((link) => link.getAttribute('href')))
  expect(paths.length).toBeLessThanOrEqual(12)
  expect(new Set(paths).size).toBe(paths.length)
  await expectAccessible(page)
})

test('a trace begins with its actions, and each marks its transactions', async ({ page, devnet }) => {
  await classified(devnet)
  const account = await devnet.account('alice')
  const { actions } = await askV3(devnet, 'actions', { account, action_type: ['jetton_transfer'], limit: 1 })
  const [transfer] = actions
  await page.goto(`/trace/${hexOf(transfer?.trace_id ?? '')}?tab=outline`)
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/(sent|minted|burned|called|failed to)/)
  const list = page.getByRole('region', { name: 'Actions' })
  const line = list
    .getByRole('listitem')
    .filter({ hasText: / sent [\d\s.]+/ })
    .first()
  await line.getByRole('button').focus()
  await expect(page.locator('tr[data-lit]')).not.toHaveCount(0)
  await line.getByRole('button').click()
  await expect(page).toHaveURL(/tx=/)
  await expectAccessible(page)
})

test('one stream serves all pages of the window, and each event appears once', async ({ page, devnet }) => {
  await classified(devnet)
  const sockets: string[] = []
  const sent: string[] = []
  page.on('websocket', (socket) => {
    sockets.push(socket.url())
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  await page.goto(await accountPath(devnet, 'carol'))
  await settled(page)
  await page.getByRole('link', { name: 'treasury' }).first().click()
  await settled(page)
  await page.goBack()
  await settled(page)
  await expect(rows(page).first()).toBeVisible()
  const subscriptions = () => sent.filter((frame) => frame.includes('"subscribe"'))
  await expect(async () => expect(subscriptions().at(-1)).toContain(await friendly(devnet, 'carol'))).toPass()
  expect(sockets).toEqual([expect.stringMatching(/\/api\/streaming\/v2\/ws$/)])
  // Under the pointer and further down the page new rows wait for a press, so that nothing moves under the reader.
  await page.mouse.move(0, 0)
  await page.evaluate('window.scrollTo(0, 0)')
  const before = await rows(page).count()
  await devnet.call('faucet', { address: await devnet.account('carol'), amount: '12345000000' })
  const row = rows(page).filter({ hasText: '+12.345' })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Pending')).toHaveCount(0)
  await expect(row.getByText('Confirmed')).toHaveCount(0)
  expect(await rows(page).count()).toBe(before + 1)
})
