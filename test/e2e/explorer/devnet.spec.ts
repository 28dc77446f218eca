import { expect, test } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, settled, shoot } from './fixtures.ts'
import { indexed } from './indexFixtures.ts'

const STRANGER = `0:${'7a'.repeat(32)}`

test('the first page explains the devnet until the notice is closed', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const card = page.getByRole('region', { name: 'This is your own TON network.' })
  await expect(card.getByRole('link', { name: 'Get coins' })).toHaveAttribute('href', '/faucet')
  await expect(card.getByRole('link', { name: 'Point your SDK here' })).toHaveAttribute('href', '/sdk')
  await expect(card.getByRole('link', { name: 'Switch to mainnet' })).toHaveAttribute('href', '/mainnet/')
  await card.getByRole('button', { name: 'Dismiss' }).click()
  await expect(card).toHaveCount(0)
  await page.reload()
  await settled(page)
  await expect(card).toHaveCount(0)
})

test('the faucet sends coins, links to the transaction, and stores the receiver', async ({ page }) => {
  await page.goto('/faucet')
  await settled(page)
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill(STRANGER.slice(0, -3))
  await expect(page.getByText('64 hexadecimal digits after the colon; here are 61 characters')).toBeVisible()
  await page.getByLabel('Amount', { exact: true }).fill('1.0000000001')
  await expect(page.getByText('at most nine decimals')).toBeVisible()
  await page.getByRole('button', { name: 'Get coins' }).click()
  const given = page.getByRole('status').filter({ hasText: 'went to' })
  await expect(page.getByRole('button', { name: 'Get coins' })).toBeEnabled()
  await expect(given).toHaveCount(0)

  await address.fill(STRANGER)
  await page.getByLabel('Amount', { exact: true }).fill('12.5')
  await page.getByLabel('Comment').fill('for the tests')
  await page.keyboard.press('Enter')
  await expect(given).toContainText('12.5')
  await expect(given).toContainText('New balance12.5 TON')
  await shoot(page, 'faucet-given')
  await expectAccessible(page)
  await given.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('for the tests')

  await page.goto('/faucet')
  await settled(page)
  await expect(address).toHaveValue(STRANGER)
})

test('one click fills in an account of the scenario', async ({ page }) => {
  await page.goto('/faucet')
  await settled(page)
  const alice = page
    .getByRole('group', { name: 'Accounts of the scenario' })
    .getByRole('button', { name: /alice/ })
  await alice.click()
  await expect(alice).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('group', { name: 'Common amounts' })
    .getByRole('button', { name: '10', exact: true })
    .click()
  await page.getByRole('button', { name: 'Get coins' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'went to' })).toContainText('10 TON')
})

test('blocks, time and traffic are controlled from the page', async ({ page, devnet }) => {
  await devnet.call('settings', { block_interval: 0 })
  await page.goto('/controls')
  await settled(page)
  const { seqno, now } = await devnet.status()
  await page.getByLabel('Produce blocks now').fill('0')
  await expect(page.getByText('From 1 to 1000 blocks at once')).toBeVisible()
  await page.getByLabel('Produce blocks now').fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Produced 3 blocks: the latest is ${seqno + 3}`)).toBeVisible()

  await page.getByRole('button', { name: '+1 day' }).click()
  await expect(page.getByText(/The devnet's time is .* now/)).toBeVisible()
  expect((await devnet.status()).now).toBeGreaterThanOrEqual(now + 86_400)

  await page.getByRole('group', { name: 'Traffic' }).getByRole('button', { name: 'On' }).click()
  await expect(page.getByText('The traffic is on')).toBeVisible()
  await page.getByRole('group', { name: 'Traffic' }).getByRole('button', { name: 'Off' }).click()
  await expect(page.getByText('The traffic is off')).toBeVisible()
  await page
    .getByRole('group', { name: 'Seconds between blocks' })
    .getByRole('button', { name: '2 s' })
    .click()
  await expect(page.getByText('A block is produced every 2 s now')).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'devnet-controls')
})

test('the basechain splits and merges', async ({ page, devnet }) => {
  await page.goto('/controls')
  await settled(page)
  const shards = page.getByRole('group', { name: 'Shards of the basechain' })
  await shards.getByRole('button', { name: '2' }).click()
  await expect(page.getByText('The basechain changes to 2 shards')).toBeVisible()
  await devnet.call('step', { blocks: 12 })
  await expect(page.getByText('The basechain has 2 shards.')).toBeVisible()
  await shards.getByRole('button', { name: '1', exact: true }).click()
  await devnet.call('step', { blocks: 12 })
  await expect(page.getByText('The basechain has one shard.')).toBeVisible()
})

test('a restored snapshot replaces everything, and nothing later is shown', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  // Requests during the replacement of the chain can fail.
  consoleGuard.allowFailedRequests()
  const account = `0:${'5e'.repeat(32)}`
  // Some nanoton of it go to storage.
  const balance = page.getByText('Balance', { exact: true }).locator('+ p')
  await devnet.call('faucet', { address: account, amount: '1000000000' })
  await page.goto('/controls')
  await settled(page)
  const name = page.getByLabel('Save the state as')
  await name.fill('Before')
  await expect(page.getByText('“B” is not allowed')).toBeVisible()
  await name.fill('before-gift')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Saved before-gift at block \d+/)).toBeVisible()

  await devnet.call('faucet', { address: account, amount: '3000000000' })
  await page.getByRole('combobox', { name: 'Search' }).fill(account)
  await page.keyboard.press('Enter')
  await expect(balance).toHaveText(/^(4|3\.99\d*) TON$/)
  await page.goBack()
  await page.getByRole('button', { name: 'Restore before-gift' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore before-gift?' })
  await expect(dialog).toContainText('are lost')
  await expectAccessible(page)
  await shoot(page, 'devnet-restore')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Restore before-gift' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText(/Restored before-gift: the latest block is \d+/)).toBeVisible()
  await page.goForward()
  await expect(balance).toHaveText(/^(1|0\.99\d*) TON$/)

  await page.goto('/controls')
  await settled(page)
  await page.getByRole('button', { name: 'Delete before-gift' }).click()
  await expect(page.getByText('Deleted snapshot before-gift')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore before-gift' })).toHaveCount(0)
})

test('a refused command shows the reason', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.route('**/api/tonscope/devnet/step', (route) =>
    route.fulfill({ status: 409, json: { ok: false, error: 'the disk is full', code: 409, '@extra': '_' } }),
  )
  await page.goto('/controls')
  await settled(page)
  await page.getByRole('button', { name: 'Step' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Producing one block failed')
  await expect(alert).toContainText('the disk is full')
  await expectAccessible(page)
})

const PAGES = ['/', '/faucet', '/controls', '/tools', '/sdk', '/send', '/transactions'] as const

for (const theme of ['light', 'dark'] as const) {
  test(`the pages of a devnet in ${theme} are accessible and fit`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    for (const path of PAGES) {
      await page.setViewportSize({ width: 1280, height: 860 })
      await page.goto(path)
      await settled(page)
      await expectAccessible(page)
      const name = `devnet${path.replace('/', '-')}-${theme}`
      for (const width of [1280, 1024]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoOverflow(page)
        await shoot(page, `${name}-${width}`)
      }
    }
  })
}

test('SDK examples name this gateway and its config', async ({ page, devnet }) => {
  await page.goto('/sdk')
  await settled(page)
  await expect(page.getByRole('region', { name: '@ton/ton example' })).toContainText(
    `${devnet.url}/api/v2/jsonRPC`,
  )
  await expect(page.getByRole('region', { name: 'ton-lite-client example' })).toContainText(
    /devnet\/global\.config\.json/,
  )
})

test('a reset starts a new chain', async ({ page, devnet, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/controls')
  await settled(page)
  await devnet.call('step', { blocks: 5 })
  const { seqno } = await devnet.status()
  await page.getByRole('button', { name: 'Reset the devnet …' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the devnet' }).click()
  // The devnet does not answer while its chain is replaced.
  const head = () =>
    devnet.status().then(
      (status) => status.seqno,
      () => Number.POSITIVE_INFINITY,
    )
  await expect.poll(head).toBeLessThan(seqno)
  // Exactly: the port in the same line can have its digits.
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status.getByText(String(seqno), { exact: true })).toHaveCount(0)
  await settled(page)
  await expect(page.getByRole('row', { name: /^alice wallet v4r2/ })).toBeVisible()
})

test('a deleted account keeps its history', async ({ page, devnet }) => {
  await indexed(devnet)
  const address = await devnet.account('closed workshop')
  await page.goto(`/account/${address}?view=transactions`)
  await settled(page)
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).not.toHaveCount(0)
  await expect(page.getByText(/never/)).toHaveCount(0)
  const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  await expect(header).toContainText('deleted')
  await expect(header).not.toContainText('uninitialized')
  await page.goto(`/account/${address}`)
  await settled(page)
  await expect(page.getByRole('list', { name: 'Actions by trace' }).getByRole('listitem')).not.toHaveCount(0)
  await header.getByRole('link', { name: 'deleting transaction' }).click()
  await expect(page.getByRole('heading', { name: 'State' }).locator('..')).toContainText(
    'active → nonexistent',
  )
})
