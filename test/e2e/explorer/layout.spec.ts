import { expect, expectAccessible, settled, shoot, test } from './fixtures.ts'

test('the theme follows the system until one is chosen, and stays chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await ground()
  expect(dark).not.toBe(light)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect.poll(ground).toBe(light)
  await page.reload()
  await expect.poll(ground).toBe(light)
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(ground).toBe(dark)
})

test('the question mark lists the keys and gives the focus back', async ({ page }) => {
  await page.goto('/')
  // Before the layout is drawn, nothing is loading and no handler receives the key.
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  await settled(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await shoot(page, 'keys')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the pages are reached by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Blocks', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/blocks$/)
})

test('the API address of the status bar can be copied', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('region', { name: 'Status' }).getByRole('button', { name: 'Copy API address' }).click()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${baseURL}/api/v2`)
})

test('only pages that this network can serve are in the navigation', async ({ page }) => {
  await page.goto('/')
  const items = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await expect(items).toHaveText(['', 'Home', 'Blocks', 'Tokens', 'NFTs', 'Watch', 'Tools', 'Index', 'API'])
})
