import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { _electron, expect, test } from 'playwright/test'
import { findElectron } from '../../../src-main/launch/electronBinary.mjs'

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

test('the window shows the explorer from the gateway and stays on its origin', async () => {
  const electron = await findElectron({ deadlineMs: 20_000 })
  if ('reason' in electron) {
    // The list reporter hides skip reasons; this one must be seen.
    console.log(`skipped: no desktop window, because ${electron.reason}`)
    test.skip(true, electron.reason)
    return
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-desktop-'))
  const app = await _electron.launch({
    executablePath: electron.binary,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      PROJECT,
      '--network',
      'sample',
      '--port',
      '0',
      '--data-dir',
      dataDir,
    ],
  })
  try {
    const window = await app.firstWindow()
    await expect(window).toHaveTitle(/Tonscope/)
    const origin = new URL(window.url()).origin
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const info = await window.evaluate(() =>
      (globalThis as unknown as { tonscope: { info(): Promise<{ origin: string }> } }).tonscope.info(),
    )
    expect(info.origin).toBe(origin)
    const isolated = await window.evaluate(() => 'require' in globalThis || 'process' in globalThis)
    expect(isolated).toBe(false)
    await window.evaluate("location.href = 'http://example.invalid/'")
    // No event shows that a navigation was refused.
    await window.waitForTimeout(500)
    expect(new URL(window.url()).origin).toBe(origin)
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
