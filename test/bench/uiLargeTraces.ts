import type { Browser, Page } from 'playwright'
import { sendSpread } from '../fixtures/devnet/spreadTrace.ts'
import type { GatewayProcess } from './gatewayProcess.ts'
import { createPaintTimer, type PaintTimer } from './paintTimer.ts'
import { at, cpuMs, INPUTS, indexed, openPage } from './uiPage.ts'

const RUNS = 5
const P95_MS = 100

/** Traces that a contract makes: all branches equal, or all different. */
const LARGE_TRACES = [
  { messages: 251, width: 249, depth: 1, isDistinct: false, goals: { open_ms: 1_000, elements: 2_500 } },
  { messages: 251, width: 249, depth: 1, isDistinct: true, goals: { open_ms: 1_000, elements: 2_500 } },
  { messages: 3_908, width: 62, depth: 2, isDistinct: false, goals: { open_ms: 2_500 } },
  { messages: 3_908, width: 62, depth: 2, isDistinct: true, goals: { open_ms: 2_500 } },
] as const

/** How long large traces take to open in a window with an empty cache, and how fast they answer keys. */
export async function* largeTraces(browser: Browser, program: GatewayProcess): AsyncGenerator<object> {
  await call(program, 'settings', { block_interval: 1 })
  const traces: ((typeof LARGE_TRACES)[number] & { readonly hash: string })[] = []
  for (const [i, trace] of LARGE_TRACES.entries()) {
    traces.push({ ...trace, hash: await sendSpread(program.origin, i, trace) })
  }
  await call(program, 'settings', { block_interval: 0 })
  await indexed(program)
  for (const { hash, messages, isDistinct, goals } of traces) {
    const times: number[] = []
    const cpu: number[] = []
    let elements = 0
    let answered: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const { page, devtools, close } = await openPage(browser)
      const timer = await createPaintTimer(page)
      times.push(await openTrace(page, `${program.origin}/trace/${hash}`))
      cpu.push(await cpuMs(devtools))
      elements = await page.evaluate<number>(`document.querySelectorAll('*').length`)
      if (run === 0) answered = await walkAndReturn(page, timer)
      await close()
    }
    yield {
      page: 'trace',
      messages,
      branches: isDistinct ? 'different' : 'equal',
      runs: RUNS,
      open_ms_median: at(times, 0.5),
      open_ms_max: at(times, 1),
      cpu_ms_median: at(cpu, 0.5),
      elements,
      arrow_keys: answered.length,
      arrow_keys_p95_ms: at(answered, 0.95),
      goals: { ...goals, p95_ms: P95_MS },
    }
  }
}

/** Selects the second transaction and the first one in turn: all keys have an effect, in traces of every form. */
async function walkAndReturn(page: Page, timer: PaintTimer): Promise<number[]> {
  await page.getByRole('treeitem').first().focus()
  const times: number[] = []
  for (let i = 0; i < INPUTS; i++) {
    const time = await timer.measure(() => page.keyboard.press(i % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'))
    if (time !== undefined) times.push(time)
  }
  return times
}

/** Opens a trace and returns the milliseconds from the start of the navigation until its graph is painted. */
async function openTrace(page: Page, url: string): Promise<number> {
  await page.addInitScript({
    content: `new MutationObserver((_, observer) => {
      if (!document.querySelector('[role="treeitem"]')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => { document.documentElement.dataset.painted = performance.now() }))
    }).observe(document, { subtree: true, childList: true })`,
  })
  await page.goto(url)
  // Not by a function that is waited for: the content security policy forbids its evaluation.
  const painted = page.locator('html[data-painted]')
  await painted.waitFor({ state: 'attached' })
  return Number(await painted.getAttribute('data-painted'))
}

async function call({ origin }: GatewayProcess, name: string, sent: object): Promise<void> {
  const response = await fetch(`${origin}/api/tonscope/devnet/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  if (!response.ok) throw new Error(`${name} answers ${response.status}`)
}
