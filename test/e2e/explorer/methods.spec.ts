import { expect, test } from './devnetFixtures.ts'
import { expectAccessible, expectNoOverflow, settled, shoot } from './fixtures.ts'

test('the methods of the code run with one click, with typed results and as JSON', async ({
  page,
  devnet,
}) => {
  const master = await devnet.account('Paper Crane (USDP)')
  await page.goto(`/account/${master}?tab=methods`)
  await settled(page)
  const methods = page.getByRole('navigation', { name: 'Get-methods' })
  await expect(methods).toContainText('All methods of the code')
  await methods.getByRole('button', { name: 'get_jetton_data' }).click()
  const result = page.getByRole('region', { name: 'Result of get_jetton_data' })
  await expect(result).toContainText('exit 0: success')
  await expect(result).toContainText('total supply')
  await expect(result).toContainText(/\d+ gas/)
  await expect(page).toHaveURL(/method=get_jetton_data/)
  await result
    .getByText(/80 bits|bits, \d+ references?/)
    .first()
    .click()
  await expectAccessible(page)
  await shoot(page, 'methods-result')
  await result.getByRole('button', { name: 'JSON' }).click()
  await expect(result).toContainText('tvm.stackEntryNumber')
  await expect(result).toContainText('POST /api/v2/runGetMethodStd')
})

test('an argument is checked in its field, and the link repeats the request', async ({ page, devnet }) => {
  const master = await devnet.account('Paper Crane (USDP)')
  const alice = await devnet.account('alice')
  await page.goto(`/account/${master}?tab=methods`)
  await settled(page)
  await page.getByRole('button', { name: /^get_wallet_address/ }).click()
  const owner = page.getByRole('textbox', { name: 'owner' })
  await expect(owner).toBeFocused()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByText('Enter an address')).toBeVisible()
  await owner.fill(alice)
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: 'Result of get_wallet_address' })
  const answer = result.getByRole('link').filter({ hasNotText: /^Replay$/ })
  // The name first, and the address below it as soon as its form is known.
  await expect(answer).toHaveAttribute('title', /\n/)
  const title = String(await answer.getAttribute('title'))
  const wallet = title.split('\n').at(-1)

  await page.goto(page.url())
  await expect(answer).toHaveAttribute('title', title)
  await expect(owner).toHaveValue(alice)

  await answer.click()
  await expect(page).toHaveURL(new RegExp(`/account/${wallet}$`))
  await expect(page.getByRole('heading', { level: 1 })).toContainText("alice's Paper Crane")
  await page.getByRole('tab', { name: 'Methods' }).click()
  await page.getByRole('button', { name: 'get_wallet_data' }).click()
  await expect(page.getByRole('region', { name: 'Result of get_wallet_data' })).toContainText('owner')
})

test('a missing method shows an error, and earlier runs stay', async ({ page, devnet }) => {
  const alice = await devnet.account('alice')
  await page.goto(`/account/${alice}?tab=methods`)
  await settled(page)
  await page.getByRole('button', { name: 'seqno' }).click()
  await expect(page.getByRole('region', { name: 'Result of seqno' })).toContainText('exit 0')
  await page.getByLabel('Method', { exact: true }).fill('no_such_method')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Result of no_such_method' })).toContainText(
    'exit 11: the contract has no such method',
  )
  await page.getByRole('region', { name: 'Earlier runs' }).getByRole('button', { name: /seqno/ }).click()
  await expect(page.getByRole('region', { name: 'Result of seqno' })).toContainText('exit 0')
})

test('arguments of every type reach the contract', async ({ page, devnet }) => {
  const alice = await devnet.account('alice')
  await page.goto(`/account/${alice}?tab=methods`)
  await settled(page)
  await page.getByLabel('Method', { exact: true }).fill('is_plugin_installed')
  await page.getByRole('button', { name: 'Add an argument' }).click()
  await page.getByRole('textbox', { name: 'workchain' }).fill('0x')
  await expect(page.getByText('Numbers are decimal, or hexadecimal after 0x')).toBeVisible()
  await page.getByRole('textbox', { name: 'workchain' }).fill('0')
  await page.getByRole('button', { name: 'Add an argument' }).click()
  await page.getByRole('textbox', { name: 'hash' }).fill(`0x${'ab'.repeat(32)}`)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const result = page.getByRole('region', { name: 'Result of is_plugin_installed' })
  await expect(result).toContainText('exit 0: success')
  await page.getByRole('combobox', { name: 'Type of hash' }).selectOption('tuple')
  await page.getByRole('textbox', { name: 'hash' }).fill('[1, null]')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(result).toContainText('wrong type on the stack')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await shoot(page, 'methods-390')
})

test('an account without code has no methods', async ({ page }) => {
  await page.goto(`/account/0:${'01'.repeat(32)}?tab=methods`)
  await expect(page.getByText('This account has no code, so it has no get-methods.')).toBeVisible()
})
