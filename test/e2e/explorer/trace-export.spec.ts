import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expectAccessible, expectNoOverflow, hexOf, settled, shoot } from './fixtures.ts'
import { askV3, expect, hasReturn, someTrace, stopBlocks, test, tracePath } from './indexFixtures.ts'

const PNG_SIGNATURE = '89504e470d0a1a0a'

/** Chooses a form in the menu, and returns the name and content of the saved file. */
async function exported(page: Page, form: string): Promise<{ name: string; content: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: new RegExp(`^${form}`) }).click()
  const download = await saved
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test('a trace is exported as PNG, SVG, JSON and CSV', async ({ page, devnet }) => {
  const trace = await someTrace(devnet, hasReturn)
  const count = trace.trace_info.transactions
  await page.goto(tracePath(trace))
  await settled(page)
  const name = `trace-${hexOf(trace.trace_id ?? '').slice(0, 8)}`

  const png = await exported(page, 'PNG')
  expect(png.name).toBe(`${name}.png`)
  expect(png.content.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE)
  const [width, height] = [png.content.readUInt32BE(16), png.content.readUInt32BE(20)]
  expect(width).toBeGreaterThan(400)
  expect(height).toBeGreaterThan(100)

  const svg = await exported(page, 'SVG')
  expect(svg.name).toBe(`${name}.svg`)
  const drawing = svg.content.toString()
  const view = /viewBox="(\S+) (\S+) (\S+) (\S+)"/.exec(drawing)?.slice(3, 5).map(Number) ?? []
  expect(view.map((length) => Math.ceil(length * 2))).toEqual([width, height])
  expect(drawing).toContain('bounced')
  expect(drawing).not.toMatch(/class=|style=|var\(--/)

  const json = await exported(page, 'JSON')
  const answer = JSON.parse(json.content.toString()) as { traces: { trace_id: string }[] }
  expect(answer.traces.map(({ trace_id }) => trace_id)).toEqual([trace.trace_id])

  const csv = await exported(page, 'CSV')
  const [head, ...rows] = csv.content.toString().trimEnd().split('\r\n')
  expect(head).toMatch(/^number,cause,time,lt,account,/)
  expect(rows).toHaveLength(count)
  for (const hash of trace.transactions_order ?? []) expect(csv.content.toString()).toContain(hexOf(hash))
})

test('the menu of exports is accessible', async ({ page, devnet }) => {
  await page.goto(tracePath(await someTrace(devnet, hasReturn)))
  await settled(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(4)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
})

test('a trace is printed with its whole outline and value flow, without the frame', async ({
  page,
  devnet,
}) => {
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 20)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(tracePath(trace))
  await settled(page)
  await expect(page.getByRole('treegrid')).toHaveCount(0)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const outline = page.getByRole('treegrid', { name: 'Outline of the trace' })
  await expect(outline).toBeVisible()
  await expect(outline.locator('tr[data-key]')).toHaveCount(trace.trace_info.transactions)
  await expect(page.getByRole('row', { name: /^Sum/ })).toBeVisible()
  await expect(page.getByRole('tree')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  const ground = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  expect(ground).toBe('rgb(255, 255, 255)')
  await shoot(page, 'trace-print')
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('tree')).toBeVisible()
})

test('the value flow has all of its columns at 1280, and the net change first on a phone', async ({
  page,
  devnet,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const trace = await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 20)
  await page.goto(`${tracePath(trace)}?tab=flow`)
  await settled(page)
  const cut = await page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main table').parentElement)`,
  )
  expect(cut).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  const places: [label: string | null, y: number][] = []
  for (const cell of await page.getByRole('row').nth(1).getByRole('cell').all()) {
    const box = await cell.boundingBox()
    if (box) places.push([await cell.getAttribute('data-label'), box.y])
  }
  const [first] = places.toSorted(([, one], [, other]) => one - other)
  expect(first?.[0]).toBe('Net, TON')
})

test('an exchange whose tokens came back is said in the head, although nothing failed', async ({
  page,
  devnet,
}) => {
  await stopBlocks(devnet)
  const account = await devnet.account('erin')
  const { traces } = await askV3(devnet, 'traces', { account, limit: 100, include_actions: true })
  // She asks the pool for twice of what it can give.
  const returned = traces.find(
    ({ actions, trace_info }) =>
      trace_info.transactions === 9 && actions?.every(({ type }) => type === 'jetton_transfer'),
  )
  expect(returned).toBeDefined()
  await page.goto(`/trace/${hexOf(returned?.trace_id ?? '')}`)
  await settled(page)
  await expect(page.getByText('! Nothing received: 60 USDP came back')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: /failed/ })).toHaveCount(0)
  await expectAccessible(page)
})
