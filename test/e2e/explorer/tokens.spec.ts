import { Address } from '@ton/core'
import { expectAccessible, expectNoOverflow, hexOf, settled, shoot } from './fixtures.ts'
import { askV3 } from './indexFixtures.ts'
import { accountPath, expect, test, verified } from './tokenFixtures.ts'

const PHONE = { width: 360, height: 740 }
const JETTON = 'Paper Crane (USDP)'

test.beforeEach(async ({ devnet, consoleGuard }) => {
  // Pictures that a stranger names need not exist.
  consoleGuard.allowFailedRequests()
  await verified(devnet)
})

test('a jetton page has supply, admin, holders by balance and transfers', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, JETTON))
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(JETTON)
  const facts = page.getByRole('region', { name: 'jetton', exact: true })
  await expect(facts).toContainText('Total supply')
  await expect(facts).toContainText('USDP')
  await expect(page.locator('header').filter({ hasText: 'Admin' })).toContainText('treasury')
  const jetton = await devnet.account(JETTON)
  const { jetton_wallets } = await askV3(devnet, 'jetton/wallets', {
    jetton_address: [jetton],
    exclude_zero_balance: true,
    sort: 'desc',
    limit: 25,
  })
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(jetton_wallets.length)
  await expect(page.getByRole('img', { name: /largest holders have [\d.]+ % of the supply/ })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'jetton')
  await page.getByRole('tab', { name: 'Transfers' }).click()
  await expect(page).toHaveURL(/\?tab=transfers$/)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(rows.first()).toContainText('USDP')
  await expectAccessible(page)
})

test('a jetton wallet names its owner, its jetton and its balance', async ({ page, devnet }) => {
  const address = await devnet.account("alice's Paper Crane")
  const { jetton_wallets } = await askV3(devnet, 'jetton/wallets', { address: [address] })
  const balance = BigInt(jetton_wallets[0]?.balance ?? 0)
  await page.goto(`/account/${address}`)
  await settled(page)
  const header = page.locator('main header').first()
  await expect(header).toContainText('Jetton wallet')
  await expect(header.getByRole('link', { name: 'alice', exact: true })).toBeVisible()
  await expect(header.getByRole('link', { name: JETTON })).toBeVisible()
  const whole = String(balance / 1_000_000n)
  const facts = page.getByRole('region', { name: 'jetton wallet' })
  expect((await facts.innerText()).replaceAll(/\s/g, '')).toContain(`Jettonbalance${whole}`)
})

test('an account lists its tokens without empty balances, and with them on demand', async ({
  page,
  devnet,
}) => {
  const owner_address = [await devnet.account('alice')]
  const held = await askV3(devnet, 'jetton/wallets', { owner_address, exclude_zero_balance: true, limit: 50 })
  const all = await askV3(devnet, 'jetton/wallets', { owner_address, limit: 50 })
  await page.goto(await accountPath(devnet, 'alice'))
  await settled(page)
  await page.getByRole('tab', { name: 'Tokens' }).click()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(held.jetton_wallets.length)
  await expect(rows.filter({ hasText: /\d USDP/ })).toHaveCount(1)
  await expectAccessible(page)
  await shoot(page, 'account-tokens')
  await page.getByRole('checkbox', { name: 'Show zero balances' }).check()
  await expect(rows).toHaveCount(all.jetton_wallets.length)
})

test('an account shows its NFTs as a grid, with those on sale', async ({ page, devnet }) => {
  const owner_address = [await devnet.account('alice')]
  const { nft_items } = await askV3(devnet, 'nft/items', { owner_address, include_on_sale: true, limit: 24 })
  await page.goto(await accountPath(devnet, 'alice', '?tab=nfts'))
  await settled(page)
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(nft_items.length)
  await expectAccessible(page)
})

test('the history of an account shows received and sent tokens', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'alice', '?view=transactions'))
  await settled(page)
  const received = page.getByRole('row').filter({ hasText: 'Jetton notification' }).first()
  await expect(received).toContainText(/\+[\d\s.]+ ?\S+/)
  await expect(page.getByRole('row').filter({ hasText: 'Jetton transfer' }).first()).toContainText('USDP')
})

test('the value flow of a trace has a column for each token, whose sum is zero', async ({ page, devnet }) => {
  const owner_address = [await devnet.account('alice')]
  const jetton_master = await devnet.account(JETTON)
  const { jetton_transfers } = await askV3(devnet, 'jetton/transfers', {
    owner_address,
    jetton_master,
    limit: 100,
  })
  const bob = (await devnet.account('bob')).toUpperCase()
  const transfer = jetton_transfers.find(({ destination }) => destination === bob)
  const hash = Buffer.from(transfer?.transaction_hash ?? '', 'base64').toString('hex')
  await page.goto(`/trace/${hash}?tab=flow`)
  await settled(page)
  await expect(page.getByRole('columnheader', { name: 'USDP' })).toBeVisible()
  const sums = page.getByRole('row', { name: /^Sum/ }).getByRole('cell')
  await expect(sums.last()).toHaveText('–')
  await expect(page.getByRole('row').filter({ hasText: 'alice' }).first()).toContainText(/[+−]/)
  await expectAccessible(page)
  await shoot(page, 'trace-tokens')
})

test('an NFT on sale has its picture, owner, collection and price', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'Wagtail #1'))
  await settled(page)
  const header = page.locator('main header').first()
  await expect(header).toContainText('NFT item')
  await expect(header.getByRole('link', { name: 'Birds of the Roof' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'NFT', exact: true })).toContainText('Wagtail #1')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Transfers' }).click()
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.goto(await accountPath(devnet, 'Goldfinch #2'))
  await settled(page)
  await expect(page.getByText('On sale')).toBeVisible()
})

test('a collection shows its items', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'Birds of the Roof'))
  await settled(page)
  await expect(page.getByRole('tab', { name: 'Items' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(8)
  await expectAccessible(page)
  await shoot(page, 'collection')
})

test('a domain has its records and its expiry, and the search finds it', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'alice.ton'))
  await settled(page)
  const domain = page.getByRole('region', { name: 'Domain' })
  await expect(domain).toContainText('alice.ton')
  await expect(domain.getByText('Expires').locator('..')).toContainText(/\d{4}/)
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('grace.ton')
  await page.getByRole('option', { name: /Domain grace\.ton/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('grace.ton')
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('no-such-name.ton')
  await expect(page.getByText('no-such-name.ton is not registered.')).toBeVisible()
  await box.fill('tips.alice.ton')
  await page.getByRole('option', { name: /tips\.alice\.ton Wallet/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('alice')
})

test('a multisig has its signers, threshold and orders with actions and approvals', async ({
  page,
  devnet,
}) => {
  await page.goto(await accountPath(devnet, 'Workshop purse (2 of 3)'))
  await settled(page)
  await expect(page.getByRole('region', { name: 'multisig' })).toContainText('2 of 3 signers')
  const orders = page.getByRole('tabpanel')
  await expect(orders.getByRole('heading', { name: 'Order #0' })).toBeVisible()
  await expect(orders).toContainText('Transfer TON')
  await expect(orders).toContainText('Executed')
  await expect(orders.getByText('Not approved by').first()).toBeAttached()
  await expectAccessible(page)
  await page.goto(await accountPath(devnet, 'Order 0: rent, executed'))
  await settled(page)
  await expect(page.getByRole('region', { name: 'order' })).toContainText('Approvals')
  await expectAccessible(page)
})

test('amounts of jettons in an order have decimals and the symbol', async ({ page, devnet }) => {
  const raw = async (name: string) =>
    Address.parse(await devnet.account(name))
      .toRawString()
      .toUpperCase()
  const wallet = await raw("alice's Paper Crane")
  // Orders of the scenario send coins only.
  await page.route(/\/api\/v3\/multisig\/orders\?/, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    const sent = { amount: '12345678', destination: wallet, comment: '' }
    const unknown = { ...sent, amount: '42' }
    const action = { ...body.orders[0].actions[0], parsed_body_type: 'jetton_transfer' }
    body.orders[0].actions = [
      { ...action, destination: wallet, parsed_body: sent },
      { ...action, destination: body.orders[0].address, parsed_body: unknown },
    ]
    await route.fulfill({ response, json: body })
  })
  await page.goto(await accountPath(devnet, 'Order 0: rent, executed'))
  const actions = page.getByRole('region', { name: 'Actions' }).getByRole('listitem')
  await expect(actions.nth(0)).toContainText(/Amount\s*12\.345678 USDP/)
  await expect(actions.nth(1)).toContainText(/Amount\s*42 units/)
  await shoot(page, 'order-jettons')
})

test('the search finds jettons and collections by their names', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'Workshop purse (2 of 3)'))
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill('crane')
  const option = page.getByRole('option', { name: /Paper Crane.*Jetton USDP/ })
  await expect(option).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'search-token')
  await option.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Paper Crane')
  await box.fill('rubble')
  await expect(page.getByText('No token has this text in its name or symbol.')).toBeVisible()
})

test('the search finds accounts by names of the scenario, NFTs and labels', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'carol'))
  await settled(page)
  const box = page.getByRole('combobox', { name: 'Search' })
  for (const [text, first] of [
    ['alice', /^alice\s*wallet v4r2/],
    ['Erin’s vesting', /^Erin's vesting/],
    ['2 of 3', /^Workshop purse/],
    ['wagtail', /^Wagtail #1\s*NFT/],
    ['dns root', /^DNS root/],
  ] as const) {
    await box.fill(text)
    await expect(page.getByRole('option').first()).toHaveText(first)
  }
  await shoot(page, 'search-names')
  await box.fill('wagtail #1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wagtail #1')
})

test('old paths of a transaction and a domain lead to their pages', async ({ page, devnet }) => {
  const account = [await devnet.account('alice')]
  const { transactions } = await askV3(devnet, 'transactions', { account, limit: 50 })
  const hash = transactions.map((found) => found.hash).find((text) => text.includes('/')) ?? ''
  for (const path of [`/tx/${hash}`, `/transaction/${hexOf(hash)}`, `/tx/${encodeURIComponent(hash)}`]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(new RegExp(`/transaction/U?[0-9A-Za-z_-]+/\\d+/${hexOf(hash)}$`))
  }
  await page.goto('/address/alice.ton')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('alice')
})

test('a vesting wallet has its schedule, amounts and whitelist', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, "Erin's vesting"))
  await settled(page)
  const facts = page.getByRole('region', { name: 'vesting wallet' })
  await expect(facts.getByRole('img', { name: /% of the total amount is unlocked/ })).toBeVisible()
  await expect(facts).toContainText('Total amount')
  await expect(facts.getByRole('region', { name: 'Whitelist' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
})

test('the pages of tokens and NFTs list what the index has verified', async ({ page, devnet }) => {
  const { jetton_masters } = await askV3(devnet, 'jetton/masters', { limit: 25 })
  await page.goto('/')
  await page.getByRole('link', { name: 'Tokens' }).click()
  await settled(page)
  await expect(page.locator('tbody tr')).toHaveCount(jetton_masters.length)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'NFTs' }).click()
  await settled(page)
  const { nft_collections } = await askV3(devnet, 'nft/collections', { limit: 24 })
  await expect(page.locator('main').getByRole('listitem')).toHaveCount(nft_collections.length)
  await expectAccessible(page)
})

test('untrusted contents are text: no markup, no reordering, imitations are flagged', async ({
  page,
  devnet,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(devnet.url)) foreign.push(request.url())
  })
  for (const name of [
    'Hostile jetton',
    'Hostile collection',
    'Hostile item #0',
    'Hostile item #1',
    'Hostile item #2',
  ]) {
    await page.goto(await accountPath(devnet, name))
    await settled(page)
    const text = await page.locator('main').innerText()
    expect(text).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/)
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 1280, height: 860 })
  }
  await page.goto(await accountPath(devnet, 'Hostile jetton'))
  await settled(page)
  await expect(page.getByText('Imitates USDT').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'jetton', exact: true })).toContainText(
    '<img src=x onerror=alert(1)>',
  )
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  await expectNoOverflow(page)
  expect(await page.locator('main script, main iframe').count()).toBe(0)
  expect(dialogs).toEqual([])
  expect(foreign).toEqual([])
})

test('unindexed lists show the coverage and a remedy, not an empty list', async ({ page, devnet }) => {
  await page.route('**/api/v3/jetton/wallets?*', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'x-index-coverage': '1-9; 3 contracts not verified yet' },
      json: { error: 'the index does not have this', code: 503 },
    }),
  )
  await page.goto(await accountPath(devnet, 'alice', '?tab=tokens'))
  await settled(page)
  await expect(page.getByText('The tokens of this account: not indexed yet')).toBeVisible()
  await expect(page.getByText('indexed: 1–9; 3 contracts not verified yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Index the last hour' })).toBeVisible()
})

test('accounts have names, which the user can change', async ({ page, devnet }) => {
  await page.goto(await accountPath(devnet, 'bob'))
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('bob')
  await page.getByRole('button', { name: 'Name this account' }).click()
  await page.getByRole('textbox', { name: 'Name of this account' }).fill('my cold wallet')
  await page.getByRole('textbox', { name: 'Note about this account' }).fill('Key in the safe')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('my cold wallet')
  await expect(page.getByText('Key in the safe')).toBeVisible()
  await page.goto(await accountPath(devnet, 'alice'))
  await settled(page)
  await expect(page.getByRole('link', { name: 'my cold wallet' }).first()).toBeVisible()
  // Names are in the data folder, not in the browser, and leave it as a file.
  await page.evaluate(() => localStorage.clear())
  await page.goto('/labels')
  await expect(page.getByRole('row', { name: /my cold wallet.*Key in the safe/ })).toBeVisible()
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  const file = await download.path()
  await page.getByRole('button', { name: 'Remove the name my cold wallet' }).click()
  await expect(page.getByText(/No account has a name of yours/)).toBeVisible()
  await page.getByLabel('File with names of accounts').setInputFiles(file)
  await expect(page.getByText('1 imported')).toBeVisible()
  await expect(page.getByRole('row', { name: /my cold wallet.*Key in the safe/ })).toBeVisible()
  await page.getByRole('button', { name: 'Remove the name my cold wallet' }).click()
  await page.goto('/account/-1:3333333333333333333333333333333333333333333333333333333333333333')
  await settled(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Elector')
})
