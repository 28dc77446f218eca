import type { Page } from 'playwright/test'
import type { V3Result } from '../../../src-shared/schema/v3/operations.ts'
import { askV3, expect, indexed, indexedFully, stopBlocks, test } from './indexFixtures.ts'

/** Paths that the page requests, in their order. */
function watchRequests(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    paths.push(pathname + search)
  })
  return paths
}

function overV2(paths: readonly string[]): string[] {
  return paths.filter((path) => path.startsWith('/api/v2/'))
}

function lists(paths: readonly string[], name: string): number {
  return paths.filter((path) => path.startsWith(`/api/v3/${name}?`)).length
}

/**
 * Accounts named by the answers of `actions` (raw, upper case). A contract of unknown interfaces can be a token, so its
 * metadata is requested.
 */
function watchNames(page: Page): Set<string> {
  const named = new Set<string>()
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname !== '/api/v3/actions') return
    const { address_book } = (await response.json()) as V3Result<'actions'>
    for (const [address, { interfaces }] of Object.entries(address_book)) {
      if (interfaces?.length !== 0) named.add(address)
    }
  })
  return named
}

/** Accounts whose names are requested by themselves (raw, upper case). */
function requestedNames(paths: readonly string[]): string[] {
  return paths
    .filter((path) => path.startsWith('/api/v3/addressBook?'))
    .flatMap((path) => new URL(path, 'http://localhost').searchParams.getAll('address'))
    .map((address) => address.toUpperCase())
}

test.beforeEach(({ devnet }) => indexed(devnet))

/** Requests without the polls, whose number depends on the machine's speed. */
function withoutPolls(paths: readonly string[]): string[] {
  return paths.filter((path) => !['/api/tonscope/status', '/api/tonscope/index'].includes(path))
}

test('home draws its lists with at most 20 requests beside its polls, and a new block adds two', async ({
  page,
  devnet,
}) => {
  await stopBlocks(devnet)
  const { seqno } = await devnet.status()
  const paths = watchRequests(page)
  const named = watchNames(page)
  await page.goto('/')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(16)
  await expect(page.locator('main:not(:has([data-skeleton]))')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(overV2(paths)).toEqual([])
  expect(withoutPolls(paths).length, paths.join('\n')).toBeLessThanOrEqual(20)
  expect(named.size).toBeGreaterThan(0)
  expect(requestedNames(paths).filter((address) => named.has(address))).toEqual([])
  // The page sees the new head once the index has it: before that it would ask again.
  const held = Promise.withResolvers<void>()
  await page.route('**/api/tonscope/status', async (route) => {
    await held.promise
    await route.continue()
  })
  // A poll that began before can be answered after the step. The next one begins when it has ended, and is held.
  await page.waitForRequest('**/api/tonscope/status')
  paths.length = 0
  await devnet.call('step', {})
  const next = await devnet.status()
  expect(next.seqno).toBe(seqno + 1)
  const indexHead = async () => (await askV3(devnet, 'masterchainInfo', {})).last.seqno
  await expect.poll(indexHead).toBe(next.seqno)
  held.resolve()
  // The cell, not the row: "212", "1" shard and "3" transactions read together contain "213".
  await expect(page.getByRole('table').getByRole('rowheader').first()).toHaveText(String(next.seqno))
  const added = withoutPolls(paths)
  expect(overV2(paths)).toEqual([])
  expect(lists(added, 'blocks'), added.join('\n')).toBe(1)
  expect(added.length, added.join('\n')).toBeLessThanOrEqual(4)
  await devnet.call('settings', { block_interval: 2 })
})

test('lists of blocks and transactions are one request each, at the head and further back', async ({
  page,
  devnet,
}) => {
  await devnet.call('settings', { block_interval: 0 })
  // The newest blocks can be empty: the list of transactions needs one that is not a system transaction.
  await devnet.call('faucet', { address: await devnet.account('alice'), amount: '1000000000' })
  await indexedFully(devnet)
  const paths = watchRequests(page)
  await page.goto('/blocks')
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByRole('heading', { name: /^Blocks \d/ })).toBeVisible()
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  expect(overV2(paths)).toEqual([])
  // The head can move once more; an older page first reads the time of its newest block.
  expect(lists(paths, 'blocks'), paths.join('\n')).toBeLessThanOrEqual(6)
  paths.length = 0
  await page.goto('/transactions')
  await expect(page.locator('main li').first()).toBeVisible()
  expect(overV2(paths)).toEqual([])
  expect(lists(paths, 'transactions'), paths.join('\n')).toBeLessThanOrEqual(3)
  await devnet.call('settings', { block_interval: 2 })
})

test('an account requests one operation of v2, and its history the system accounts once', async ({
  page,
  devnet,
}) => {
  const address = await devnet.account('alice')
  await stopBlocks(devnet)
  const paths = watchRequests(page)
  await page.goto(`/account/${address}`)
  await expect(page.getByRole('list', { name: 'Actions by trace' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Once for each head.
  const operations = new Set(overV2(paths).map((path) => path.split('?')[0]))
  expect([...operations]).toEqual(['/api/v2/getAddressInformation'])
  expect(paths.filter((path) => path === '/api/tonscope/system-accounts')).toHaveLength(1)
  await devnet.call('settings', { block_interval: 2 })
})

test('an account reads its actions once, also if the stream is subscribed only after the answer', async ({
  page,
  devnet,
}) => {
  const address = await devnet.account('alice')
  await stopBlocks(devnet)
  const subscribed = Promise.withResolvers<void>()
  await page.routeWebSocket('**/api/streaming/v2/ws', (socket) => {
    socket.connectToServer().onMessage(async (message) => {
      await subscribed.promise
      socket.send(message)
    })
  })
  const paths = watchRequests(page)
  const counts = () => ['actions', 'pendingActions'].map((name) => lists(paths, name))
  await page.goto(`/account/${address}`)
  await expect(page.getByRole('list', { name: 'Actions by trace' })).toBeVisible()
  await expect.poll(counts).not.toContain(0)
  const before = counts()
  subscribed.resolve()
  // The subscription is confirmed before the page sees the next head.
  const state = page.waitForRequest('**/api/v2/getAddressInformation?**')
  await devnet.call('step', {})
  await state
  expect(counts(), paths.join('\n')).toEqual(before)
  await devnet.call('settings', { block_interval: 2 })
})

test('the blocks of the index equal those of v2', async ({ page, devnet }) => {
  await page.goto('/blocks')
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  const rows = page.getByRole('table').getByRole('row')
  for (const i of [3, 9, 20]) {
    const cells = await rows.nth(i).locator('th, td').allInnerTexts()
    const seqno = Number(cells[0]?.replace(/\D/g, ''))
    const master = { workchain: -1, shard: '-9223372036854775808', seqno }
    const { shards } = (await devnet.ask('getShards', { seqno })) as {
      shards: { shard: string; seqno: number }[]
    }
    const earlier = (await devnet.ask('getShards', { seqno: seqno - 1 })) as { shards: { seqno: number }[] }
    const places = [master, ...shards.map((shard) => ({ workchain: 0, ...shard }))]
    const added = places.filter(
      (place) => place.workchain === -1 || !earlier.shards.some((old) => old.seqno === place.seqno),
    )
    const counts = await Promise.all(
      added.map(async ({ workchain, shard, seqno: number }) => {
        const sent = { workchain, shard, seqno: number, count: 256 }
        const found = (await devnet.ask('getBlockTransactions', sent)) as { transactions: unknown[] }
        return found.transactions.length
      }),
    )
    const total = counts.reduce((sum, count) => sum + count, 0)
    expect(cells.slice(1, 2), `block ${seqno}`).toEqual([String(shards.length)])
    expect(cells.at(-2), `transactions of block ${seqno}`).toBe(String(total))
  }
})
