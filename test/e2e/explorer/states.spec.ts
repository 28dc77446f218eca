import type { Page } from 'playwright/test'
import {
  expect,
  expectAccessible,
  headSeqno,
  NEVER_USED_RAW,
  settled,
  shoot,
  test,
  WALLET_V4,
} from './fixtures.ts'

type Status = {
  network: { kind: string; name: string }
  head: { seqno: number; utime: number } | null
  servers: { alive: number }
  verification: { proving: { proved: number; expected: number } | null }
}

/** Answers the status poll with the real one, changed: a head that moves, servers that are gone. */
async function changeStatus(page: Page, change: (status: Status) => void): Promise<void> {
  await page.route('**/api/tonscope/status', async (route) => {
    const response = await route.fetch()
    const status = (await response.json()) as Status
    change(status)
    await route.fulfill({ response, json: status })
  })
}

test('proving: the status bar and the page show how far the chain is proved', async ({ page }) => {
  let isProving = true
  await changeStatus(page, (status) => {
    if (!isProving) return
    status.head = null
    status.verification.proving = { proved: 811, expected: 1_400 }
  })
  await page.goto('/')
  const text = 'Proving key block 812 of about 1,400'
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(text)
  await expect(page.getByRole('main')).toContainText(`${text}. This page opens when the chain is proved`)
  await shoot(page, 'state-proving')
  isProving = false
  await expect(page.getByRole('region', { name: 'Status' })).not.toContainText('Proving')
  await settled(page)
})

test('loading: a skeleton in the final shape, then the content', async ({ page }) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v2/getAddressInformation*', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`/account/${WALLET_V4}`)
  await expect(page.locator('[data-skeleton]').first()).toBeVisible()
  await expect(page.getByText('Loading the account')).toBeAttached()
  await shoot(page, 'state-loading')
  gate.resolve()
  await settled(page)
  await expect(page.getByText('wallet v4 r2')).toBeVisible()
})

test('empty: an account without a transaction', async ({ page }) => {
  await page.goto(`/account/${NEVER_USED_RAW}`)
  await expect(
    page.getByText(/No transactions of this account in the indexed blocks|was never used, or it was deleted/),
  ).toBeVisible()
  await shoot(page, 'state-empty')
})

test('after the head: a block beyond the recording', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  const head = await headSeqno(page)
  await page.goto(`/block/-1/8000000000000000/${head + 1000}`)
  await expect(page.getByText(`The recording ends at masterchain block ${head}.`)).toBeVisible()
  await shoot(page, 'state-not-there')
})

test('not found: a message, the answer, the request id, and a retry', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  let broken = true
  await page.route('**/api/v2/getBlockHeader*', (route) =>
    broken
      ? route.fulfill({
          status: 500,
          headers: { 'x-request-id': 'e2e-request' },
          json: { ok: false, error: 'LITE_SERVER_NOTREADY: block is not in db', code: 500, '@extra': '_' },
        })
      : route.continue(),
  )
  await page.goto('/block/-1/8000000000000000/300')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Not found: block (-1,8000000000000000,300)')
  await expect(alert).toContainText('There is no such block or transaction')
  await expect(alert).not.toContainText('500')
  await expect(alert).toContainText('LITE_SERVER_NOTREADY: block is not in db')
  await expect(alert).toContainText('e2e-request')
  await expectAccessible(page)
  await shoot(page, 'state-failed')
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await settled(page)
  await expect(page.getByRole('tab', { name: /Transactions/ })).toBeVisible()
})

test('the page of a mistyped account names the wrong character', async ({ page }) => {
  await page.goto(`/account/${WALLET_V4.slice(0, -1)}X`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This is not an account address')
  await expect(page.getByText('Wrong checksum: character 48 (“X”) is probably mistyped.')).toBeVisible()
  await shoot(page, 'state-no-account')
})

test('offline: one notice and the last head, and loaded content stays', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/')
  await settled(page)
  const head = await headSeqno(page)
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await expect(page.getByText(/Tonscope has not responded for/)).toBeVisible()
  await expect(page.getByText(/Tonscope has not responded for/)).toContainText(`Last block ${head}`)
  await expect(page.getByRole('region', { name: 'Latest blocks' }).getByRole('row')).toHaveCount(16)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status).toContainText('not reachable')
  await expect(status).not.toContainText(/verified|liteserver/)
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'state-offline')
  await page.unroute('**/api/**')
  await expect(page.getByText(/Tonscope has not responded for/)).toHaveCount(0)
  await expect(status).toContainText('verified ✓')
})

test('requests that failed while Tonscope was stopped are repeated when it is back', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/blocks')
  await settled(page)
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.getByRole('combobox', { name: 'Search' }).fill('(0,8000000000000000,5)')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Tonscope is not responding')
  await page.unroute('**/api/**')
  await expect(page.getByRole('tab', { name: /Transactions/ })).toBeVisible()
})

test('no liteserver: shown in the same notice', async ({ page }) => {
  await changeStatus(page, (status) => {
    status.servers.alive = 0
  })
  await page.goto('/')
  await expect(page.getByText(/No liteserver is reachable/)).toBeVisible()
})

test('shows the layout and the reason if the gateway is unreachable from the start', async ({
  page,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Tonscope is not responding')
  await expectAccessible(page)
  await shoot(page, 'state-unreachable')
})

test('live: the head ticks, new rows wait while the list is used', async ({ page }) => {
  const newest = await headSeqno(page)
  let seqno = newest - 20
  await changeStatus(page, (status) => {
    status.network.kind = 'custom'
    status.head = { seqno, utime: Math.floor(Date.now() / 1000) }
  })
  await page.goto('/')
  await settled(page)
  const figure = page.getByRole('region', { name: 'Pulse' }).getByRole('link').first()
  await expect(figure).toHaveText(String(seqno))
  const list = page.getByRole('region', { name: 'Latest blocks' })
  const rows = list.getByRole('rowheader')
  await expect(rows.first()).toHaveText(String(seqno))

  seqno += 1
  await expect(figure).toHaveText(String(seqno))
  await expect(rows.first()).toHaveText(String(seqno))

  // Figures and lists stay while the new block is read.
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
  await rows.nth(2).hover()
  seqno += 3
  await expect(list.getByRole('button', { name: '3 new blocks' })).toBeVisible()
  await expect(rows.first()).toHaveText(String(seqno - 3))
  await shoot(page, 'live-held')
  await list.getByRole('button', { name: '3 new blocks' }).click()
  await expect(rows.first()).toHaveText(String(seqno))

  await expect(page.getByRole('region', { name: 'Status' })).toContainText(/\d+ s ago/)
  await shoot(page, 'live')
})

test('recorded: a notice with the time of the head', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByText(/^Recorded network · last block \d+, \d+ \w+ \d{4}$/)).toBeVisible()
})
