import { defineConfig } from 'playwright/test'

export default defineConfig({
  testDir: './desktop',
  timeout: 90_000,
  workers: 1,
  reporter: 'list',
  outputDir: '../../test-results/desktop',
})
