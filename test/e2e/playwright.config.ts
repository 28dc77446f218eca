import { defineConfig } from 'playwright/test'
import { CHROMIUM } from '../fixtures/chromium.ts'

/** The specs drive the built explorer (built first where that is stale) on a real gateway with the sample network. */
// Chosen once, by the first process; its workers inherit it. Two runs on one machine don't meet.
process.env.TONSCOPE_E2E_PORT ??= String(20_000 + (process.pid % 20_000))
const PORT = Number(process.env.TONSCOPE_E2E_PORT)
const ORIGIN = `http://127.0.0.1:${PORT}`

export default defineConfig({
  testDir: './explorer',
  outputDir: '../../test-results/explorer',
  timeout: 180_000,
  expect: { timeout: 30_000 },
  workers: 1,
  reporter: 'list',
  use: {
    baseURL: ORIGIN,
    viewport: { width: 1280, height: 860 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A fade has too little contrast while it lasts, which axe would report or not by chance.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'retain-on-failure',
    launchOptions: CHROMIUM,
  },
  webServer: {
    command: `node src-main/launch/start.mjs --headless --network sample --port ${PORT} --data-dir test-results/explorer-data`,
    cwd: '../..',
    url: `${ORIGIN}/healthz`,
    reuseExistingServer: false,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
