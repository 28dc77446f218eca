import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from 'playwright/test'

export { expect }

/** Accounts of the sample network (realnet's README describes them). */
export const WALLET_V4 = 'UQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZvrH'
export const WALLET_V4_RAW = '0:11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366'
export const UNINITIALIZED_RAW = '0:a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5'
export const NEVER_USED_RAW = '0:0000000000000000000000000000000000000000000000000000000000000001'
export const LIBRARY = 'ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395'
/** A basechain block with 251 transactions. */
export const CROWDED_BLOCK = '/block/0/4000000000000000/784'

type ConsoleGuard = {
  /** Requests that this test makes fail: the browser reports each as an error of its own. */
  readonly allowFailedRequests: () => void
  /** Messages that match the pattern do not fail this test. */
  readonly allow: (pattern: RegExp) => void
}

/** What the browser and the explorer log about a script that cannot be loaded. */
const FAILED_REQUEST = /^Failed to load resource|^\w+ could not be loaded: TypeError: Failed to fetch/

/**
 * `test` with a console that must stay silent: an error, a warning, an uncaught exception or a breach of the
 * content security policy fails the test that caused it.
 */
export const test = base.extend<{ consoleGuard: ConsoleGuard }>({
  consoleGuard: [
    async ({ page }, use) => {
      const complaints: string[] = []
      let failuresAllowed = false
      const allowed: RegExp[] = []
      page.on('console', (message) => {
        if (!['error', 'warning'].includes(message.type())) return
        if (failuresAllowed && FAILED_REQUEST.test(message.text())) return
        if (allowed.some((pattern) => pattern.test(message.text()))) return
        complaints.push(`${message.type()}: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      await use({
        allowFailedRequests: () => {
          failuresAllowed = true
        },
        allow: (pattern) => {
          allowed.push(pattern)
        },
      })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits until the page is there and nothing on it is still loading. */
export async function settled(page: Page): Promise<void> {
  // One condition, not several after each other: between two states of a page there is none of either.
  await expect(page.locator('main:has(h1):not(:has([data-skeleton]))')).toBeVisible()
}

/** Waits until the page is there, and all of its parts are read. */
export async function settledWhole(page: Page): Promise<void> {
  await expect(page.locator('main h1')).toHaveCount(1)
  await expect(page.locator('main [data-skeleton], main [data-progress]')).toHaveCount(0)
}

/** Checks the accessibility rules of WCAG 2 A and AA, by axe. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  expect(found).toEqual([])
}

/** Nothing sticks out to the right. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
  expect(excess).toBeLessThanOrEqual(0)
}

/** Saves the whole page, made as tall as it is, so that what is fixed to the window's edge stays there. */
export async function shoot(page: Page, name: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ width: size.width, height: Math.max(size.height, height) })
  await page.screenshot({ path: `test-results/screenshots/${name}.png`, animations: 'disabled' })
  await page.setViewportSize(size)
}

/** The seqno of the newest masterchain block, from the API itself. */
export async function headSeqno(page: Page): Promise<number> {
  const response = await page.request.get('/api/v2/getMasterchainInfo')
  const { result } = (await response.json()) as { result: { last: { seqno: number } } }
  return result.last.seqno
}

type TransactionJson = {
  transaction_id: { lt: string; hash: string }
  in_msg?: { source: string }
  out_msgs: { destination: string }[]
}

/** The history of an account as the API has it, newest first. */
export async function history(page: Page, address: string, limit: number): Promise<TransactionJson[]> {
  const response = await page.request.get(
    `/api/v2/getTransactions?address=${encodeURIComponent(address)}&limit=${limit}`,
  )
  return ((await response.json()) as { result: TransactionJson[] }).result
}

export function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

/** The page of the newest transfer that the v4 wallet sent: external message in, one internal message out. */
export async function transferPath(page: Page): Promise<string> {
  const transactions = await history(page, WALLET_V4, 50)
  const transfer = transactions.find(({ in_msg, out_msgs }) => in_msg?.source === '' && out_msgs.length === 1)
  const { lt, hash } = transfer?.transaction_id ?? { lt: '', hash: '' }
  return `/transaction/${WALLET_V4}/${lt}/${hexOf(hash)}`
}
