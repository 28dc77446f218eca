import { expect, test } from './devnetFixtures.ts'
import { expectAccessible, settled, shoot } from './fixtures.ts'

const STRANGER = `0:${'9c'.repeat(32)}`

test('the list shows the newest transactions of all chains, live', async ({ page, devnet }) => {
  await page.goto('/transactions')
  await settled(page)
  const list = page.getByRole('region', { name: 'Transactions' })
  await devnet.call('faucet', { address: STRANGER, amount: '7000000000', comment: 'live' })
  await expect(list.getByRole('listitem').filter({ hasText: 'comment live' })).toHaveCount(2)
  await expect(list.getByRole('listitem').first()).toContainText('7 TON')
})

test('filters for system calls and for failures are stored', async ({ page }) => {
  await page.goto('/transactions')
  await settled(page)
  const list = page.getByRole('region', { name: 'Transactions' })
  await expect(list.getByText('The network called')).toHaveCount(0)
  await list.getByRole('checkbox', { name: 'System' }).check()
  await expect(list.getByText('The network called').first()).toBeVisible()
  await page.reload()
  await settled(page)
  await expect(list.getByRole('checkbox', { name: 'System' })).toBeChecked()
  await list.getByRole('checkbox', { name: 'System' }).uncheck()
  await list.getByRole('checkbox', { name: 'Failed only' }).check()
  const older = list.getByRole('button', { name: 'Older' })
  while (await older.isVisible()) {
    await older.click()
    await settled(page)
  }
  await expect(list.getByRole('listitem').first()).toContainText('Failed')
  await expect(list.getByText(/✕ /).first()).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'transactions-failed')
})

test('the list does not move while it is used', async ({ page, devnet }) => {
  await devnet.call('faucet', { address: STRANGER, amount: '1000000000', comment: 'before' })
  await page.goto('/transactions')
  await settled(page)
  const list = page.getByRole('region', { name: 'Transactions' })
  await expect(list.getByRole('listitem').filter({ hasText: 'comment before' })).toHaveCount(2)
  await list.getByRole('listitem').nth(1).hover()
  await devnet.call('faucet', { address: STRANGER, amount: '1000000000', comment: 'meanwhile' })
  await expect(list.getByRole('button', { name: /\d+ new blocks?/ })).toBeVisible()
  await expect(list.getByText('meanwhile')).toHaveCount(0)
  // The first press can come before this window has received the gift's block.
  await expect(async () => {
    await list.getByRole('button', { name: /\d+ new blocks?/ }).click({ timeout: 3_000 })
    const gifts = list.getByRole('listitem').filter({ hasText: 'comment meanwhile' })
    await expect(gifts).toHaveCount(2, { timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
})

test('a long list renders only visible rows', async ({ page }) => {
  await page.goto('/transactions')
  await settled(page)
  const list = page.getByRole('region', { name: 'Transactions' })
  await list.getByRole('checkbox', { name: 'System' }).check()
  const older = list.getByRole('button', { name: 'Older' })
  while (await older.isVisible()) {
    await older.click()
    await settled(page)
  }
  const size = Number(await list.getByRole('listitem').first().getAttribute('aria-setsize'))
  expect(size).toBeGreaterThan(60)
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
})
