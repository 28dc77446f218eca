import { expect, test } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, settled, shoot } from './fixtures.ts'

/** Status and error text of a request that comes from outside of any page. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<readonly [number, string?]> {
  const response = await fetch(`${url}/api/v2/getMasterchainInfo`, { headers })
  const { error } = (await response.json()) as { error?: string }
  return error === undefined ? [response.status] : [response.status, error]
}

test('a key is created, shown once, accepted in requests, and revoked', async ({
  page,
  context,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/tools')
  await settled(page)
  await page.getByRole('link', { name: /^API access/ }).click()
  await settled(page)
  const control = page.getByRole('region', { name: 'Access control' })
  await expect(control).toContainText(
    'Every client that reaches this gateway can send any number of requests',
  )
  await expect(page.getByText('No keys.')).toBeVisible()
  await control.getByRole('button', { name: 'On' }).click()
  await expect(page.getByText('Access control is on', { exact: true })).toBeVisible()
  await page.getByLabel('Rate without a key').fill('0.01')
  await control.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Without a key: 0.01 per second from one address', { exact: true }),
  ).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('My key')
  await expect(page.getByText('“M” is not allowed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add key' })).toBeDisabled()
  await page.getByLabel('Name', { exact: true }).fill('ci')
  await page.getByLabel('Rate', { exact: true }).fill('1000')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('status').filter({ hasText: 'Key ci created: it is shown only once' })
  await shown.getByRole('button', { name: 'Copy key ci' }).click()
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(key).toMatch(/^[0-9a-f]{64}$/)
  await expect(page.getByRole('region', { name: 'curl example' })).toContainText(`X-API-Key: ${key}`)
  const row = page.getByRole('row', { name: /^ci / })
  await expect(row).toContainText(`${key.slice(0, 6)}…`)
  await expect(row).toContainText('1000 per second')
  await expect(row).toContainText('not yet')
  await shoot(page, 'access-added')
  await expectAccessible(page)

  expect(await ask(devnet.url, { 'X-API-Key': key })).toEqual([200])
  expect(await ask(devnet.url, { 'X-API-Key': 'f'.repeat(64) })).toEqual([401, 'API key does not exist'])
  await ask(devnet.url)
  expect(await ask(devnet.url)).toEqual([429, 'Ratelimit exceeded'])
  // The reference sends requests as any client does, not with the pass of our pages.
  consoleGuard.allow(/escaping deep link whitespace/)
  await page.goto('/docs#getMasterchainInfo')
  const section = page.locator('[id$="-getMasterchainInfo_get"]')
  const status = section.locator('.live-responses-table .response .response-col_status')
  await section.getByRole('button', { name: 'Execute' }).click()
  await expect(status).toContainText('429')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const authorization = page.locator('.dialog-ux')
  await authorization.getByRole('textbox').first().fill(key)
  await authorization.getByRole('button', { name: 'Apply credentials' }).first().click()
  await authorization.getByRole('button', { name: 'Close' }).last().click()
  await section.getByRole('button', { name: 'Execute' }).click()
  await expect(status).toContainText('200')

  await page.goto('/access')
  await settled(page)
  await expect(page.getByText(key)).toHaveCount(0)
  await expect(row).not.toContainText('not yet')
  await page.getByRole('button', { name: 'Revoke ci' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke ci?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Revoke ci' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('The key ci is revoked')).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await ask(devnet.url, { 'X-API-Key': key })).toEqual([401, 'API key does not exist'])
  await control.getByRole('button', { name: 'Off' }).click()
  await expect(page.getByText('Access control is off', { exact: true })).toBeVisible()
  expect(await ask(devnet.url)).toEqual([200])
})

const OTHERS = {
  ok: false,
  error: 'access control is a matter of this machine alone',
  code: 403,
  '@extra': '_',
}

test('a window of another machine shows where the page can be opened', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.route('**/api/tonscope/access', (route) => route.fulfill({ status: 403, json: OTHERS }))
  await page.goto('/access')
  await settled(page)
  await expect(page.getByText('only on the machine that runs the gateway')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add key' })).toHaveCount(0)
})

test('access control cannot be switched off if other machines can reach the gateway', async ({ page }) => {
  const state = { enabled: true, forced: true, keyless_rate: 1, keys: [] }
  await page.route('**/api/tonscope/access', (route) =>
    route.fulfill({ json: { ok: true, result: state, '@extra': '_' } }),
  )
  await page.goto('/access')
  await settled(page)
  await expect(page.getByText('It stays on, because other machines can reach this gateway')).toBeVisible()
  await expect(
    page.getByRole('group', { name: 'Access control' }).getByRole('button', { name: 'Off' }),
  ).toBeDisabled()
})

for (const theme of ['light', 'dark'] as const) {
  test(`the access page in ${theme} is accessible and fits`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto('/access')
    await settled(page)
    await expectAccessible(page)
    for (const width of [1280, 1024]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoOverflow(page)
      await shoot(page, `access-${theme}-${width}`)
    }
  })
}
