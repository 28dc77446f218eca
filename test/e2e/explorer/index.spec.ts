import { expectAccessible, settled, shoot } from './fixtures.ts'
import { expect, indexed, test } from './indexFixtures.ts'

test('the page and the status bar show the indexed blocks', async ({ page, devnet }) => {
  await indexed(devnet)
  await page.goto('/index')
  await settled(page)
  await expect(page.getByRole('img', { name: /^100 % of the chain is indexed, in 1 range$/ })).toBeVisible()
  await expect(page.getByText('✓ following')).toBeVisible()
  const line = page
    .getByRole('region', { name: 'Status' })
    .getByRole('link', { name: /^indexed 1–\d+ \(all\)$/ })
  await expect(line).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'index')
  await page.goto('/blocks')
  await line.click()
  await expect(page).toHaveURL('/index')
})

test('following is paused and resumed', async ({ page }) => {
  await page.goto('/index')
  await settled(page)
  const panel = page.getByRole('region', { name: 'New blocks' })
  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(panel.getByText('‖ paused')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Status' }).getByRole('link', { name: /paused$/ }),
  ).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect(panel.getByText('✓ following')).toBeVisible()
})

test('the disk limit is set, refused if invalid, and removed', async ({ page }) => {
  await page.goto('/index')
  await settled(page)
  const panel = page.getByRole('region', { name: 'Disk' })
  const limit = panel.getByRole('textbox', { name: 'Limit' })
  await limit.fill('much')
  await expect(panel.getByText(/A number of GiB/)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Save' })).toBeDisabled()
  await limit.fill('20')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The index is limited to 20.0 GiB')).toBeVisible()
  await expect(panel.getByRole('img', { name: /of 20\.0 GiB are used$/ })).toBeVisible()
  await limit.fill('')
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The size of the index is not limited')).toBeVisible()
})

test('an account’s past is fetched as a job', async ({ page, devnet }) => {
  const address = await devnet.account('alice')
  await page.goto(`/index?account=${address}`)
  await settled(page)
  const form = page.getByRole('region', { name: 'Index older blocks' })
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveValue(address)
  await form.getByRole('button', { name: 'Fetch and index' }).click()
  const jobs = page.getByRole('region', { name: 'Jobs' })
  const row = jobs.getByRole('row', { name: /History of/ }).first()
  await expect(row.getByText('✓ done')).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'index-jobs')
})
