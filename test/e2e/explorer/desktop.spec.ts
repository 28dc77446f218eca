import type { Page } from 'playwright/test'
import type { DesktopBridge } from '#shared/desktop.ts'
import { expect, expectAccessible, settled, test } from './fixtures.ts'

type Shell = {
  readonly calls: string[]
  readonly listeners: ((path: string) => void)[]
  failsToOpen: boolean
}
type DesktopWindow = { tonscope: DesktopBridge; shell: Shell }

/**
 * Gives the page a fake of the bridge that the preload script exposes: Chromium has no Electron. `shell` records what
 * the page calls. The real main process is tested with a fake of `electron`.
 */
async function injectBridge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shell: Shell = { calls: [], listeners: [], failsToOpen: false }
    const tonscope: DesktopBridge = {
      info: async () => ({ version: '1', electron: '1', platform: 'linux', origin: '', dataDir: '/data' }),
      setTheme: async (theme) => {
        shell.calls.push(`theme ${theme}`)
        return undefined
      },
      openDataDir: async () => {
        shell.calls.push('open')
        if (shell.failsToOpen) throw new Error('no file manager')
        return undefined
      },
      onNavigate: (listener) => {
        shell.listeners.push(listener)
        return () => {
          shell.listeners.splice(shell.listeners.indexOf(listener), 1)
        }
      },
    }
    Object.assign(globalThis, { tonscope, shell })
  })
}

const calls = (page: Page) => page.evaluate(() => (globalThis as unknown as DesktopWindow).shell.calls)

function navigate(page: Page, path: string): Promise<void> {
  return page.evaluate((sent) => {
    for (const listener of (globalThis as unknown as DesktopWindow).shell.listeners) listener(sent)
  }, path)
}

test('a path from the desktop shell opens its page without a reload', async ({ page }) => {
  await injectBridge(page)
  await page.goto('/')
  await settled(page)
  await page.evaluate('globalThis.sameDocument = true')
  await navigate(page, '/block/0/4000000000000000/784')
  await expect(page).toHaveURL(/\/block\/0\/4000000000000000\/784$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('784')
  await navigate(page, '//example.invalid/blocks')
  await navigate(page, 'https://example.invalid/blocks')
  await navigate(page, '/blocks')
  await expect(page).toHaveURL(/\/blocks$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blocks')
  await page.goBack()
  // The two foreign paths left no entry in the history.
  await expect(page).toHaveURL(/\/784$/)
  expect(await page.evaluate('globalThis.sameDocument')).toBe(true)
})

test('a path from the desktop shell leaves the API reference', async ({ page }) => {
  await injectBridge(page)
  await page.goto('/docs')
  await expect(page.getByRole('heading', { name: 'TON HTTP API v2' })).toBeVisible()
  await navigate(page, '/blocks')
  await expect(page).toHaveURL(/\/blocks$/)
  await settled(page)
})

test('the desktop shell receives the theme at the start and on each change', async ({ page }) => {
  await injectBridge(page)
  await page.goto('/')
  await settled(page)
  await expect.poll(async () => (await calls(page)).at(-1)).toBe('theme system')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(async () => (await calls(page)).at(-1)).toBe('theme dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect.poll(async () => (await calls(page)).at(-1)).toBe('theme dark')
})

test('the data folder opens from the status bar of the desktop window', async ({ page }) => {
  await injectBridge(page)
  await page.goto('/')
  await settled(page)
  const button = page
    .getByRole('region', { name: 'Status' })
    .getByRole('button', { name: 'Open data folder' })
  await button.click()
  await expect.poll(async () => (await calls(page)).filter((call) => call === 'open')).toHaveLength(1)
  await expectAccessible(page)
  await page.evaluate(() => {
    ;(globalThis as unknown as DesktopWindow).shell.failsToOpen = true
  })
  await button.click()
  await expect(button.getByRole('status')).toHaveText(/did not open.*no file manager/)
})

test('a browser without the desktop shell has no data folder button', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  await expect(page.getByRole('button', { name: 'Copy API address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open data folder' })).toHaveCount(0)
})
