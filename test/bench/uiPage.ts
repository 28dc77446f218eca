import type { Browser, CDPSession, Page } from 'playwright'
import type { IndexStatus } from '../../src-shared/schema/indexer.ts'
import type { GatewayProcess } from './gatewayProcess.ts'
import type { PaintTimer } from './paintTimer.ts'

/** Number of keys or clicks that are measured. */
export const INPUTS = 60
const DEADLINE_MS = 60_000
const POLL_MS = 100

export async function answer<Json>({ origin }: GatewayProcess, path: string): Promise<Json> {
  const response = await fetch(`${origin}${path}`)
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  return (await response.json()) as Json
}

/** Waits until the index has the newest block and has verified all contracts: until then pages read lists again. */
export async function indexed(program: GatewayProcess): Promise<void> {
  const end = performance.now() + DEADLINE_MS
  for (;;) {
    const { result } = await answer<{ result: IndexStatus }>(program, '/api/tonscope/index')
    if (result.behind === 0 && result.detection?.pending === 0) return
    if (performance.now() > end) throw new Error(`the index was not complete in ${DEADLINE_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

type Session = { readonly page: Page; readonly devtools: CDPSession; close(): Promise<void> }

/** Opens a page with an empty cache. */
export async function openPage(browser: Browser, throttling = 1): Promise<Session> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.setDefaultTimeout(DEADLINE_MS)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  return { page, devtools, close: () => context.close() }
}

/** Waits until the page is drawn, nothing on it is loading and no request was made for half a second. */
export async function quiet(page: Page): Promise<void> {
  await page.locator('main:has(h1):not(:has([data-skeleton]))').waitFor()
  await page.waitForLoadState('networkidle')
}

/** Processor time of the page's main thread, milliseconds: unlike times of painting, without other programs' load. */
export async function cpuMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

export async function pressArrows(page: Page, timer: PaintTimer): Promise<number[]> {
  const times: number[] = []
  await page.getByRole('treeitem').first().focus()
  // From the root to the right, then up and down among its children.
  const keys = [
    'ArrowRight',
    ...Array.from({ length: INPUTS - 1 }, (_, i) => (i % 20 < 10 ? 'ArrowDown' : 'ArrowUp')),
  ]
  for (const key of keys) {
    const time = await timer.measure(() => page.keyboard.press(key))
    if (time !== undefined) times.push(time)
  }
  return times
}

export function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return round(sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN)
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}
