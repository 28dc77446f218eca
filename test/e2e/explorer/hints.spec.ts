import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import type { HintSettings } from '../../../src-shared/schema/hints.ts'
import { gatewaysTest as base, expect } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, settledWhole as settled } from './fixtures.ts'

/** A hint server: the gateway with an index, behind a server that records what it is asked. */
type HintServer = { readonly url: string; readonly asked: string[] }

const test = base.extend<{ hints: HintServer }>({
  hints: async ({ page, gateways }, use) => {
    const { followed, reading } = gateways
    const asked: string[] = []
    const server = createServer(async (request, response) => {
      asked.push(request.url ?? '')
      const answer = await fetch(`${followed}${request.url}`)
      response.writeHead(answer.status, { 'Content-Type': 'application/json' })
      response.end(await answer.text())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`
    const forbid = () => page.request.put(`${reading}/api/tonscope/hints`, { data: { url: null } })
    await forbid()
    // A devnet has no public index that could be proposed.
    await page.route('**/api/tonscope/hints', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { ok: boolean; result: HintSettings }
      await route.fulfill({ response, json: { ...body, result: { ...body.result, proposed: url } } })
    })
    await use({ url, asked })
    await forbid()
    server.close()
  },
})

const offerOf = (page: Page) => page.getByRole('region', { name: /^Ask 127\.0\.0\.1/ })

test('an owner’s tokens are asked of a public index only once the user allows it, and each is proved', async ({
  page,
  devnet,
  gateways,
  hints,
}) => {
  const { reading } = gateways
  await page.goto(`${reading}/account/${await devnet.account('alice')}?tab=tokens`)
  await settled(page)
  const offer = offerOf(page)
  await expect(offer).toContainText('for the tokens of this account?')
  await expect(offer).toContainText('It learns this address')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screenshots/hint-offer.png', fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: 'test-results/screenshots/hint-offer-390-dark.png', fullPage: true })
  await page.setViewportSize({ width: 1280, height: 860 })
  expect(hints.asked).toEqual([])

  await offer.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText(/named what is listed here, and the network proves each row/)).toBeVisible()
  await expect(offer).toHaveCount(0)
  await settled(page)
  expect(hints.asked.length).toBeGreaterThan(0)
  for (const path of hints.asked)
    expect(path).toMatch(/^\/api\/v3\/(?:jetton\/wallets|nft\/items|dns\/records)\?/)

  // The setting of the network has its counts, and ends it.
  await page.goto(`${reading}/networks`)
  await settled(page)
  const panel = page.getByRole('region', { name: 'Hints' })
  await expect(panel).toContainText('Proved')
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/screenshots/hint-settings.png', fullPage: true })
  await panel.getByRole('button', { name: 'Forbid' }).click()
  await expect(panel.getByRole('status')).toContainText('No server is asked any more')
  const asked = hints.asked.length
  await page.goto(`${reading}/account/${await devnet.account('bob')}?tab=tokens`)
  await settled(page)
  expect(hints.asked.length).toBe(asked)
})

test('a hash that nothing knows is found by a public index once the user allows it', async ({
  page,
  gateways,
  hints,
}) => {
  const { followed, reading } = gateways
  const response = await fetch(`${followed}/api/v3/transactions?sort=asc&limit=200`)
  const { transactions } = (await response.json()) as { transactions: { hash: string }[] }
  // Pages of other tests have read some of them.
  let hash = ''
  for (const transaction of transactions) {
    const path = `/api/v3/transactions?hash=${encodeURIComponent(transaction.hash)}&x_no_search=true`
    if ((await fetch(reading + path)).ok) continue
    hash = Buffer.from(transaction.hash, 'base64').toString('hex')
    break
  }
  expect(hash).not.toBe('')
  await page.goto(`${reading}/trace/${hash}`)
  await expect(offerOf(page)).toContainText('where the transaction is?')
  expect(hints.asked).toEqual([])
  await offerOf(page).getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('tab', { name: 'Outline' })).toBeVisible()
  for (const path of hints.asked) expect(path).toMatch(/^\/api\/v3\/transactions(?:ByMessage)?\?/)
})

test('the question is asked once, and can be declined', async ({ page, devnet, gateways, hints }) => {
  const { reading } = gateways
  const account = await devnet.account('carol')
  await page.goto(`${reading}/account/${account}?tab=tokens`)
  await settled(page)
  await offerOf(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offerOf(page)).toHaveCount(0)
  await page.goto(`${reading}/account/${account}?tab=nfts`)
  await settled(page)
  await expect(offerOf(page)).toHaveCount(0)
  expect(hints.asked).toEqual([])
})
