import { expectAccessible, settled, shoot } from './fixtures.ts'
import { expect, indexed, test } from './indexFixtures.ts'

test('the star of an account adds it to the watched accounts, whose page follows and removes it', async ({
  page,
  devnet,
}) => {
  await indexed(devnet)
  await page.goto(`/account/${await devnet.account('alice')}`)
  await settled(page)
  const star = page.getByRole('button', { name: 'Watch this account' })
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Watch', exact: true }).click()
  await expect(page).toHaveURL('/watched')
  const row = page.getByRole('row', { name: /alice/ })
  await expect(row.getByText('✓ current')).toBeVisible({ timeout: 60_000 })
  await expect(row.getByRole('cell', { name: /^[0-9]+ transactions, all$/ })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'watched')
  await row.getByRole('button', { name: /^Stop watching/ }).click()
  await expect(page.getByText(/^No account is watched/)).toBeVisible()
})
