import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { followSteps, readSteps } from '../../unit/docs/documentSteps.ts'
import { copySources, ROOT } from '../../unit/docs/sourceCopy.ts'
import { startGateway, stopGateway } from './devnetFixtures.ts'
import { expect, expectAccessible, expectNoOverflow, settled, test } from './fixtures.ts'

/** Time for the build of the copy, ms. */
const BUILD_MS = 300_000

test('a page that is added as docs/add-a-page.md says opens from the sidebar', async ({
  page,
  consoleGuard,
}) => {
  test.setTimeout(BUILD_MS + 60_000)
  // The recorded network has no list of all accounts, which the page says.
  consoleGuard.allowFailedRequests()
  const copy = copySources(['src-main', 'src-renderer', 'src-shared', 'electron.vite.config.ts'])
  try {
    followSteps(copy.root, readSteps(join(ROOT, 'docs/add-a-page.md')))
    const build = [
      join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js'),
      'build',
      '--logLevel',
      'warn',
    ]
    execFileSync(process.execPath, build, { cwd: copy.root, stdio: 'ignore', timeout: BUILD_MS })
    const program = { folder: copy.root, args: ['out/main/cli.js', 'serve'] }
    const { url, child } = await startGateway(join(copy.root, 'data'), ['--network', 'sample'], program)
    try {
      await page.goto(url)
      await page.getByRole('link', { name: 'Accounts' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Top accounts' })).toBeVisible()
      await settled(page)
      await expect(page.getByRole('heading', { level: 2, name: 'Accounts' })).toBeVisible()
      await expectAccessible(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoOverflow(page)
    } finally {
      await stopGateway(child)
    }
  } finally {
    copy.remove()
  }
})
