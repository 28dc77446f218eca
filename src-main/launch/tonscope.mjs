#!/usr/bin/env node
/** `npx tonscope …`: the command line over the built program. */
import { ensureBuild } from './build.mjs'
import { applyMemorySettings } from './memorySettings.mjs'
import { requireRuntime } from './runtime.mjs'

requireRuntime()
if (process.argv[2] === 'serve') applyMemorySettings()
if (!ensureBuild()) process.exit(1)
await import(new URL('../../out/main/cli.js', import.meta.url).href)
