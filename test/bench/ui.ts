import type { Browser, CDPSession, Page } from 'playwright'
import type { DevnetStatus } from '../../src-shared/schema/devnet.ts'
import type { TraceJson } from '../../src-shared/schema/v3/traces.ts'
import { launchChromium } from '../fixtures/chromium.ts'
import { type GatewayProcess, startGatewayProcess } from './gatewayProcess.ts'
import { createPaintTimer, type PaintTimer } from './paintTimer.ts'
import { largeTraces } from './uiLargeTraces.ts'
import { answer, at, cpuMs, INPUTS, indexed, openPage, pressArrows, quiet, round } from './uiPage.ts'

const GOALS = {
  requests: 25,
  kilobytes: 200,
  lcp_ms: { 1: 1_200, 4: 2_500 } as Readonly<Record<number, number>>,
  interaction_p95_ms: 100,
}
const RUNS = 5
const BIG_TRACE = 61

/** Blocks on demand only: a page's requests are its own and not those of a new block. */
const OPTIONS = ['--traffic', 'off', '--block-interval', '0']

/**
 * The explorer in Chromium on a devnet with its scenario and index, both built and started as users do: what home
 * costs on the wire, when its largest part is painted, how fast a large trace answers keys and clicks, and how many
 * requests a list needs.
 */
export async function* benchUi(): AsyncGenerator<object> {
  const program = await startGatewayProcess({ options: OPTIONS })
  const browser = await launchChromium()
  try {
    await indexed(program)
    yield await homeOnTheWire(browser, program)
    for (const throttling of [1, 4]) yield await largestPaint(browser, program, throttling)
    yield* traceInteractions(browser, program)
    yield* largeTraces(browser, program)
    yield* listRequests(browser, program)
  } finally {
    await browser.close()
    await program.close()
  }
}

type Traffic = {
  readonly paths: string[] /** Bytes of finished answers by path. */
  readonly sizes: Map<string, number>
}

/** Counts requests and the bytes of their answers as sent, headers included. */
function watchTraffic(devtools: CDPSession): Traffic {
  const traffic: Traffic = { paths: [], sizes: new Map() }
  const sent = new Map<string, string>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname, search } = new URL(request.url)
    traffic.paths.push(pathname + search)
    sent.set(requestId, pathname)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const path = sent.get(requestId) ?? ''
    traffic.sizes.set(path, (traffic.sizes.get(path) ?? 0) + encodedDataLength)
  })
  return traffic
}

async function homeOnTheWire(browser: Browser, { origin }: GatewayProcess): Promise<object> {
  const { page, devtools, close } = await openPage(browser)
  const traffic = watchTraffic(devtools)
  await page.goto(origin)
  await quiet(page)
  const figures = {
    page: 'home',
    requests: traffic.paths.length,
    kilobytes: round(sum([...traffic.sizes.values()]) / 1000),
    goals: { requests: GOALS.requests, kilobytes: GOALS.kilobytes },
    bytes_by_path: Object.fromEntries([...traffic.sizes].sort(([, a], [, b]) => b - a)),
  }
  await close()
  return figures
}

async function largestPaint(
  browser: Browser,
  { origin }: GatewayProcess,
  throttling: number,
): Promise<object> {
  const times: number[] = []
  const cpu: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { page, devtools, close } = await openPage(browser, throttling)
    await page.addInitScript({
      content: `
        window.largestPaint = 0
        new PerformanceObserver((list) => { window.largestPaint = list.getEntries().at(-1).startTime })
          .observe({ type: 'largest-contentful-paint', buffered: true })`,
    })
    await page.goto(origin)
    await quiet(page)
    times.push(await page.evaluate<number>('window.largestPaint'))
    cpu.push(await cpuMs(devtools))
    await close()
  }
  return {
    page: 'home',
    cpu_throttling: throttling,
    runs: RUNS,
    lcp_ms_median: at(times, 0.5),
    lcp_ms_max: at(times, 1),
    cpu_ms_median: at(cpu, 0.5),
    goals: { lcp_ms: GOALS.lcp_ms[throttling] },
  }
}

async function bigTracePath(program: GatewayProcess): Promise<string> {
  for (let offset = 0; ; offset += 100) {
    const { traces } = await answer<{ traces: TraceJson[] }>(
      program,
      `/api/v3/traces?limit=100&offset=${offset}`,
    )
    const found = traces.find(({ trace_info }) => trace_info.transactions >= BIG_TRACE)
    if (found) return `/trace/${Buffer.from(found.trace_id ?? '', 'base64').toString('hex')}`
    if (traces.length < 100) throw new Error(`the scenario has no trace of ${BIG_TRACE} transactions`)
  }
}

/** Times of inputs on the scenario's largest trace with all of its nodes drawn. */
async function* traceInteractions(browser: Browser, program: GatewayProcess): AsyncGenerator<object> {
  const { page, devtools, close } = await openPage(browser)
  const timer = await createPaintTimer(page)
  await page.goto(`${program.origin}${await bigTracePath(program)}`)
  await quiet(page)
  const items = page.getByRole('treeitem')
  const folds = page.getByRole('treeitem', { name: /more transactions?$/ })
  while ((await folds.count()) > 0) {
    await folds.first().focus()
    await page.keyboard.press('Enter')
  }
  const nodes = await items.count()
  const measured = async (input: string, run: (page: Page, timer: PaintTimer) => Promise<number[]>) => {
    const before = await cpuMs(devtools)
    const times = await run(page, timer)
    return {
      page: 'trace',
      nodes,
      input,
      inputs: times.length,
      p50_ms: at(times, 0.5),
      p95_ms: at(times, 0.95),
      max_ms: at(times, 1),
      cpu_ms_per_input: round(((await cpuMs(devtools)) - before) / INPUTS),
      goals: { p95_ms: GOALS.interaction_p95_ms },
    }
  }
  yield await measured('arrow keys', pressArrows)
  yield await measured('clicks', clickNodes)
  yield await measured('tabs', switchTabs)
  await close()
}

async function clickNodes(page: Page, timer: PaintTimer): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < INPUTS; i++) {
    // A selection can move the graph.
    const inView = await visibleNodes(page)
    const [x, y] = inView[i % inView.length] ?? [0, 0]
    const time = await timer.measure(() => page.mouse.click(x, y))
    if (time !== undefined) times.push(time)
  }
  return times
}

/** Centres of the nodes that are not covered by anything. */
function visibleNodes(page: Page): Promise<[number, number][]> {
  return page.evaluate<[number, number][]>(`
    [...document.querySelectorAll('[role="treeitem"]')].flatMap((node) => {
      const { x, y, width, height } = node.getBoundingClientRect()
      const centre = [x + width / 2, y + Math.min(height / 2, 20)]
      return node.contains(document.elementFromPoint(...centre)) ? [centre] : []
    })`)
}

async function switchTabs(page: Page, timer: PaintTimer): Promise<number[]> {
  const times: number[] = []
  const tabs = page.getByRole('tab')
  const count = await tabs.count()
  for (let i = 1; i <= INPUTS; i++) {
    const time = await timer.measure(() => tabs.nth(i % count).click())
    if (time !== undefined) times.push(time)
  }
  return times
}

/** Requests of pages that show a list, beside the polls of every page. */
async function* listRequests(browser: Browser, program: GatewayProcess): AsyncGenerator<object> {
  const { result } = await answer<{ result: DevnetStatus }>(program, '/api/tonscope/devnet')
  const alice = result.scenario.find(({ name }) => name === 'alice')?.address ?? ''
  const lists = {
    blocks: '/blocks',
    transactions: '/transactions',
    tokens: '/tokens',
    nfts: '/nfts',
    'account history': `/account/${alice}`,
    'account messages': `/account/${alice}?tab=messages`,
  }
  for (const [list, path] of Object.entries(lists)) {
    const { page, devtools, close } = await openPage(browser)
    const { paths } = watchTraffic(devtools)
    await page.goto(`${program.origin}${path}`)
    await quiet(page)
    yield {
      page: list,
      v2_requests: paths.filter((one) => one.startsWith('/api/v2/')),
      v3_requests: paths.filter((one) => one.startsWith('/api/v3/')),
    }
    await close()
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
