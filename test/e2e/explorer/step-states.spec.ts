import type { TransactionJson } from '../../../src-shared/schema/v3/transactions.ts'
import { expect, test } from './devnetFixtures.ts'
import { hexOf, settled, shoot } from './fixtures.ts'

const ELECTOR = '-1:3333333333333333333333333333333333333333333333333333333333333333'

test('the panel of a trace shows balance, data and code of each transaction, or why they are unknown', async ({
  page,
  devnet,
  consoleGuard,
}) => {
  // A devnet that has just started answers 503 until its index is open.
  consoleGuard.allowFailedRequests()
  const transactions = async (account: string) => {
    const response = await fetch(`${devnet.url}/api/v3/transactions?account=${account}&limit=50&sort=asc`)
    return ((await response.json()) as { transactions?: TransactionJson[] }).transactions ?? []
  }
  const alice = await devnet.account('alice')
  await devnet.call('faucet', { address: alice, amount: '1000000000' })
  await expect
    .poll(async () => (await transactions(alice)).at(-1)?.account_state_before.balance ?? null)
    .not.toBeNull()
  const known = (await transactions(alice)).at(-1)
  await page.goto(`/trace/${hexOf(known?.hash ?? '')}?tx=${hexOf(known?.hash ?? '')}`)
  await settled(page)
  const panel = page.getByRole('region', { name: /^Transaction of/ })
  const balance = panel.getByRole('row', { name: /^Balance/ })
  await expect(panel.getByRole('row', { name: /^Code/ })).not.toContainText(/unknown|–/)
  await expect(balance).not.toContainText('unknown')
  await panel.getByText('Cells of code and data').click()
  await expect(panel.getByRole('definition').filter({ hasText: /^b5ee9c72/ })).toHaveCount(2)
  await expect(panel.getByRole('button', { name: 'Copy Code, unchanged as hex' })).toBeVisible()
  await shoot(page, 'trace-state-cells')

  // The elector has several transactions in a block, and only the state after the last is in it.
  const hidden = (await transactions(ELECTOR)).find(
    ({ account_state_after: { balance: after } }) => after === null,
  )
  if (!hidden) throw new Error('the elector has one transaction per block')
  await page.goto(`/trace/${hexOf(hidden.hash)}?tx=${hexOf(hidden.hash)}`)
  await settled(page)
  await expect(balance).toBeVisible()
  await expect(balance).not.toContainText('unknown')
  await shoot(page, 'trace-state-panel')
})
