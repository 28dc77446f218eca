import type { Page } from 'playwright/test'
import type { TraceJson } from '../../../src-shared/schema/v3/traces.ts'
import type { TransactionJson } from '../../../src-shared/schema/v3/transactions.ts'
import { sendSpread } from '../../fixtures/devnet/spreadTrace.ts'
import type { DevnetApi } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, hexOf, settled, shoot } from './fixtures.ts'
import { expect, hasFailure, hasReturn, someTrace, test, tracePath } from './indexFixtures.ts'

const PHONE = { width: 390, height: 844 }

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** Smallest rendered height of type in the graph, in pixels. */
function smallestText(page: Page): Promise<number> {
  return page.evaluate<number>(`Math.min(...[...document.querySelectorAll('[role="tree"] text')]
    .filter((text) => getComputedStyle(text).display !== 'none')
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))`)
}

async function boxOf(page: Page, role: 'tree' | 'treeitem', options: object = {}) {
  const box = await page.getByRole(role, options).first().boundingBox()
  if (!box) throw new Error(`there is no ${role}`)
  return box
}

/** A transaction with more messages than the panel shows at first, and as many as it adds at most. */
function isFan({ out_msgs }: TransactionJson): boolean {
  return out_msgs.length > 5 && out_msgs.length < 50
}

/** A trace of the scenario with such a transaction. */
function hasFan({ transactions = {} }: TraceJson): boolean {
  return Object.values(transactions).some(isFan)
}

const SPREADS = new Map<string, Promise<string>>()

/** The path of a trace of 251 messages, made once. */
function spreadPath(devnet: DevnetApi, isDistinct: boolean): Promise<string> {
  const key = `${devnet.url} ${isDistinct}`
  const known =
    SPREADS.get(key) ??
    sendSpread(devnet.url, SPREADS.size, { width: 249, depth: 1, isDistinct }).then(
      (hash) => `/trace/${hash}`,
    )
  SPREADS.set(key, known)
  return known
}

test('the graph is the first thing under the head, with the root in view', async ({ page, devnet }) => {
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const passes of [hasFailure, hasReturn, hasFan]) {
      await open(page, tracePath(await someTrace(devnet, passes)))
      const tree = await boxOf(page, 'tree')
      expect(tree.y).toBeLessThanOrEqual(200)
      expect(tree.height).toBeGreaterThanOrEqual(480)
      const root = await boxOf(page, 'treeitem')
      expect(root.x).toBeGreaterThanOrEqual(tree.x)
      expect(root.y).toBeGreaterThanOrEqual(tree.y)
      expect(root.y + root.height).toBeLessThan(height)
    }
  }
})

test('the controls of the graph are beside it, and its text has 11 pixels at every zoom', async ({
  page,
  devnet,
}) => {
  await open(page, tracePath(await someTrace(devnet, hasFan)))
  const tree = await boxOf(page, 'tree')
  const controls = page.getByRole('group', { name: 'Graph' }).getByRole('button')
  await expect(controls).toHaveCount(3)
  for (const control of await controls.all()) {
    const box = await control.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(tree.y)
  }
  const fit = page.getByRole('button', { name: 'Fit the trace' })
  await fit.click()
  expect(await smallestText(page)).toBeGreaterThanOrEqual(11)
  const words = page.getByRole('tree').getByText('jetton transfer', { exact: true }).first()
  await expect(words).toBeVisible()
  for (let i = 0; i < 8; i++) {
    await page.getByRole('button', { name: 'Zoom out' }).click()
    expect(await smallestText(page)).toBeGreaterThanOrEqual(10.99)
  }
  await expect(words).toBeHidden()
  await page.keyboard.press('f')
  await expect(words).toBeVisible()
  await page.mouse.move(tree.x + 200, tree.y + 200)
  await page.mouse.wheel(0, 2_000)
  await expect(words).toBeHidden()
  expect(await smallestText(page)).toBeGreaterThanOrEqual(10.99)
})

test('a drag pans the graph, also one that begins on a node, and does not select', async ({
  page,
  devnet,
}) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 3)
  await open(page, tracePath(trace))
  const url = page.url()
  const before = await boxOf(page, 'treeitem')
  const [x, y] = [before.x + before.width / 2, before.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 40, { steps: 4 })
  await page.mouse.up()
  const after = await boxOf(page, 'treeitem')
  expect(Math.round(after.x - before.x)).toBe(60)
  expect(Math.round(after.y - before.y)).toBe(40)
  expect(page.url()).toBe(url)
})

test('equal branches are one with their number and sum, and open in place', async ({ page, devnet }) => {
  const path = await spreadPath(devnet, false)
  await open(page, path)
  const tree = page.getByRole('tree')
  const fold = tree.getByRole('treeitem', { name: /^249 equal branches: 0x5eed0000, Σ 74\.7 TON/ })
  await expect(fold).toContainText('×249')
  await expect(tree.getByText('Σ 74.7 TON')).toBeVisible()
  await expect(tree.getByRole('treeitem')).toHaveCount(3)
  await shoot(page, 'trace-equal')
  const before = await fold.boundingBox()
  await fold.click()
  await expect(fold).toHaveCount(0)
  const key = await tree.getByRole('treeitem').nth(2).getAttribute('data-key')
  const first = await page.locator(`[data-key="${key}"]`).boundingBox()
  expect(Math.abs((first?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(12)
  expect(await tree.getByRole('treeitem').count()).toBeGreaterThan(5)
  await page.getByRole('button', { name: 'Fold again' }).click()
  await expect(fold).toBeVisible()
})

test('a long chain is folded, and opens in place', async ({ page, devnet }) => {
  const hash = await sendSpread(devnet.url, 50, { width: 1, depth: 40, isDistinct: false })
  await open(page, `/trace/${hash}`)
  const fold = page.getByRole('treeitem', { name: 'Chain: 38 more transactions' })
  await expect(fold).toContainText('+38')
  await expect(page.getByRole('treeitem')).toHaveCount(5)
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveCount(0)
  await expect(page.getByRole('treeitem')).toHaveCount(42)
})

test('251 messages are drawn with few elements, and each can be reached', async ({ page, devnet }) => {
  await open(page, await spreadPath(devnet, true))
  const elements = () => page.evaluate<number>(`document.querySelectorAll('*').length`)
  expect(await elements()).toBeLessThanOrEqual(2_500)
  const root = page.getByRole('treeitem').first()
  await root.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowDown')
  const selected = page.getByRole('treeitem', { selected: true })
  await expect(selected).toHaveAccessibleName(/^B received 0x5eed001e, 0\.3 TON, from B/)
  await expect(selected).toBeFocused()
  await expect(page).toHaveURL(/tx=[0-9a-f]{64}/)
  expect(await elements()).toBeLessThanOrEqual(2_500)
  // The URL keeps the selection, and brings it into view.
  await page.reload()
  await settled(page)
  await expect(selected).toHaveAccessibleName(/0x5eed001e/)
  const [tree, box] = [await boxOf(page, 'tree'), await selected.boundingBox()]
  expect(box?.y).toBeGreaterThan(tree.y)
  expect(box?.y).toBeLessThan(tree.y + tree.height)
})

test('the panel has three messages and the rest on demand, and scrolls by itself', async ({
  page,
  devnet,
}) => {
  const trace = await someTrace(devnet, hasFan)
  const fan = Object.values(trace.transactions ?? {}).find(isFan)
  await open(page, `${tracePath(trace)}?tx=${hexOf(fan?.hash ?? '')}`)
  const panel = page.getByRole('region', { name: /^Transaction of/ })
  const messages = panel.getByRole('listitem').filter({ hasText: /^(?:↙ In|↗ Out)/ })
  await expect(messages).toHaveCount(3)
  const count = (fan?.in_msg ? 1 : 0) + (fan?.out_msgs.length ?? 0)
  await panel.getByRole('button', { name: `${count - 3} more`, exact: true }).click()
  await expect(messages).toHaveCount(count)
  const panelBox = await panel.boundingBox()
  expect((panelBox?.y ?? 0) + (panelBox?.height ?? 0)).toBeLessThanOrEqual(900)
  await panel.getByText('Raw JSON').scrollIntoViewIfNeeded()
  await expect.poll(() => page.evaluate('window.scrollY')).toBeLessThan(200)
})

test('an action marks its transactions, and a transaction its actions', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, hasFan)
  await open(page, tracePath(trace))
  const list = page.getByRole('region', { name: 'Actions' })
  await expect(list).toBeVisible()
  const rows = list.getByRole('listitem')
  await rows.first().hover()
  await expect(page.locator('[role=treeitem][data-lit]')).not.toHaveCount(0)
  await page.mouse.move(0, 0)
  await expect(page.locator('[role=treeitem][data-lit]')).toHaveCount(0)
  await rows.nth(1).getByRole('button').click()
  await expect(page).toHaveURL(/tx=/)
  await page.mouse.move(0, 0)
  await expect(page.locator('[role=treeitem][data-lit]')).not.toHaveCount(0)
  await expect(rows.nth(1).getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  await page
    .getByRole('heading', { level: 1 })
    .getByRole('button', { name: /^and \d+ more$/ })
    .click()
  await expect(rows).toHaveCount(trace.actions?.length ?? (await rows.count()))
  await expect(list.getByRole('button', { name: 'Show fewer' })).toBeAttached()
})

test('a bounced message runs back to its sender', async ({ page, devnet }) => {
  await open(page, tracePath(await someTrace(devnet, hasReturn)))
  const returned = page.getByRole('treeitem', { name: /received bounced/ }).first()
  const [back, nodes] = [await returned.boundingBox(), await page.getByRole('treeitem').all()]
  const boxes = await Promise.all(nodes.map((node) => node.boundingBox()))
  const middle = (box: (typeof boxes)[number]) => Math.round((box?.x ?? 0) + (box?.width ?? 0) / 2)
  // Below a node of the same account, in its column.
  const above = boxes.filter(
    (box) => (box?.y ?? 0) < (back?.y ?? 0) && Math.abs(middle(box) - middle(back)) < 30,
  )
  expect(above.length).toBeGreaterThan(0)
})

for (const theme of ['light', 'dark'] as const) {
  test(`on a phone the graph is in the first screen, and the transaction rises from below, in ${theme}`, async ({
    page,
    devnet,
  }) => {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize(PHONE)
    await open(page, tracePath(await someTrace(devnet, (one) => hasFailure(one) && hasReturn(one))))
    await expect(page.getByRole('tab', { name: 'Graph' })).toHaveAttribute('aria-selected', 'true')
    const tree = await boxOf(page, 'tree')
    expect(tree.y).toBeLessThan(PHONE.height / 2)
    const panel = page.getByRole('region', { name: /^Transaction of/ })
    const handle = panel.getByRole('button', { expanded: false })
    await expect(handle).toBeVisible()
    await expect(panel.getByText('Raw JSON')).toBeHidden()
    await page.screenshot({ path: `test-results/screenshots/trace-390-${theme}.png` })
    await handle.click()
    await expect(panel.getByRole('list', { name: 'Phases' })).toBeVisible()
    await page.screenshot({ path: `test-results/screenshots/trace-390-sheet-${theme}.png` })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(panel.getByRole('list', { name: 'Phases' })).toBeHidden()
    await expectAccessible(page)
    for (const width of [320, 360, 390, 700, 1099]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoOverflow(page)
    }
  })
}
