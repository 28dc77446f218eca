import type { Browser, Page } from 'playwright'
import type { TraceJson } from '../../src-shared/schema/v3/traces.ts'
import { launchChromium } from '../fixtures/chromium.ts'
import { until } from '../fixtures/until.ts'
import { indexUntil } from '../integration/indexer/indexGateway.ts'
import type { PresetName } from '../publicNetwork/profiles.ts'
import { startGatewayProcess } from './gatewayProcess.ts'
import { openPublicChain, type PublicChain } from './publicChain.ts'

const PRESET = (process.env.PRESET ?? 'near') as PresetName
/** A regular expression for the names of pages; all by default. */
const ONLY = new RegExp(process.env.ROWS ?? '')
/** Traces whose pages are compared: the newest ones, and the largest ones. */
const TRACES = Number(process.env.TRACES ?? 12)
/** Pages that are compared at the same time. */
const AT_ONCE = Number(process.env.AT_ONCE ?? 1)
/** Interval of the chain's blocks, ms: none while pages are compared. */
const NEVER_MS = 2 ** 31 - 1
const SETTLED_MS = 60_000
/** A page is complete if its text does not change for this time, ms. */
const QUIET_MS = 3_000

type ComparedPage = { readonly name: string; readonly path: string }

/**
 * The built explorer in Chromium on two gateways of one chain: with a complete index, and without one over a simulated
 * public network. Yields the pages whose texts differ, with the lines that only one of them has. Ages are left out.
 */
export async function* benchPublicText(): AsyncGenerator<object> {
  await using chain = await openPublicChain({ preset: PRESET, blockMs: NEVER_MS })
  // Not the devnet's own gateway, which knows the names of the scenario.
  const network = chain.configFile
  const full = await startGatewayProcess({ network, options: ['--index', 'follow'] })
  const gateway = await startGatewayProcess({ network, options: ['--index', 'off'] })
  const browser = await launchChromium()
  try {
    await until('the gateway answers', async () => {
      const { status } = await fetch(`${gateway.origin}/api/v2/getMasterchainInfo`)
      return status === 200 || undefined
    })
    const { coverage } = await indexUntil(
      full.origin,
      ({ behind, detection, classification }) =>
        behind === 0 && detection.pending === 0 && classification.pending === 0,
    )
    yield { coverage }
    const pages = (await pagesOf(chain)).filter(({ name }) => ONLY.test(name))
    let equal = 0
    for (let start = 0; start < pages.length; start += AT_ONCE) {
      const compared = pages.slice(start, start + AT_ONCE).map(async ({ name, path }) => {
        const [whole, read] = await Promise.all([
          textOf(browser, `${full.origin}${path}`),
          textOf(browser, `${gateway.origin}${path}`),
        ])
        return { page: name, path, missing: without(whole, read), added: without(read, whole) }
      })
      for (const page of await Promise.all(compared)) {
        if (page.missing.length + page.added.length === 0) equal++
        else yield page
      }
    }
    yield { preset: PRESET, pages: pages.length, equal }
  } finally {
    await browser.close()
    await gateway.close()
    await full.close()
  }
}

async function pagesOf({ url, accounts }: PublicChain): Promise<readonly ComparedPage[]> {
  const read = async <Json>(path: string) => (await (await fetch(`${url}/api/v3/${path}`)).json()) as Json
  const { traces } = await read<{ traces: TraceJson[] }>('traces?limit=500')
  const { last } = await read<{ last: { seqno: number } }>('masterchainInfo')
  const largest = traces.toSorted((a, b) => b.trace_info.transactions - a.trace_info.transactions)
  const shown = new Set([...traces.slice(0, TRACES), ...largest.slice(0, TRACES)])
  const hashOf = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
  return [
    ...[...accounts].map(([name, address]) => ({ name: `account ${name}`, path: `/account/${address}` })),
    ...[...accounts].flatMap(([name, address]) =>
      ['tokens', 'nfts', 'contract', 'methods', 'messages'].map((tab) => ({
        name: `${tab} of ${name}`,
        path: `/account/${address}?tab=${tab}`,
      })),
    ),
    ...[...shown].map(({ trace_id }) => ({ name: 'trace', path: `/trace/${hashOf(trace_id ?? '')}` })),
    ...[...shown].slice(0, TRACES).flatMap(({ transactions }) =>
      Object.values(transactions ?? {})
        .slice(-1)
        .map(({ account, lt, hash }) => ({
          name: 'transaction',
          path: `/transaction/${account}/${lt}/${hashOf(hash)}`,
        })),
    ),
    ...[1, 2, 3].map((back) => ({ name: 'block', path: `/block/-1/8000000000000000/${last.seqno - back}` })),
    ...['/', '/blocks', '/transactions', '/tokens', '/nfts', '/messages'].map((path) => ({
      name: `page ${path}`,
      path,
    })),
  ]
}

/** Returns the lines of a page's text once it is complete. Placeholders of what is loading have marks. */
async function textOf(browser: Browser, url: string): Promise<readonly string[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(url)
    return await completeText(page)
  } finally {
    await context.close()
  }
}

async function completeText(page: Page): Promise<readonly string[]> {
  const end = performance.now() + SETTLED_MS
  let text = ''
  let since = performance.now()
  for (;;) {
    const { lines, isLoading } = await page.evaluate<{ lines: string; isLoading: boolean }>(`(() => {
      const main = document.querySelector('main')
      const ages = [...(main?.querySelectorAll('time') ?? [])]
      for (const age of ages) age.style.visibility = 'hidden'
      const lines = main?.innerText ?? ''
      for (const age of ages) age.style.visibility = ''
      const isLoading = !main?.querySelector('h1') || main.querySelector('[data-skeleton], [data-progress]') !== null
      return { lines, isLoading }
    })()`)
    if (isLoading || lines !== text) since = performance.now()
    text = lines
    if (performance.now() - since >= QUIET_MS || performance.now() > end) break
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}

/** Returns the lines of a text without those of another one, each as often as it has more. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0
    counts.set(line, count - 1)
    return count <= 0
  })
}
