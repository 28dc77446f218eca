import { execFileSync } from 'node:child_process'
import type { Locator, Page } from 'playwright/test'
import { v2Operations } from '../../../src-shared/schema/v2/operations.ts'
import { expect, test } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow } from './fixtures.ts'

/** The page with the examples of the running network in it. */
async function openDocs(page: Page, hash = ''): Promise<void> {
  await page.goto(`/docs${hash}`)
  await expect(page.getByText('taken from the running network: devnet')).toBeAttached()
}

/** By its attribute: to search the page by roles takes a while, it is long. */
function formOf(page: Page, name: string): Locator {
  return page.locator(`form[aria-label="Try ${name}"]`)
}

/** Sends the form; the answer's text. */
async function send(form: Locator, outcome: string | RegExp = /^200 OK in /): Promise<string> {
  const said = form.locator('.outcome')
  await said.evaluate((element) => {
    element.textContent = ''
  })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(said).toHaveText(outcome)
  const body = form.locator('[aria-label^="Answer of "]')
  return (await body.count()) === 0 ? '' : ((await body.textContent()) ?? '')
}

/** What the clipboard's command prints when a shell runs it. */
async function runCopied(page: Page): Promise<{ result: unknown; ok: boolean; id?: unknown }> {
  const command = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(command).toMatch(/^curl /)
  return JSON.parse(execFileSync('bash', ['-c', `${command} -s`], { encoding: 'utf8', timeout: 20_000 }))
}

// A trace keeps the page as it was at every step; of one so long that takes more time than the tests.
test.use({ trace: 'off' })

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
})

test('a GET is sent as it is filled in, and its curl command asks the same', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await openDocs(page, '#getShards')
  const form = formOf(page, 'getShards')
  await form.getByRole('textbox', { name: 'seqno' }).fill('2')
  const answer = JSON.parse(await send(form))
  expect(answer.result['@type']).toBe('blocks.shards')
  await form.getByRole('button', { name: 'Copy as curl' }).click()
  expect((await runCopied(page)).result).toEqual(answer.result)
  await form.getByRole('button', { name: 'Copy answer' }).click()
  expect(JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))).toEqual(answer)

  await form.getByRole('button', { name: 'Fill example' }).click()
  await expect(form.getByRole('textbox', { name: 'seqno' })).toHaveValue(/^\d{2,}$/)
  await form.getByRole('textbox', { name: 'seqno' }).fill('-7')
  expect(await send(form, /^422 Unprocessable Entity in /)).toContain('seqno should be positive')
  await expect(form).toContainText('X-API-Version')
})

test('a POST follows the fields, keeps every digit, and its curl command asks the same', async ({ page }) => {
  await openDocs(page, '#getBlockHeader')
  const form = formOf(page, 'getBlockHeader')
  await form.getByRole('textbox', { name: 'shard' }).fill('-9223372036854775808')
  await form.getByRole('textbox', { name: 'workchain' }).fill('-1')
  await form.getByRole('textbox', { name: 'seqno' }).fill('3')
  await form.getByRole('radio', { name: 'POST' }).check()
  const body = form.getByRole('textbox', { name: 'Request body' })
  await expect(body).toHaveValue(/"workchain": -1,\n {2}"shard": "-9223372036854775808",\n {2}"seqno": 3/)
  // As a bare number it is beyond what a double holds.
  await body.fill('{"workchain": -1, "shard": -9223372036854775808, "seqno": 3}')
  const answer = await send(form)
  expect(answer).toContain('"shard": "-9223372036854775808"')
  await form.getByRole('button', { name: 'Copy as curl' }).click()
  expect((await runCopied(page)).result).toEqual(JSON.parse(answer).result)
})

test('what is no JSON is said while it is typed, and can be sent all the same', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await openDocs(page, '#runGetMethod')
  const form = formOf(page, 'runGetMethod')
  const body = form.getByRole('textbox', { name: 'Request body' })
  await body.fill('{"address": ')
  await expect(form.getByText('Not JSON')).toBeVisible()
  await expect(body).toHaveAttribute('aria-invalid', 'true')
  await body.press('Control+Enter')
  await expect(form.getByText(/^422 Unprocessable Entity in /)).toBeVisible()
})

test('a JSON-RPC call is sent and copied, quotes and all', async ({ page }) => {
  await openDocs(page, '#jsonRPC')
  const form = formOf(page, 'jsonRPC')
  const call = { jsonrpc: '2.0', id: "it's $HOME", method: 'getShards', params: { seqno: 2 } }
  await form.getByRole('textbox', { name: 'Request body' }).fill(JSON.stringify(call, null, 2))
  const answer = JSON.parse(await send(form))
  expect(answer).toMatchObject({ ok: true, id: "it's $HOME" })
  await form.getByRole('button', { name: 'Copy as curl' }).click()
  expect(await runCopied(page)).toMatchObject({ result: answer.result, id: "it's $HOME" })
})

/** Presses Send for each form of a request and waits for what comes; in the page, because there are a hundred. */
const SEND_ALL = `async (form) => {
  const outcome = form.querySelector('.outcome')
  const sent = []
  for (const choice of form.querySelectorAll('input[type=radio]')) {
    choice.click()
    outcome.textContent = ''
    form.querySelector('[type=submit]').click()
    const until = performance.now() + 20000
    while (!/ in .* ms/.test(outcome.textContent) && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const body = form.querySelector('[aria-label^="Answer of "]')
    sent.push({ form: choice.value, outcome: outcome.textContent, body: body ? body.textContent : '' })
  }
  return sent
}`
type Sent = { readonly form: string; readonly outcome: string; readonly body: string }

/** These are of things that do not change between two questions. */
const STEADY = ['getShards', 'lookupBlock', 'getBlockTransactionsExt', 'getTransactions', 'detectAddress']

test('every operation answers its example, in every form', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await openDocs(page)
  const names = [...Object.keys(v2Operations), 'jsonRPC', 'healthcheck']
  expect(await page.locator('form[aria-label^="Try "]').count()).toBe(names.length)
  for (const name of names) {
    const sent = await page.evaluate<readonly Sent[]>(
      `(${SEND_ALL})(document.querySelector('form[aria-label="Try ${name}"]'))`,
    )
    expect(sent.length).toBeGreaterThan(0)
    for (const [at, { form, outcome, body }] of sent.entries()) {
      // A message is executed once: where a block came between two forms, the second one is refused.
      if (at > 0 && name.startsWith('send') && body.includes('External message was not accepted')) continue
      expect([name, form, outcome]).toEqual([name, form, expect.stringMatching(/^200 OK in /)])
    }
    if (STEADY.includes(name)) {
      const results = sent.map(({ body }) => JSON.parse(body).result)
      expect(results).toEqual([results[0], results[0], results[0]])
    }
  }
})

test('an API key goes along with what is sent and copied, and stays in this window alone', async ({
  page,
  context,
}) => {
  await openDocs(page, '#getMasterchainInfo')
  await page.getByRole('textbox', { name: 'API key' }).fill('0123abcd')
  const form = formOf(page, 'getMasterchainInfo')
  const asked = page.waitForRequest('**/getMasterchainInfo')
  await send(form)
  expect((await asked).headers()['x-api-key']).toBe('0123abcd')
  await expect(form.getByRole('region', { name: 'curl command' })).toContainText("-H 'X-API-Key: 0123abcd'")
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'API key' })).toHaveValue('0123abcd')
  const other = await context.newPage()
  await other.goto('/docs')
  await expect(other.getByRole('textbox', { name: 'API key' })).toHaveValue('')
})

test('the filter finds by name, alias and parameter, from the keyboard alone', async ({ page }) => {
  await openDocs(page)
  await page.keyboard.press('/')
  const filter = page.getByRole('searchbox', { name: 'Filter operations' })
  await expect(filter).toBeFocused()
  const headings = page.getByRole('heading', { level: 3 })
  await filter.fill('ignore_chksig')
  await expect(headings).toHaveText(['estimateFee'])
  await expect(page.locator('#found')).toHaveText('1 operation')
  await filter.fill('no such thing')
  await expect(page.getByText('No operation has that')).toBeVisible()
  await filter.fill('transactions history')
  await expect(headings).toHaveText(['getTransactions', 'getTransactionsStd'])
  await filter.press('Enter')
  await expect(page).toHaveURL(/#getTransactions$/)
  await filter.press('Escape')
  await expect(page.getByRole('heading', { name: 'getMasterchainInfo' })).toBeVisible()
})

test('a link leads to its operation, which the list of contents marks', async ({ page }) => {
  await openDocs(page, '#getTokenData')
  await expect(page.getByRole('heading', { name: 'getTokenData' })).toBeInViewport()
  const contents = page.getByRole('navigation', { name: 'Operations' })
  await expect(contents.getByRole('link', { name: 'getTokenData' })).toHaveAttribute(
    'aria-current',
    'location',
  )
  await contents.getByRole('link', { name: 'getShards' }).click()
  await expect(contents.getByRole('link', { name: 'getShards' })).toHaveAttribute('aria-current', 'location')
  await expect(contents.getByRole('link', { name: 'getTokenData' })).not.toHaveAttribute('aria-current')
})

test('a large answer is cut on the page and whole when copied', async ({ page }) => {
  await page.route('**/api/v2/getConfigAll', (route) =>
    route.fulfill({
      json: { ok: true, result: Array.from({ length: 60_000 }, (_, i) => i), '@extra': '1:_:1' },
    }),
  )
  await openDocs(page, '#getConfigAll')
  const form = formOf(page, 'getConfigAll')
  expect((await send(form)).length).toBeLessThan(210_000)
  await expect(form.getByText(/KiB more; Copy answer takes all of it/)).toBeVisible()
  await form.getByRole('button', { name: 'Copy answer' }).click()
  const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'))
  expect(copied.result).toHaveLength(60_000)
})

test('the whole reference is accessible', async ({ page }) => {
  await openDocs(page)
  await expectAccessible(page)
})

for (const theme of ['light', 'dark'] as const) {
  test(`an operation in ${theme}, everything of it open, is accessible and fits`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await openDocs(page)
    // The others are hidden, or looking through them takes minutes.
    await page.getByRole('searchbox').fill('getTokenData')
    await send(formOf(page, 'getTokenData'))
    for (const part of await page.locator('#getTokenData details').all()) {
      await part.evaluate((it) => it.setAttribute('open', ''))
    }
    await expectAccessible(page)
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expectNoOverflow(page)
      await page.screenshot({ path: `test-results/screenshots/docs-${theme}-${width}.png` })
    }
    const contents = page.getByRole('navigation', { name: 'Operations' })
    await expect(contents).toBeHidden()
    await page.getByRole('button', { name: 'Contents' }).click()
    await expectAccessible(page)
    await page.screenshot({ path: `test-results/screenshots/docs-${theme}-contents.png` })
    await contents.getByRole('link', { name: 'getTokenData' }).click()
    await expect(contents).toBeHidden()
    await expect(page.getByRole('heading', { name: 'getTokenData' })).toBeInViewport()
  })
}
