import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,integration,conformance}/**/*.test.{ts,tsx}'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: more workers only make the ADNL and rolling tests wait for each other.
    maxWorkers: 2,
  },
})
