import { expectAccessible, hexOf, settled, shoot } from './fixtures.ts'
import { askV3, expect, indexed, someTrace, test } from './indexFixtures.ts'

const JETTON_TRANSFER = '0x0f8a7ea5'
/** What a gateway answers whose index has the first nine blocks. */
const NOT_INDEXED = {
  status: 503,
  headers: { 'x-index-coverage': '1-9' },
  json: { error: 'the index does not have this', code: 503 },
}

test('messages by opcode, page by page, each leading to its trace', async ({ page, devnet }) => {
  await indexed(devnet)
  await page.goto('/messages')
  await settled(page)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Opcode' }).fill(JETTON_TRANSFER)
  await page.getByRole('button', { name: 'Filter' }).click()
  await expect(page).toHaveURL(`/messages?opcode=${JETTON_TRANSFER}`)
  const rows = page.getByRole('rowheader')
  await expect(rows.filter({ hasText: 'jetton transfer' })).toHaveCount(await rows.count())
  const { messages } = await askV3(devnet, 'messages', { opcode: JETTON_TRANSFER, limit: 1000 })
  const seen = new Set<string>()
  for (let left = messages.length; left > 0; left -= 25) {
    await expect(rows).toHaveCount(Math.min(25, left))
    for (const link of await rows.getByRole('link').all()) seen.add((await link.getAttribute('href')) ?? '')
    if (left > 25) {
      const before = page.url()
      await page.getByRole('link', { name: 'Older' }).click()
      await expect(page).not.toHaveURL(before)
    }
  }
  expect(seen).toEqual(new Set(messages.map(({ hash }) => `/trace/${hexOf(hash)}`)))
  await rows.getByRole('link').first().click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('a mistyped filter is refused with a message', async ({ page }) => {
  await page.goto('/messages')
  await settled(page)
  await page.getByRole('textbox', { name: 'To' }).fill('EQnothing')
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Filter' })).toBeDisabled()
})

test('blocks of all chains, by shard and by time', async ({ page, devnet }) => {
  await indexed(devnet)
  await page.goto('/blocks?chain=all')
  await settled(page)
  await expect(page.getByRole('row', { name: /masterchain/ }).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /0:8000…/ }).first()).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'blocks-all')
  await page.getByRole('button', { name: 'Basechain' }).click()
  await expect(page.getByRole('row', { name: /masterchain/ })).toHaveCount(0)
  const { blocks } = await askV3(devnet, 'blocks', { workchain: 0, seqno: 3, limit: 1 })
  const time = blocks[0]?.gen_utime ?? ''
  await page.goto(`/blocks?chain=0&from=${time}&to=${time}`)
  await expect(page.getByRole('rowheader').filter({ hasText: /^3$/ })).toBeVisible()
})

test('an account’s history comes from the index, and its messages', async ({ page, devnet }) => {
  await indexed(devnet)
  const alice = await devnet.account('alice')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/account/${alice}?view=transactions`)
  await settled(page)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  expect(asked).toContain('/api/v3/transactions')
  expect(asked).not.toContain('/api/v2/getTransactions')
  await page.getByRole('tab', { name: 'Messages' }).click()
  await settled(page)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.getByRole('button', { name: 'External', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'external' }).first()).toBeVisible()
  await expectAccessible(page)
})

test('a history comes from liteservers if the index refuses it', async ({ page, devnet, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.route('**/api/v3/transactions?*', (route) => route.fulfill(NOT_INDEXED))
  await page.goto(`/account/${await devnet.account('alice')}?view=transactions`)
  await settled(page)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'fetch its whole history' })).toBeVisible()
})

test('unindexed ranges are named, with a button to index them', async ({ page, devnet, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  let isMissing = true
  await page.route('**/api/v3/messages?*', (route) =>
    isMissing ? route.fulfill(NOT_INDEXED) : route.continue(),
  )
  await page.route('**/api/tonscope/index/backfill', (route) => {
    isMissing = false
    return route.continue()
  })
  await page.goto(`/account/${await devnet.account('alice')}?tab=messages`)
  await expect(page.getByText('These messages: not indexed yet')).toBeVisible()
  await expect(page.getByText('indexed: 1–9')).toBeVisible()
  await expectAccessible(page)
  const ordered = page.waitForResponse((response) => response.url().endsWith('/api/tonscope/index/backfill'))
  await page.getByRole('button', { name: 'Index its whole history' }).click()
  const response = await ordered
  expect(response.ok()).toBe(true)
  expect(response.request().postDataJSON()).toEqual({ account: expect.stringMatching(/^UQ/) })
  // A small history is indexed at once, and the list is requested again.
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.goto('/index')
  // Other tests on this devnet can have requested it too.
  await expect(page.getByRole('row').filter({ hasText: 'done' }).first()).toBeVisible()
})

test('received messages are listed if messages in transit are not indexed', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.route('**/api/v3/messages?*', (route) =>
    route.request().url().includes('direction=in') ? route.continue() : route.fulfill(NOT_INDEXED),
  )
  await page.goto(`/account/${await devnet.account('alice')}?tab=messages`)
  await settled(page)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByText('not delivered')).toHaveCount(0)
})

test('a long history shows that it is being fetched until it is complete', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  const account = await devnet.account('alice')
  const job = {
    id: 99,
    kind: 'account',
    first: null,
    last: null,
    account,
    newest_first: true,
    detail: null,
    done: 1_200,
    total: null,
    rate: 300,
    eta_seconds: null,
  }
  let state = 'running'
  await page.route('**/api/v3/messages?*', (route) => route.fulfill(NOT_INDEXED))
  await page.route('**/api/tonscope/index', async (route) => {
    const response = await route.fetch()
    const { result, ...others } = await response.json()
    const json = { ...others, result: { ...result, jobs: [...result.jobs, { ...job, state }] } }
    await route.fulfill({ response, json })
  })
  const button = page.getByRole('button', { name: 'Index its whole history' })
  await page.goto(`/account/${account}?tab=messages`)
  for (let visit = 0; visit < 2; visit++) {
    await expect(page.getByText('Fetching.')).toBeVisible()
    await expect(page.getByText('1200 transactions so far')).toBeVisible()
    await expect(button).toHaveCount(0)
    await page.reload()
  }
  await expectAccessible(page)
  await shoot(page, 'messages-being-fetched')
  state = 'failed'
  await expect(page.getByText('Fetching failed.')).toBeVisible()
  await expect(button).toBeEnabled()
})

test('a masterchain block with the transactions of its shard blocks', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 3)
  const seqno = Number(trace.mc_seqno_start)
  await page.goto(`/block/-1/8000000000000000/${seqno}`)
  await settled(page)
  const own = await page.getByRole('rowheader').count()
  await page.getByRole('button', { name: 'With its shard blocks' }).click()
  const { transactions } = await askV3(devnet, 'transactionsByMasterchainBlock', { seqno, limit: 1000 })
  await expect(page.getByRole('rowheader')).toHaveCount(Math.min(40, transactions.length))
  expect(transactions.length).toBeGreaterThan(own)
  await expectAccessible(page)
})

test('a bare hash finds a transaction, its trace, a message and a block', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 3)
  const { blocks } = await askV3(devnet, 'blocks', { workchain: 0, seqno: 3, limit: 1 })
  const box = page.getByRole('combobox', { name: 'Search' })
  await page.goto('/')
  await box.fill(trace.trace_id ?? '')
  await expect(page.getByRole('option', { name: /^Transaction/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /^Trace of/ })).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'search-indexed')
  await box.fill(hexOf(blocks[0]?.root_hash ?? ''))
  await expect(page.getByRole('option', { name: /^Basechain block 3/ })).toBeVisible()
  await box.fill(hexOf(trace.external_hash ?? ''))
  await page.getByRole('option', { name: /^Message/ }).click()
  await expect(page).toHaveURL(/\/trace\//)
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})
