import type { Page } from 'playwright/test'
import { indexStatusSchema } from '../../../src-shared/schema/indexer.ts'
import type { TraceJson } from '../../../src-shared/schema/v3/traces.ts'
import { expect, gatewaysTest as test } from './devnetFixtures.ts'
import { settledWhole as settled } from './fixtures.ts'

/** Waits until the index is complete: names and actions of a page don't change any more. */
async function complete(url: string): Promise<void> {
  await expect(async () => {
    const { result } = (await (await fetch(`${url}/api/tonscope/index`)).json()) as { result: unknown }
    const { behind, detection, classification } = indexStatusSchema.parse(result)
    expect(behind).toBeLessThanOrEqual(1)
    expect(detection.pending + classification.pending).toBe(0)
  }).toPass({ timeout: 60_000 })
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

/** Holds the answers with traces back; returns a function that lets them pass. */
async function holdTraces(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v3/traces**', async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** The texts of a history's rows by trace, without their ages, and with accounts in place of their names. */
async function rowsOf(page: Page): Promise<Record<string, string>> {
  const texts = await page.evaluate<[trace: string, text: string][]>(`
    [...document.querySelectorAll('ol[aria-label="Actions by trace"] > li')].map((row) => {
      const copy = row.cloneNode(true)
      for (const age of copy.querySelectorAll('time')) age.remove()
      for (const link of copy.querySelectorAll('p [data-mark]')) link.textContent = link.dataset.mark
      return [row.dataset.trace, copy.textContent]
    })`)
  return Object.fromEntries(texts)
}

test('an account has the same actions without an index as with one', async ({ page, devnet, gateways }) => {
  const { followed, reading } = gateways
  await complete(followed)
  for (const name of ['alice', 'treasury', "alice's Paper Crane", 'Swift #0']) {
    const path = `/account/${await devnet.account(name)}?tab=history`
    await page.goto(`${followed}${path}`)
    await settled(page)
    const all = await rowsOf(page)
    await page.goto(`${reading}${path}`)
    await settled(page)
    const newest = await rowsOf(page)
    const traces = Object.keys(newest)
    expect(traces.length).toBeGreaterThan(1)
    expect(newest).toEqual(Object.fromEntries(traces.map((trace) => [trace, all[trace]])))
    // The page has the newest transactions. A trace in between in which the account has none cost it no fee.
    const lasts = Object.keys(all).slice(0, Object.keys(all).indexOf(traces.at(-1) ?? ''))
    const others = lasts.filter((trace) => !(trace in newest)).map((trace) => all[trace])
    expect(others.filter((text) => text?.includes('fee'))).toEqual([])
  }
})

test('a deleted account has actions without an index, as far as its transactions were read', async ({
  page,
  devnet,
  gateways,
}) => {
  const { followed, reading } = gateways
  await complete(followed)
  const account = await devnet.account('closed workshop')
  const response = await fetch(`${followed}/api/v3/transactions?account=${account}&sort=desc`)
  const { transactions } = (await response.json()) as {
    transactions: { trace_id: string; hash: string; lt: string }[]
  }
  const traces = new Map(transactions.map((transaction) => [transaction.trace_id, transaction]))
  expect(traces.size).toBeGreaterThan(0)
  // The pages of the traces read the transactions of all their accounts.
  for (const { hash, lt } of traces.values()) {
    await page.goto(`${reading}/trace/${hexOf(hash)}?account=${account}&lt=${lt}`)
    await settled(page)
    await expect(page.getByRole('tab', { name: 'Outline' })).toBeVisible()
  }
  await page.goto(`${followed}/account/${account}`)
  await settled(page)
  const all = await rowsOf(page)
  await page.goto(`${reading}/account/${account}`)
  await settled(page)
  expect(await rowsOf(page)).toEqual(all)
})

test('filters of an account without an index say that they choose among the traces of the page', async ({
  page,
  devnet,
  gateways,
}) => {
  await page.goto(`${gateways.reading}/account/${await devnet.account('alice')}?tab=history&kind=nft`)
  await settled(page)
  await expect(page.locator('main footer').last()).toContainText(/of the \d+ traces on this page/)
})

test('an account without an index is shown in parts: balance, transactions, traces', async ({
  page,
  devnet,
  gateways,
}) => {
  const releaseTraces = await holdTraces(page)
  await page.route('**/api/v3/{addressBook,metadata}**', (route) => route.fulfill({ json: {} }))
  await page.goto(`${gateways.reading}/account/${await devnet.account('carol')}?spam=shown`)
  await expect(page.locator('main header')).toContainText('TON')
  const rows = page.getByRole('list', { name: 'Actions by trace' }).locator('> li')
  await expect(rows.first()).toContainText(/Sent|Received|transfer|notification/i)
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  await expect(page.locator('main [data-progress]')).toHaveText(/^Reading 0 of \d+ traces$/)
  const count = await rows.count()
  releaseTraces()
  await expect(page.locator('main [data-progress]')).toHaveCount(0)
  expect(await rows.count()).toBe(count)
  await expect(page.getByRole('button', { name: 'Show all actions of this trace' }).first()).toBeVisible()
})

test('an account without an index has the tokens of its history, and says that there can be others', async ({
  page,
  devnet,
  gateways,
}) => {
  const { followed, reading } = gateways
  await complete(followed)
  const rows = () => page.locator('main tbody tr').allInnerTexts()
  const path = `/account/${await devnet.account('alice')}?tab=tokens`
  await page.goto(`${followed}${path}`)
  await settled(page)
  const wanted = await rows()
  await page.goto(`${reading}${path}`)
  await settled(page)
  const note = page.getByText('Only an index of all blocks has the whole list.')
  await expect(note).toContainText(/^Looked for in the newest \d+ traces of its history\./)
  expect((await rows()).toSorted()).toEqual(wanted.toSorted())
  const items = () =>
    page.evaluate<string[]>(
      "[...document.querySelectorAll('main li p:first-child a')].map((one) => one.dataset.mark)",
    )
  await page.goto(`${followed}/account/${await devnet.account('alice')}?tab=nfts`)
  await settled(page)
  const owned = await items()
  await page.goto(`${reading}/account/${await devnet.account('alice')}?tab=nfts`)
  await settled(page)
  // An item that came without a message to its owner is not in the owner's history.
  const found = await items()
  expect(found.length).toBeGreaterThan(1)
  expect(owned).toEqual(expect.arrayContaining(found))
  await expect(note).toBeVisible()
})

/** What names the rows of a tab that only such an account has. */
const NAMED_BY = {
  Holders: 'main tbody th a[data-mark]',
  Items: 'main li p:first-child a[data-mark]',
  Orders: 'main li h2',
} as const

/** The addresses, or for want of them the titles, of the rows of a tab. */
async function rowsOfTab(page: Page, tab: keyof typeof NAMED_BY): Promise<string[]> {
  await expect(page.getByRole('tab', { selected: true })).toHaveText(tab)
  await settled(page)
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('${NAMED_BY[tab]}')].map((one) => one.dataset.mark ?? one.textContent)`,
  )
}

for (const [name, tab] of [
  ['Paper Crane (USDP)', 'Holders'],
  ['Crane Pond share (TON-USDP)', 'Holders'],
  ['Birds of the Roof', 'Items'],
  ['.ton', 'Items'],
  ['Workshop purse (2 of 3)', 'Orders'],
] as const) {
  test(`${name} opens on ${tab} without an index, with those that its history has`, async ({
    page,
    devnet,
    gateways,
  }) => {
    const { followed, reading } = gateways
    await complete(followed)
    const path = `/account/${await devnet.account(name)}`
    await page.goto(`${followed}${path}`)
    const all = await rowsOfTab(page, tab)
    await page.goto(`${reading}${path}`)
    const found = await rowsOfTab(page, tab)
    expect(found.length).toBeGreaterThan(0)
    expect(all).toEqual(expect.arrayContaining(found))
    if (tab === 'Orders') expect(found).toEqual(all)
    else await expect(page.getByText('Only an index of all blocks has the whole list.')).toBeVisible()
  })
}

/** Makes the explorer take the network for mainnet. */
async function asMainnet(page: Page): Promise<void> {
  await page.route('**/api/tonscope/status', async (route) => {
    const response = await route.fetch()
    const status = (await response.json()) as { network: object }
    await route.fulfill({ json: { ...status, network: { ...status.network, kind: 'mainnet' } } })
  })
}

test('an account of mainnet is searched for the best known jettons too', async ({
  page,
  devnet,
  gateways,
  consoleGuard,
}) => {
  // The devnet has none of the other jettons.
  consoleGuard.allowFailedRequests()
  await asMainnet(page)
  await page.goto(`${gateways.reading}/account/${await devnet.account('bob')}?tab=tokens`)
  await settled(page)
  const note = page.getByText('Only an index of all blocks has the whole list.')
  await expect(note).toContainText(/, and the \d+ best known jettons of the network\./)
})

test('the tokens of an account are looked for further back on demand, and those found stay', async ({
  page,
  devnet,
  gateways,
}) => {
  await page.goto(`${gateways.reading}/account/${await devnet.account('treasury')}?tab=tokens`)
  await settled(page)
  const note = page.getByText('Only an index of all blocks has the whole list.')
  const searched = async () => Number(/the newest (\d+) traces/.exec(await note.innerText())?.[1])
  const names = () => page.locator('main tbody tr td:first-child, main tbody tr th').allInnerTexts()
  const [before, found] = [await searched(), await names()]
  await page.getByRole('button', { name: 'Look further back' }).click()
  await expect(async () => expect(await searched()).toBeGreaterThan(before)).toPass()
  await settled(page)
  expect(await names()).toEqual(expect.arrayContaining(found))
})

test('a list that only a whole index has says so without a request, and its page stays in the navigation', async ({
  page,
  devnet,
  gateways,
}) => {
  const jetton = await devnet.account('Paper Crane (USDP)')
  // The page is rendered before the state of the index is loaded.
  await page.route('**/api/tonscope/index', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  for (const path of ['/tokens', '/nfts', `/account/${jetton}?tab=transfers`]) {
    await page.goto(`${gateways.reading}${path}`)
    await settled(page)
    await expect(page.getByText(/^Only an index of all blocks has /)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Follow the network or fetch blocks' })).toBeVisible()
  }
  const navigation = page.getByRole('navigation', { name: 'Pages' })
  for (const name of ['Tokens', 'NFTs']) await expect(navigation.getByRole('link', { name })).toBeVisible()
})

test('the lists of tokens and NFTs without an index have those of pages that were opened', async ({
  page,
  devnet,
  gateways,
}) => {
  const { reading } = gateways
  for (const [name, list, row] of [
    ['Paper Crane (USDP)', 'Tokens', 'tbody tr'],
    ['Birds of the Roof', 'NFTs', 'li'],
  ] as const) {
    await page.goto(`${reading}/account/${await devnet.account(name)}`)
    await settled(page)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: list }).click()
    await expect(
      page.getByText(/ of pages that you opened\. Only an index of all blocks has the others\./),
    ).toBeVisible()
    await settled(page)
    const shown = page.locator(`main ${row}`)
    await expect(shown.filter({ hasText: name.replace(/ \(.*/, '') })).toHaveCount(1)
  }
})

test('an account without an index has its domain as its name once its history names the domain', async ({
  page,
  devnet,
  gateways,
}) => {
  const { reading } = gateways
  await page.goto(`${reading}/account/${await devnet.account('alice')}`)
  await settled(page)
  await expect(page.locator('main header').first()).toContainText('alice.ton')
})

test('an account without an index has its transactions before their traces are known', async ({
  page,
  devnet,
  gateways,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/v3/transactions**', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto(`${gateways.reading}/account/${await devnet.account('bob')}?spam=shown`)
  await expect(page.getByRole('link', { name: 'Open this transaction' }).first()).toBeVisible()
  await expect(page.locator('main [data-progress]')).toContainText('Reading which traces')
  // A message and its answers are one row before the trace is known.
  const rows = page.getByRole('list', { name: 'Actions by trace' }).locator('> li')
  const places = await rows.count()
  gate.resolve()
  await expect(page.locator('main [data-progress]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show all actions of this trace' }).first()).toBeVisible()
  await expect(rows).toHaveCount(places)
})

/** The texts of home's latest actions by trace, without their ages, and with accounts in place of their names. */
function latestActions(page: Page): Promise<Record<string, string>> {
  return page.evaluate<Record<string, string>>(`
    Object.fromEntries([...document.querySelectorAll('main li[data-trace]')].map((row) => {
      const copy = row.cloneNode(true)
      for (const age of copy.querySelectorAll('time')) age.remove()
      for (const link of copy.querySelectorAll('p [data-mark]')) link.textContent = link.dataset.mark
      return [row.dataset.trace, copy.textContent]
    }))`)
}

test('home without an index has the actions of an index, completed in place', async ({
  page,
  devnet,
  gateways,
}) => {
  const { followed, reading } = gateways
  const to = await devnet.account('bob')
  for (const coins of ['1', '2', '3'])
    await devnet.call('faucet', { address: to, amount: `${coins}000000000` })
  await complete(followed)
  const releaseTraces = await holdTraces(page)
  await page.goto(reading)
  const list = page.getByRole('list', { name: 'Latest actions' })
  await expect(list.getByRole('link', { name: 'Open this transaction' }).first()).toBeVisible()
  releaseTraces()
  await expect(list.locator('> li[data-trace]').first()).toBeVisible()
  await expect(list.getByRole('link', { name: 'Open this transaction' })).toHaveCount(0)
  const read = await latestActions(page)
  await page.goto(followed)
  await expect(page.locator('main li[data-trace]').first()).toBeVisible()
  await settled(page)
  const all = await latestActions(page)
  const both = Object.keys(all).filter((trace) => trace in read)
  expect(both.length).toBeGreaterThanOrEqual(5)
  expect(both.map((trace) => read[trace])).toEqual(both.map((trace) => all[trace]))
})

test('items of a hostile collection are marked without an index, with or without a name of their own', async ({
  page,
  devnet,
  gateways,
  consoleGuard,
}) => {
  consoleGuard.allowFailedRequests()
  const { scenario } = await devnet.status()
  const items = scenario.filter(({ name }) => name.startsWith('Hostile item'))
  expect(items.length).toBeGreaterThan(1)
  for (const { address } of items) {
    await page.goto(`${gateways.reading}/account/${address}`)
    await settled(page)
    await expect(page.locator('main header').first()).toContainText('Has invisible characters')
  }
})

test('a block without an index asks nothing about the accounts of the protocol, and names them', async ({
  page,
  gateways,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v3/')) asked.push(request.url())
  })
  const answer = await fetch(`${gateways.reading}/api/v2/getMasterchainInfo`)
  const { result } = (await answer.json()) as { result: { last: { seqno: number } } }
  await page.goto(`${gateways.reading}/block/-1/8000000000000000/${result.last.seqno - 1}`)
  await settled(page)
  await expect(page.getByRole('cell', { name: 'Elector' }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Config' }).first()).toBeVisible()
  // Names of a list wait for other answers for 1.5 seconds.
  await page.waitForRequest(/api\/tonscope\/status/)
  await page.waitForRequest(/api\/tonscope\/status/)
  expect(asked).toEqual([])
})

/** Makes traces lack the states of accounts, as those of far liteservers do. */
async function withoutStates(page: Page): Promise<void> {
  await page.route('**/api/v3/traces**', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { traces: TraceJson[] }
    for (const transaction of body.traces.flatMap((one) => Object.values(one.transactions ?? {}))) {
      for (const state of [transaction.account_state_before, transaction.account_state_after]) {
        Object.assign(state, { balance: null, data_hash: null, code_hash: null, account_status: null })
      }
    }
    await route.fulfill({ response, json: body })
  })
}

test('a trace without an index has the states of its transactions', async ({ page, gateways }) => {
  const { followed, reading } = gateways
  await complete(followed)
  const response = await fetch(`${followed}/api/v3/traces?limit=500`)
  const { traces } = (await response.json()) as { traces: TraceJson[] }
  const largest = traces.toSorted((a, b) => b.trace_info.transactions - a.trace_info.transactions)
  const table = page.getByRole('row', { name: /^(?:Status|Balance|State|Data|Code) / })
  let compared = 0
  for (const { trace_id, transactions } of largest.slice(0, 12)) {
    const path = `/trace/${Buffer.from(trace_id ?? '', 'base64').toString('hex')}`
    await page.goto(`${followed}${path}`)
    await settled(page)
    await expect(table).toHaveCount(5)
    const all = await table.allTextContents()
    // Of several transactions in a block, only the state after the last one is in the block.
    if (all.join().includes('unknown')) continue
    compared++
    await withoutStates(page)
    const { account, lt } = transactions?.[trace_id ?? ''] ?? {}
    await page.goto(`${reading}${path}?account=${account}&lt=${lt}`)
    await settled(page)
    await expect(table).toHaveText(all)
    await page.unrouteAll()
    if (compared === 2) break
  }
  expect(compared).toBeGreaterThan(0)
})

test('a trace without an index begins with its transaction', async ({ page, devnet, gateways }) => {
  const { reading } = gateways
  const account = await devnet.account('alice')
  const response = await fetch(`${reading}/api/v3/transactions?account=${account}&limit=1`)
  const [transaction] = ((await response.json()) as { transactions: { hash: string }[] }).transactions
  const releaseTraces = await holdTraces(page)
  await page.goto(`${reading}/trace/${Buffer.from(transaction?.hash ?? '', 'base64').toString('hex')}`)
  await expect(page.locator('main [data-progress]')).toHaveText('Reading the trace of this transaction')
  await expect(page.locator('main p', { hasText: /received|sent|called/ })).toHaveCount(1)
  releaseTraces()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await expect(page.locator('main [data-progress]')).toHaveCount(0)
})

test('a hash that nothing knows is searched for on command only, and the search can be stopped', async ({
  page,
  gateways,
}) => {
  const { followed, reading } = gateways
  await complete(followed)
  const searches: string[] = []
  const lookups: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/hash=/.test(request.url())) lookups.push(pathname)
    const isByHash = searchParams.has('hash') || searchParams.has('tx_hash')
    if (pathname.startsWith('/api/v3/') && isByHash && searchParams.get('x_no_search') !== 'true')
      searches.push(request.url())
    if (pathname.endsWith('/search')) searches.push('search')
  })
  await page.goto(`${reading}/trace/${'5a'.repeat(32)}`)
  await expect(page.getByText('Nothing known here has the hash')).toBeVisible()
  // The only question is answered, again when the stream is open: the console has no failed request.
  expect(new Set(lookups)).toEqual(new Set(['/api/tonscope/index/hash']))
  expect(lookups.length).toBeLessThanOrEqual(2)
  expect(searches).toEqual([])
  await page.getByRole('button', { name: 'Search the newest 300 blocks' }).click()
  await expect(page.getByText(/^No transaction of the newest \d+ masterchain blocks/)).toBeVisible()
  expect(searches).toEqual(['search'])
  await page.route('**/api/tonscope/index/search', () => {})
  await page.getByRole('button', { name: 'Search again' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText(/^Stopped after/)).toBeVisible()
  await page.unrouteAll()
  // The newest transaction of the other gateway's index is found.
  const response = await fetch(`${followed}/api/v3/transactions?sort=desc&limit=1`)
  const { transactions } = (await response.json()) as {
    transactions: { hash: string; mc_block_seqno: number }[]
  }
  const [newest] = transactions
  await expect(async () => {
    const { result } = (await (await fetch(`${reading}/api/v2/getMasterchainInfo`)).json()) as {
      result: { last: { seqno: number } }
    }
    expect(result.last.seqno).toBeGreaterThanOrEqual(newest?.mc_block_seqno ?? 0)
  }).toPass({ timeout: 30_000 })
  await page.goto(`${reading}/trace/${hexOf(newest?.hash ?? '')}`)
  await page.getByRole('button', { name: 'Search the newest 300 blocks' }).click()
  await expect(page.getByRole('tab', { name: 'Outline' })).toBeVisible()
})

test('a hash that nothing knows is found by the link of an explorer with its account and lt', async ({
  page,
  devnet,
  gateways,
}) => {
  const { followed, reading } = gateways
  await complete(followed)
  const account = await devnet.account('treasury')
  const response = await fetch(`${followed}/api/v3/transactions?account=${account}&sort=asc&limit=1`)
  const [oldest] = ((await response.json()) as { transactions: { hash: string; lt: string }[] }).transactions
  await page.goto(`${reading}/trace/${'5a'.repeat(32)}`)
  const field = page.getByLabel('Link of an explorer with its account and lt')
  await field.fill(`https://tonviewer.com/transaction/${'5a'.repeat(32)}`)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('This link does not have an account, an lt and a hash.')).toBeVisible()
  await field.fill(`https://tonscan.org/tx/${oldest?.lt}:${hexOf(oldest?.hash ?? '')}:${account}`)
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('link', { name: 'Trace' }).click()
  await expect(page.getByRole('tab', { name: 'Outline' })).toBeVisible()
})
