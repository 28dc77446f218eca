import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The given data set beside a developer's checkout; a user's clone does not have it. */
export const SHARED = fileURLToPath(new URL('../../../shared/', import.meta.url))
export const hasShared = existsSync(SHARED)
/** Said by every suite that skips: `describe.skipIf(!hasShared)(\`… (${NEEDS_SHARED})\`, …)`. */
export const NEEDS_SHARED = 'needs the recorded data set at ../shared'
