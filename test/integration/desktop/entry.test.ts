import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import * as fake from '../../fakes/electron.ts'

vi.mock('electron', () => import('../../fakes/electron.ts'))

const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-desktop-'))
const argv = process.argv
afterAll(() => {
  process.argv = argv
  process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

it('the desktop entry starts a gateway, opens the window on it, serves its IPC and closes it on quit', async () => {
  process.argv = [
    'electron',
    '--no-sandbox',
    '.',
    '--network',
    'sample',
    '--port',
    '0',
    '--data-dir',
    dataDir,
  ]
  process.argv.push('tonscope://block/-1/8000000000000000/7')
  await import('../../../src-main/index.ts')
  const window = await vi.waitFor(
    () => {
      expect(fake.dialog.errors).toEqual([])
      const [opened] = fake.BrowserWindow.opened
      if (!opened?.loaded) throw new Error('no window yet')
      return opened
    },
    { timeout: 20_000 },
  )
  const page = new URL(window.loaded ?? '')
  expect([fake.app.sandboxed, page.hostname, page.pathname]).toEqual([
    true,
    '127.0.0.1',
    '/block/-1/8000000000000000/7',
  ])
  const answer = (await (await fetch(`${page.origin}/api/v2/getMasterchainInfo`)).json()) as { ok: boolean }
  expect(answer.ok).toBe(true)

  const ours = { senderFrame: { url: page.href, parent: null } }
  expect(fake.ipcMain.handlers.get('desktop:info')?.(ours, undefined)).toEqual({
    version: '0.0.0-test',
    electron: '',
    platform: process.platform,
    origin: page.origin,
    dataDir,
  })
  fake.ipcMain.handlers.get('desktop:theme')?.(ours, 'dark')
  expect(fake.nativeTheme.themeSource).toBe('dark')

  fake.app.emit('second-instance', {}, ['electron', '.', 'tonscope://home'])
  expect([window.focused, window.webContents.sent]).toEqual([true, [['desktop:navigate', '/']]])

  fake.app.quit()
  await vi.waitFor(() => expect(fake.app.exitCode).toBe(0), { timeout: 10_000 })
  await expect(fetch(`${page.origin}/healthz`)).rejects.toThrow()
})
