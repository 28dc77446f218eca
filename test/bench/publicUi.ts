import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import type { NftItemJson } from '../../src-shared/schema/v3/nftItem.ts'
import type { TraceJson } from '../../src-shared/schema/v3/traces.ts'
import { launchChromium } from '../fixtures/chromium.ts'
import { until } from '../fixtures/until.ts'
import type { PresetName } from '../publicNetwork/profiles.ts'
import { round, startGatewayProcess } from './gatewayProcess.ts'
import { openPublicChain, type PublicChain } from './publicChain.ts'

/** Names of simulated networks, separated by commas. */
const NETWORKS = (process.env.PRESET ?? 'near,public').split(',') as PresetName[]
/** A part of the names of pages; all by default. */
const ONLY = process.env.ROWS ?? ''
/** Folder of the screenshots; none are made without it. */
const SHOTS = process.env.SHOTS
const THEME = process.env.THEME ?? 'light'
const WIDTH = Number(process.env.WIDTH ?? 1280)
const SHOT_SECONDS = [0.5, 1, 2, 5]
const SETTLED_MS = 25_000
const REST_MS = 10_000
/** Interval of the chain's blocks, ms. */
const BLOCK_MS = 4_000

/** A page, and what on it is its first row. */
type ShownPage = { readonly name: string; readonly path: string; readonly row: string }

/**
 * The built explorer in Chromium on a gateway without an index over simulated public networks: of each page, opened on
 * a gateway that follows the head and has read nothing else, the milliseconds until its header, its first row, and
 * until nothing on it is loading; and its requests a second afterwards.
 */
export async function* benchPublicUi(): AsyncGenerator<object> {
  const browser = await launchChromium()
  try {
    for (const preset of NETWORKS) {
      await using chain = await openPublicChain({ preset, blockMs: BLOCK_MS })
      for (const page of await pagesOf(chain)) {
        if (!page.name.includes(ONLY)) continue
        yield { preset, page: page.name, ...(await measure(browser, chain, preset, page)) }
      }
    }
  } finally {
    await browser.close()
  }
}

async function pagesOf({ url, accounts }: PublicChain): Promise<readonly ShownPage[]> {
  const read = async <Json>(path: string) => (await (await fetch(`${url}/api/v3/${path}`)).json()) as Json
  const { traces } = await read<{ traces: TraceJson[] }>('traces?limit=500')
  const large = traces.find(({ trace_info }) => trace_info.transactions === 12) ?? traces[0]
  const { nft_items } = await read<{ nft_items: NftItemJson[] }>('nft/items?limit=50')
  const { last } = await read<{ last: { seqno: number } }>('masterchainInfo')
  const end = large?.transactions?.[large.transactions_order?.at(-1) ?? '']
  const hash = Buffer.from(end?.hash ?? '', 'base64').toString('hex')
  // As the explorer's links to a trace are: liteservers find no transaction by its hash alone.
  const place = `account=${encodeURIComponent(end?.account ?? '')}&lt=${end?.lt}`
  const fields = 'main dd'
  return [
    { name: 'account', path: `/account/${accounts.get('alice')}`, row: 'main ol > li, main tbody tr' },
    { name: 'trace', path: `/trace/${hash}?${place}`, row: 'main [role="treeitem"]' },
    { name: 'jetton', path: `/account/${accounts.get('Paper Crane (USDP)')}`, row: fields },
    { name: 'NFT item', path: `/account/${nft_items[0]?.address}`, row: fields },
    { name: 'block', path: `/block/-1/8000000000000000/${last.seqno - 3}`, row: 'main tbody tr' },
    { name: 'home', path: '/', row: 'main tbody tr, main ol > li' },
  ]
}

async function measure(browser: Browser, chain: PublicChain, preset: string, shown: ShownPage) {
  const { network, configFile } = chain
  const gateway = await startGatewayProcess({ network: configFile, options: ['--index', 'off'] })
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 900 },
    colorScheme: THEME === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  try {
    await until('the gateway answers', async () => {
      const { status } = await fetch(`${gateway.origin}/api/v2/getMasterchainInfo`)
      return status === 200 || undefined
    })
    const page = await context.newPage()
    const failed: string[] = []
    let requests = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/')) requests++
    })
    page.on('response', (response) => {
      const { pathname, search } = new URL(response.url())
      if (response.status() >= 400) failed.push(`${response.status()} ${pathname}${search.slice(0, 80)}`)
    })
    await page.addInitScript({ content: marksScript(shown.row) })
    network.ledger.reset()
    const begun = performance.now()
    await page.goto(`${gateway.origin}${shown.path}`, { waitUntil: 'commit' })
    for (const seconds of SHOT_SECONDS) {
      await sleep(begun + seconds * 1_000 - performance.now())
      await shoot(page, `${preset}-${shown.name}-${seconds}s`)
    }
    await sleep(begun + SETTLED_MS - performance.now())
    await shoot(page, `${preset}-${shown.name}-end`)
    const { header, row, complete, progress } = await page.evaluate<Marks>('window.marks')
    const { total, bytesReceived } = network.ledger.entry
    const loaded = requests
    requests = 0
    await sleep(REST_MS)
    return {
      header_ms: rounded(header),
      first_row_ms: rounded(row),
      complete_ms: rounded(complete),
      requests: loaded,
      queries: total,
      kilobytes: round(bytesReceived / 1_000),
      requests_per_second_at_rest: round((requests * 1_000) / REST_MS),
      progress,
      failed: [...new Set(failed)],
    }
  } finally {
    await context.close()
    await gateway.close()
  }
}

/** Times in ms after the start of the navigation; null for what has not come. */
type Marks = {
  readonly header: number | null
  readonly row: number | null
  readonly complete: number | null
  /** The texts that said what is being read. */
  readonly progress: readonly string[]
}

/** Records when parts of a page are drawn. Placeholders have `data-skeleton`, texts about progress `data-progress`. */
function marksScript(row: string): string {
  return `
    const marks = (window.marks = { header: null, row: null, complete: null, progress: [] })
    const isDrawn = (element) => element && !element.querySelector('[data-skeleton]')
    const look = () => {
      const now = performance.now()
      const main = document.querySelector('main')
      if (!main) return
      const title = main.querySelector('h1')
      if (marks.header === null && title && isDrawn(title.closest('header') ?? title)) marks.header = now
      if (marks.row === null && [...main.querySelectorAll(${JSON.stringify(row)})].some(isDrawn)) marks.row = now
      const texts = [...main.querySelectorAll('[data-progress]')].map((one) => one.textContent)
      marks.progress.push(...texts.filter((text) => !marks.progress.includes(text)))
      if (!title || !isDrawn(main) || texts.length > 0) marks.complete = null
      else marks.complete ??= now
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })`
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return
  mkdirSync(SHOTS, { recursive: true })
  await page.screenshot({ path: join(SHOTS, `${name.replaceAll(' ', '-')}-${THEME}-${WIDTH}.png`) })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms)
}
