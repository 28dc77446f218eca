import { expect, expectAccessible, expectNoOverflow, settled, test } from './fixtures.ts'

test('the configuration has names, units and validators', async ({ page }) => {
  await page.goto('/config')
  await expect(page.getByRole('heading', { name: 'Current validators' })).toBeVisible()
  const gas = page.getByRole('article', { name: 'Gas in the basechain' })
  await expect(gas.getByRole('row', { name: /^Gas price .* nanoton$/ })).toBeVisible()
  await gas.getByText('Cell', { exact: true }).click()
  await expect(gas.getByText(/^\d+ bits/)).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test('two equal blocks have no difference, and a wrong seqno is named', async ({ page }) => {
  await page.goto('/config')
  await page.getByRole('textbox', { name: 'Compare with' }).fill('x')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText(/A masterchain seqno: digits only/)).toBeVisible()
  const head = await page.getByRole('textbox', { name: 'Masterchain block' }).getAttribute('placeholder')
  await page.getByRole('textbox', { name: 'Compare with' }).fill(head ?? '')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('No difference')).toBeVisible()
  expect(new URL(page.url()).searchParams.get('with')).toBe(head)
})

test('a block that does not exist is a failure with its reason', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/config?seqno=2147483647')
  await expect(page.getByText(/cannot find block/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
