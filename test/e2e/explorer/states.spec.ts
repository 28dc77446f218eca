import type { Page } from 'playwright/test'
import type { Liteservers } from '../../../src-shared/schema/liteservers.ts'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
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
  fork: { seqno: number; message: string } | null
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

/** Answers the poll of the liteservers with the real one, changed. */
async function changeLiteservers(page: Page, change: (pool: Liteservers) => void): Promise<void> {
  await page.route('**/api/tonscope/liteservers', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { result: Liteservers }
    change(body.result)
    await route.fulfill({ response, json: body })
  })
}

test('liteservers: the recording has one, which is a part of Tonscope', async ({ page }) => {
  await page.goto('/liteservers')
  await settled(page)
  await expect(page.getByRole('main')).toContainText('This network is a recording.')
  await expect(page.getByRole('region', { name: 'Pool' })).toContainText('1 of 1')
  await expectAccessible(page)
  await shoot(page, 'liteservers-sample')
})

test('liteservers: a config without any is stated', async ({ page }) => {
  await changeLiteservers(page, (pool) => {
    pool.servers = []
    pool.embedded = false
  })
  await page.goto('/liteservers')
  await expect(page.getByText('The global config of this network names no liteserver.')).toBeVisible()
})

test('liteservers: the last state stays while Tonscope is unreachable', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.goto('/liteservers')
  await settled(page)
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  await expect(page.getByText(/This was the state of the liteservers \d+ s ago/)).toBeVisible()
  await expect(page.getByText('✓ in use')).toBeVisible()
  await shoot(page, 'liteservers-unreachable')
  await page.unroute('**/api/**')
  await expect(page.getByText(/This was the state/)).toHaveCount(0)
})

test('liteservers: a failed request is stated with its reason', async ({ page, consoleGuard }) => {
  consoleGuard.allowFailedRequests()
  await page.route('**/api/tonscope/liteservers', (route) =>
    route.fulfill({ status: 429, json: { ok: false, error: 'Ratelimit exceeded', code: 429 } }),
  )
  await page.goto('/liteservers')
  await expect(page.getByRole('alert')).toContainText('Could not read the state of the liteservers')
  await expect(page.getByRole('alert')).toContainText('Ratelimit exceeded')
})

test('fork: every page says so, and the liteservers show both blocks and the evidence', async ({ page }) => {
  const message = 'the network has forked'
  await changeStatus(page, (status) => {
    status.fork = { seqno: 861, message }
    status.servers.alive = 0
  })
  await changeLiteservers(page, (pool) => {
    for (const server of pool.servers) server.state = 'stopped'
    pool.alive = 0
    pool.fork = {
      message,
      seqno: 861,
      blocks: [1, 2].map((byte) => ({
        root_hash: Buffer.alloc(32, byte).toString('base64'),
        file_hash: Buffer.alloc(32, byte + 2).toString('base64'),
        liteserver: `10.0.0.${byte}:4000`,
      })),
      evidence_file: '/data/network/fork.json',
    }
  })
  for (const path of ['/blocks', '/tools']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('The network has forked')
    await expect(page.getByText('No liteserver is reachable')).toHaveCount(0)
  }
  await page.getByRole('alert').getByRole('link').click()
  const main = page.getByRole('main')
  await expect(main).toContainText('The network has forked at masterchain block 861')
  await expect(main).toContainText('01010101…010101')
  await expect(main).toContainText('of 10.0.0.2:4000')
  await expect(main).toContainText('/data/network/fork.json')
  await expect(main).toContainText('✕ stopped')
  const bar = page.getByRole('region', { name: 'Status' })
  await expect(bar).toContainText('forked')
  await expect(bar).not.toContainText('✓')
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'fork')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await shoot(page, 'fork-390')
})
