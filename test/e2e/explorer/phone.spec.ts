import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Cell } from '@ton/core'
import type { Page } from 'playwright/test'
import type { DevnetApi } from './devnetFixtures.ts'
import { expect, hexOf, settled } from './fixtures.ts'
import { askV3, hasFailure, hasReturn, someTrace, tracePath } from './indexFixtures.ts'
import { test, verified } from './tokenFixtures.ts'

const PHONE = { width: 390, height: 844 }
/** Widths of other phones and of small windows at which nothing must stick out, px. */
const OTHER_WIDTHS = [320, 360, 480, 640]
/** Bits of a library reference before the hash of the library. */
const LIBRARY_TAG_BITS = 8
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const ROUTER = new URL('../../../src-renderer/routes/router.tsx', import.meta.url)

/** Patterns of the route table: `/block/$workchain/$shard/$seqno`. */
function routePatterns(): string[] {
  return [...readFileSync(ROUTER, 'utf8').matchAll(/^ {2}path: '([^']+)'/gm)].map(([, path]) => path ?? '')
}

function isOf(pattern: string, path: string): boolean {
  const regex = pattern.replaceAll(/\$\w+/g, '[^/?]+')
  return new RegExp(`^${regex}(?:\\?|$)`).test(path)
}

/** Opens a page of the explorer as a link does, without loading the explorer again. Its title must be another one. */
async function open(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  await expect(page, path).not.toHaveTitle(before)
  await settled(page)
}

/**
 * Script of the page that names the elements that stick out of the window, or out of a box that hides what sticks out. A box that scrolls, or
 * that ends its text with an ellipsis, shows the rest in another way.
 */
const OVERFLOWING = `(() => {
  const width = document.documentElement.clientWidth
  const nameOf = (element) =>
    '<' + element.tagName.toLowerCase() + ' class="' + (element.getAttribute('class') ?? '') + '"> ' +
    (element.textContent ?? '').trim().slice(0, 40)
  // What only screen readers find is cut away as a whole.
  const isCut = (element) =>
    element !== document.body && (getComputedStyle(element).clipPath === 'inset(50%)' || isCut(element.parentElement))
  const isShown = (element) => element.checkVisibility() && !isCut(element)
  const isClipped = (element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (box.tagName === 'svg' || getComputedStyle(box).overflowX !== 'visible') return true
    }
    return false
  }
  const sticksOut = (element) => element.getBoundingClientRect().right > width && !isClipped(element)
  const found = []
  const scrolled = document.documentElement.scrollWidth
  if (scrolled > width) {
    found.push('the page is ' + (scrolled - width) + ' px too wide')
    for (const element of document.body.querySelectorAll('*')) {
      if (sticksOut(element) && ![...element.children].some(sticksOut) && isShown(element)) {
        found.push(nameOf(element))
      }
    }
  }
  for (const element of document.querySelectorAll('main *')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    const hides = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
    const excess = element.scrollWidth - element.clientWidth
    if (hides && excess > 0 && isShown(element) && !element.closest('svg')) {
      found.push(excess + ' px are hidden in ' + nameOf(element))
    }
  }
  return found
})()`

/** Script of the page, to which axe was added, that returns the HTML of controls too small or too close to touch. */
const SMALL_TARGETS = `axe
  .run(document, { runOnly: ['target-size'], resultTypes: ['violations'], preload: false })
  .then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)))`

async function fits(page: Page, where: string): Promise<string[]> {
  const wide = await page.evaluate<string[]>(OVERFLOWING)
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ ...PHONE, width })
    const found = await page.evaluate<string[]>(OVERFLOWING)
    wide.push(...found.map((fault) => `${width} px wide: ${fault}`))
  }
  // As high as the page: the bars of the window cover controls that a finger would scroll away from them.
  const height = await page.evaluate<number>('scrollTo(0, 0), document.documentElement.scrollHeight')
  await page.setViewportSize({ width: PHONE.width, height: Math.max(PHONE.height, height) })
  const small = await page.evaluate<string[]>(SMALL_TARGETS)
  await page.setViewportSize(PHONE)
  return [...wide, ...small.map((html) => `too small to touch: ${html}`)].map((fault) => `${where}: ${fault}`)
}

/** The page and each of its tabs. */
async function fitsWithTabs(page: Page, path: string): Promise<string[]> {
  await open(page, path)
  const tabs = page.getByRole('main').getByRole('tablist').first().getByRole('tab')
  const count = await tabs.count()
  if (count === 0) return fits(page, path)
  const faults: string[] = []
  for (let i = 0; i < count; i++) {
    const tab = tabs.nth(i)
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await settled(page)
    faults.push(...(await fits(page, `${path} ${await tab.innerText()}`)))
  }
  return faults
}

/** One account of every kind of the scenario, the system accounts, and one that was never used. */
async function accountPaths(devnet: DevnetApi): Promise<string[]> {
  const { scenario } = await devnet.status()
  const byKind = new Map(scenario.map(({ kind, address }) => [kind, address]))
  // The largest balance, and the longest lists.
  const large = await Promise.all(['giver', 'alice'].map((name) => devnet.account(name)))
  const system = [`-1:${'5'.repeat(64)}`, `-1:${'3'.repeat(64)}`, `-1:${'0'.repeat(64)}`]
  return [...byKind.values(), ...large, ...system, `0:${'01'.repeat(32)}`].map(
    (address) => `/account/${address}`,
  )
}

async function tracePaths(devnet: DevnetApi): Promise<string[]> {
  const traces = [
    await someTrace(devnet, hasFailure),
    await someTrace(devnet, hasReturn),
    await someTrace(devnet, ({ trace_info }) => trace_info.transactions > 20),
  ]
  const [trace] = traces
  const last = Object.values(trace?.transactions ?? {}).at(-1)
  const transaction = `/transaction/${last?.account}/${last?.lt}/${hexOf(last?.hash ?? '')}`
  const replay = `/replay/${last?.account}?lt=${last?.lt}`
  return [...traces.map(tracePath), transaction, replay]
}

async function blockPaths(devnet: DevnetApi): Promise<string[]> {
  const { seqno } = await devnet.status()
  const { blocks } = await askV3(devnet, 'blocks', { workchain: 0, limit: 1, sort: 'desc' })
  return [`/block/-1/8000000000000000/${seqno - 1}`, `/block/0/8000000000000000/${blocks[0]?.seqno}`]
}

async function libraryPath(devnet: DevnetApi): Promise<string> {
  const { scenario } = await devnet.status()
  const address = scenario.find(({ kind }) => kind === 'contract of library code')?.address
  const { code } = (await devnet.ask('getAddressInformation', { address })) as { code: string }
  const hash = Cell.fromBase64(code).beginParse(true).skip(LIBRARY_TAG_BITS).loadBuffer(32)
  return `/library/${hash.toString('hex')}`
}

const LISTS = [
  '/',
  '/blocks?chain=all',
  '/transactions',
  '/blocks',
  '/messages?kind=external',
  '/tokens',
  '/messages',
  '/nfts',
  '/index',
  '/watched',
  '/liteservers',
  '/faucet',
  '/controls',
  '/networks',
  '/config',
  // A cell with the byte 1.
  '/cell?boc=te6ccgEBAQEAAwAAAgE%3D',
  '/labels',
  '/tools',
  '/sdk',
  '/access',
  '/send',
]

// A click that never succeeds would last as long as the test.
test.use({ actionTimeout: 30_000 })

test('every page fits a phone, and its controls are large enough to touch', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  test.setTimeout(480_000)
  // Images of some tokens of the scenario are on servers that do not exist.
  consoleGuard.allowFailedRequests()
  await verified(devnet)
  await page.setViewportSize(PHONE)
  await page.goto('/no/such/page')
  await settled(page)
  // Once for all pages: the document stays the same.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  expect(await fits(page, 'not found')).toEqual([])
  const bar = `document.querySelector('nav[aria-label="Pages"]')`
  const hidden = await page.evaluate<number>(`${bar}.scrollWidth - ${bar}.clientWidth`)
  expect(hidden, 'pixels of the bar of pages out of sight').toBe(0)
  const paths = new Set([
    ...LISTS,
    ...(await blockPaths(devnet)),
    ...(await tracePaths(devnet)),
    await libraryPath(devnet),
    ...(await accountPaths(devnet)),
  ])
  const missing = routePatterns().filter((pattern) => ![...paths].some((path) => isOf(pattern, path)))
  expect(missing, 'routes that this test does not open').toEqual([])
  const faults: string[] = []
  for (const path of paths) faults.push(...(await fitsWithTabs(page, path)))
  expect(faults).toEqual([])
})
