import type { TraceJson } from '#shared/schema/v3/traces.ts'
import { expectAccessible, hexOf, settled, shoot } from './fixtures.ts'
import { expect, hasFailure, hasReturn, someTrace, test, tracePath } from './indexFixtures.ts'

const SENT = /sent|called|failed to/

for (const theme of ['light', 'dark'] as const) {
  test(`a failed trace in ${theme}: the failed step is selected and described`, async ({ page, devnet }) => {
    await page.emulateMedia({ colorScheme: theme })
    const trace = await someTrace(devnet, (one) => hasFailure(one) && hasReturn(one))
    await page.goto(tracePath(trace))
    await settled(page)
    await expect(page).toHaveTitle(/^Trace/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(SENT)
    await expect(page.getByText(/^✕ Failed at B/)).toBeVisible()
    const tree = page.getByRole('tree')
    await expect(tree.getByRole('treeitem')).toHaveCount(trace.trace_info.transactions)
    await expect(tree.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/failed, exit \d+/)
    const panel = page.getByRole('region', { name: 'Transaction of B' })
    await expect(panel.getByRole('listitem').filter({ hasText: /^✕Compute/ })).toBeVisible()
    await expectAccessible(page)
    await shoot(page, `trace-${theme}`)
  })
}

test('the graph is walked by keys, and Enter opens the transaction', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 3)
  const root = `${tracePath(trace)}?tx=${hexOf(trace.trace_id ?? '')}`
  await page.goto(root)
  await settled(page)
  const selected = page.getByRole('treeitem', { selected: true })
  await expect(selected).toHaveAccessibleName(/^A received/)
  await selected.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(root)
  await expect(selected).toHaveAccessibleName(/from A/)
  await expect(selected).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(selected).toHaveAccessibleName(/^A received/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transaction\//)
  await page.getByRole('link', { name: 'Trace', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(tracePath(trace)))
})

test('a large trace folds, and a fold opens', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions === 61)
  await page.goto(tracePath(trace))
  await settled(page)
  const folds = page.getByRole('treeitem', { name: /more transactions?$/ })
  await expect(folds.first()).toBeAttached()
  const before = await page.getByRole('treeitem').count()
  for (let left = await folds.count(); left > 0; left = await folds.count()) {
    await folds.first().focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => folds.count()).toBeLessThan(left)
  }
  expect(before).toBeLessThan(trace.trace_info.transactions)
  await expect(page.getByRole('treeitem')).toHaveCount(trace.trace_info.transactions)
})

test('outline, value flow and raw show the same trace', async ({ page, devnet }) => {
  // The first hundred rows are shown at once.
  const isSmall = ({ trace_info: { transactions } }: TraceJson) => transactions > 5 && transactions < 100
  const trace = await someTrace(devnet, isSmall)
  await page.goto(`${tracePath(trace)}?tab=outline`)
  await settled(page)
  const outline = page.getByRole('treegrid', { name: 'Outline of the trace' })
  await expect(outline.getByRole('row', { level: 1 })).toHaveCount(1)
  await expect(outline.locator('tr[data-key]')).toHaveCount(trace.trace_info.transactions)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Value flow' }).click()
  // The columns of tokens follow that of coins.
  await expect(page.getByRole('row', { name: /^Sum/ }).getByRole('cell').nth(1)).toHaveText('0')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page.getByRole('tabpanel')).toContainText(trace.trace_id ?? '')
})

test('a message leads to the trace, and its receiving step is selected', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions === 3)
  const last = trace.transactions?.[trace.transactions_order?.at(-1) ?? '']
  await page.goto(`/trace/${hexOf(last?.in_msg?.hash ?? '')}`)
  await settled(page)
  await expect(page.getByRole('treeitem', { selected: true })).toHaveAttribute(
    'data-key',
    hexOf(last?.hash ?? ''),
  )
})

test('a growing trace is shown in part, then complete', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 3)
  let isOpen = true
  await page.route('**/api/v3/traces?*', (route) =>
    isOpen ? route.fulfill({ json: { traces: [], address_book: {}, metadata: {} } }) : route.continue(),
  )
  await page.goto(tracePath(trace))
  await expect(page.getByText(/^… Pending/)).toBeVisible()
  await expect(page.getByRole('treeitem')).toHaveCount(trace.trace_info.transactions)
  isOpen = false
  await expect(page.getByText('✓ Finalized')).toBeVisible()
})

test('a pending message is shown as pending, and as a transaction when it arrives', async ({
  page,
  devnet,
}) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 1)
  let isHidden = true
  await page.route(/\/api\/v3\/(?:traces|transactions\w*)\?/, (route) =>
    isHidden
      ? route.fulfill({ json: { traces: [], transactions: [], address_book: {}, metadata: {} } })
      : route.continue(),
  )
  await page.goto(tracePath(trace))
  await expect(page.getByText(/This page checks again every second/)).toBeVisible()
  isHidden = false
  await expect(page.getByRole('treeitem')).toHaveCount(trace.trace_info.transactions)
})
