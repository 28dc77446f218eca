import type { Page } from 'playwright/test'
import {
  expect,
  expectAccessible,
  expectNoOverflow,
  settled,
  shoot,
  test,
  transferPath,
  WALLET_V4,
} from './fixtures.ts'

/** Opens the replay of a transfer by the link of its page. */
async function openReplay(page: Page): Promise<void> {
  await page.goto(await transferPath(page))
  await settled(page)
  await page.getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Replay of a transaction' })).toBeVisible()
  await settled(page)
}

const selected = (page: Page) => page.getByRole('option', { selected: true })

test.describe('replay', () => {
  test('runs a transaction step by step, as the chain did', async ({ page }) => {
    await openReplay(page)
    await expect(page.getByText('✓ Equals the chain')).toBeVisible()
    await expect(page.getByText('✓ 0: success')).toBeVisible()
    await expect(selected(page)).toContainText('SETCP 0')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(selected(page)).toHaveAttribute('aria-posinset', '3')
    await expect(page).toHaveURL(/step=3/)
    await page.keyboard.press('k')
    await expect(selected(page)).toHaveAttribute('aria-posinset', '2')
    await page.getByRole('button', { name: 'Last step' }).click()
    await expect(selected(page)).toContainText('implicit RET')
    // The code follows the step.
    await page.keyboard.press('Home')
    await expect(page.getByRole('listitem').filter({ hasText: 'current step' })).toContainText('SETCP 0')
    await expect(page.getByRole('region', { name: 'Storage (c4)' })).toContainText('changed')
    await expect(page.getByRole('region', { name: 'Actions (c5)' })).toContainText('Send message')
    await expect(page.getByRole('region', { name: 'Gas by instruction' })).toContainText('HASHSU')
  })

  test('opens the step that a link names', async ({ page }) => {
    await openReplay(page)
    await page.keyboard.press('PageDown')
    await expect(page).toHaveURL(/step=21/)
    const text = await selected(page).textContent()
    await page.goto(page.url())
    await settled(page)
    await expect(selected(page)).toHaveAttribute('aria-posinset', '21')
    expect(await selected(page).textContent()).toBe(text)
  })

  test('begins at the instruction that threw, with its meaning', async ({ page }) => {
    const args = new URLSearchParams({ method: 'no_such_method' })
    await page.goto(`/replay/${WALLET_V4}?${args}`)
    await settled(page)
    await expect(page.getByText(/^✕ 11: no such method/)).toBeVisible()
    await expect(page.getByText(/Exception 11/)).toBeVisible()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Where it threw' }).click()
    await expect(page.getByText(/Exception 11/)).toBeVisible()
  })

  test('is linked from a get-method that was run', async ({ page }) => {
    await page.goto(`/account/${WALLET_V4}?tab=methods&method=seqno`)
    await settled(page)
    await page.getByRole('link', { name: 'Replay' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Replay of seqno' })).toBeVisible()
    await expect(page.getByText('✓ 0: success')).toBeVisible()
  })

  test('gives the difference of the storage on the page of a transaction', async ({ page }) => {
    await page.goto(await transferPath(page))
    await settled(page)
    await page.getByText('Storage difference').click()
    await expect(page.getByRole('region', { name: 'Storage (c4)' })).toContainText('1 changed')
    await expectAccessible(page)
  })

  test('is linked from the panel of a trace', async ({ page }) => {
    await page.goto(await transferPath(page))
    await settled(page)
    await page.getByRole('link', { name: 'Trace' }).click()
    await page
      .getByRole('region', { name: /^Transaction of/ })
      .getByRole('link', { name: 'Replay' })
      .click()
    await expect(page.getByText('✓ Equals the chain')).toBeVisible()
  })

  test('a link that names nothing to replay opens the account', async ({ page }) => {
    await page.goto(`/replay/${WALLET_V4}`)
    await expect(page).toHaveURL(/\/account\//)
  })

  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1280, 390, 320]) {
      test(`fits and is accessible at ${width} pixels in ${theme}`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme })
        await page.setViewportSize({ width, height: 860 })
        await openReplay(page)
        await page.keyboard.press('PageDown')
        await expect(page).toHaveURL(/step=21/)
        await expectNoOverflow(page)
        await expectAccessible(page)
        await shoot(page, `replay-${theme}-${width}`)
        await page.goto(`/account/${WALLET_V4}?tab=contract`)
        await settled(page)
        await expect(page.getByText('SETCP 0')).toBeVisible()
        await expectNoOverflow(page)
        await expectAccessible(page)
        await shoot(page, `contract-${theme}-${width}`)
      })
    }
  }
})

test('the contract tab shows instructions and storage, and base64 one click away', async ({ page }) => {
  await page.goto(`/account/${WALLET_V4}?tab=contract`)
  await settled(page)
  const code = page.getByRole('region', { name: 'Code', exact: true })
  await expect(code.getByText('SETCP 0')).toBeVisible()
  const data = page.getByRole('region', { name: 'Data', exact: true })
  await expect(data).toContainText('Storage of wallet v4')
  await expect(data).toContainText('seqno')
  const base64 = page.getByRole('region', { name: 'Code in base64' })
  await expect(base64).toBeHidden()
  await code.getByText('Base64', { exact: true }).click()
  await expect(base64).toBeVisible()
  await code.getByRole('combobox').selectOption({ label: 'seqno' })
  await expect(code.getByRole('listitem').filter({ hasText: 'current step' })).toBeVisible()
})
