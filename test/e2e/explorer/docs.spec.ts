import { execFileSync } from 'node:child_process'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow } from './fixtures.ts'

async function openDocs(page: Page, path = '/docs'): Promise<void> {
  await page.goto(path)
  await expect(page.getByText('taken from the running network: devnet')).toBeVisible()
}

/** Returns the section of an operation, by its method and its name. */
function sectionOf(page: Page, operationId: string): Locator {
  return page.locator(`[id^="operations-"][id$="-${operationId}"]`)
}

/** Executes the operation and returns the response's status and text. */
async function execute(section: Locator): Promise<{ status: string; body: string }> {
  await section.getByRole('button', { name: 'Execute' }).click()
  const response = section.locator('.live-responses-table .response')
  await expect(response.locator('.response-col_status')).toHaveText(/^\d{3}/)
  const status = (await response.locator('.response-col_status').innerText()).trim().slice(0, 3)
  return { status, body: await response.locator('.microlight').first().innerText() }
}

/** Runs the curl command that the page offers to copy, and returns its answer. */
async function runCurl(section: Locator): Promise<{ result: unknown; id?: unknown }> {
  const command = (await section.locator('.curl-command .microlight').innerText()).replaceAll('\u00a0', ' ')
  expect(command).toMatch(/^curl /)
  return JSON.parse(execFileSync('bash', ['-c', `${command} -s`], { encoding: 'utf8', timeout: 20_000 }))
}

// Each step of a trace would hold this long page.
test.use({ trace: 'off' })

test.beforeEach(({ consoleGuard }) => {
  // Swagger UI warns about the underscore in the operation's id of every link.
  consoleGuard.allow(/escaping deep link whitespace/)
  consoleGuard.allowFailedRequests()
})

test('a GET is sent with the example of the running network, and its curl command returns the same', async ({
  page,
}) => {
  await openDocs(page, '/docs#getShards')
  await expect(page).toHaveURL(/#\/blocks\/getShards_get$/)
  const section = sectionOf(page, 'getShards_get')
  await expect(section).toBeInViewport()
  const seqno = section.getByRole('textbox', { name: 'seqno' })
  await expect(seqno).toHaveValue(/^\d{2,}$/)
  await seqno.fill('2')
  const { status, body } = await execute(section)
  expect([status, JSON.parse(body).result['@type']]).toEqual(['200', 'blocks.shards'])
  expect((await runCurl(section)).result).toEqual(JSON.parse(body).result)
  await seqno.fill('-7')
  await section.getByRole('button', { name: 'Execute' }).click()
  // A value outside of the schema's range is marked and not sent.
  await expect(section.locator('input.invalid')).toHaveValue('-7')
})

test('a POST keeps every digit of its body', async ({ page }) => {
  await openDocs(page, '/docs')
  const section = sectionOf(page, 'getBlockHeader_post')
  await section.locator('.opblock-summary-control').click()
  // As a number it exceeds the range of a double.
  await section.locator('textarea').fill('{"workchain": -1, "shard": -9223372036854775808, "seqno": 3}')
  const { status, body } = await execute(section)
  expect(status).toBe('200')
  expect(body).toContain('"shard": "-9223372036854775808"')
  expect((await runCurl(section)).result).toEqual(JSON.parse(body).result)
})

test('a JSON-RPC call is sent and copied, quotes and all', async ({ page }) => {
  await openDocs(page, '/docs#jsonRPC')
  const section = sectionOf(page, 'jsonRPC_post')
  const call = { jsonrpc: '2.0', id: "it's $HOME", method: 'getShards', params: { seqno: 2 } }
  await section.locator('textarea').fill(JSON.stringify(call, null, 2))
  const { body } = await execute(section)
  expect(JSON.parse(body)).toMatchObject({ ok: true, id: "it's $HOME" })
  expect(await runCurl(section)).toMatchObject({ result: JSON.parse(body).result, id: "it's $HOME" })
  await section.locator('textarea').fill('{"method": "getNothing"}')
  await section.getByRole('button', { name: 'Execute' }).click()
  await expect(section.locator('.live-responses-table .response .response-col_status')).toContainText('422')
})

test('an API key is sent with requests and stays in this window', async ({ page, context }) => {
  await openDocs(page, '/docs#getMasterchainInfo')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  const dialog = page.locator('.dialog-ux')
  await dialog.getByRole('textbox').first().fill('0123abcd')
  await dialog.getByRole('button', { name: 'Apply credentials' }).first().click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const section = sectionOf(page, 'getMasterchainInfo_get')
  const sent = page.waitForRequest('**/getMasterchainInfo')
  await execute(section)
  expect((await sent).headers()['x-api-key']).toBe('0123abcd')

  await page.reload()
  const resent = page.waitForRequest('**/getMasterchainInfo')
  await execute(section)
  expect((await resent).headers()['x-api-key']).toBe('0123abcd')
  const other = await context.newPage()
  await openDocs(other, '/docs#getMasterchainInfo')
  const foreign = other.waitForRequest('**/getMasterchainInfo')
  await execute(sectionOf(other, 'getMasterchainInfo_get'))
  expect((await foreign).headers()['x-api-key']).toBeUndefined()
})

test('the filter finds operations by path, description, parameter and field of the body', async ({
  page,
}) => {
  await openDocs(page, '/docs')
  const operations = page.locator('.opblock-summary-path')
  const all = await operations.count()
  await page.locator('.operation-filter-input').fill('ignore_chksig')
  await expect(operations).toHaveCount(1)
  await expect(operations).toContainText('estimateFee')
  await page.locator('.operation-filter-input').fill('no such word')
  await expect(page.getByText('No operations defined in spec!')).toBeVisible()
  await page.locator('.operation-filter-input').fill('transactions history')
  await expect(operations.first()).toContainText('getTransactions')
  expect(await operations.count()).toBeLessThan(all / 4)
  await page.locator('.operation-filter-input').fill('')
  await expect(operations).toHaveCount(all)
})

test('a link to an operation of v3 opens it', async ({ page }) => {
  await openDocs(page, '/docs/v3#jetton/masters')
  await expect(page).toHaveURL(/#\/jettons\/jetton_masters_get$/)
  const section = sectionOf(page, 'jetton_masters_get')
  await expect(section).toBeInViewport()
  expect((await execute(section)).status).toBe('200')
  await page.locator('.operation-filter-input').fill('include_accounts')
  await expect(page.locator('.opblock-summary-path')).toHaveText(['/api/v3/actions'])
})

test('the list of all operations is accessible', async ({ page }) => {
  for (const path of ['/docs', '/docs/v3']) {
    await openDocs(page, path)
    await expect(page.locator('.opblock-summary-control').first()).toBeVisible()
    await expectAccessible(page)
  }
})

for (const theme of ['light', 'dark'] as const) {
  test(`an executed operation in ${theme} is accessible and fits`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await openDocs(page, '/docs#getShards')
    // The others are hidden, since checking them takes minutes.
    await page.locator('.operation-filter-input').fill('getShards')
    await execute(sectionOf(page, 'getShards_get'))
    await expectAccessible(page)
    for (const width of [1440, 1024, 640, 480, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoOverflow(page)
      await page.screenshot({ path: `test-results/screenshots/docs-${theme}-${width}.png` })
    }
  })
}
