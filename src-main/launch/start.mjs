/** `npm start`: the desktop window if Electron is available, else the same explorer at the printed URL. */
import { spawn } from 'node:child_process'
import { ensureBuild } from './build.mjs'
import { PROJECT } from './buildState.mjs'
import { findElectron } from './electronBinary.mjs'
import { applyMemorySettings, memoryEnvironment } from './memorySettings.mjs'
import { requireRuntime } from './runtime.mjs'

requireRuntime()
const args = process.argv.slice(2)
const headless = args.includes('--headless') || args.includes('--help') || args.includes('-h')
if (headless) applyMemorySettings()
if (!ensureBuild()) process.exit(1)

stopWithNpm()

/**
 * npm sends SIGTERM to the shell between npm and this process, which dies without a signal to this process; only the
 * change of the parent shows it. Without this check, ending `npm start` would leave the server running.
 */
function stopWithNpm() {
  if (process.env.npm_lifecycle_event !== 'start') return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

async function serve() {
  process.argv.splice(2, process.argv.length, 'serve', ...args.filter((arg) => arg !== '--headless'))
  await import(new URL('../../out/main/cli.js', import.meta.url).href)
}

/** @param {string} binary */
function openWindow(binary) {
  // Chromium's sandbox does not run as root, which is common in containers.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(binary, [...flags, PROJECT, ...args], {
    stdio: 'inherit',
    env: memoryEnvironment(process.env),
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
}

if (headless) {
  await serve()
} else {
  const electron = await findElectron()
  if ('binary' in electron) {
    openWindow(electron.binary)
  } else {
    applyMemorySettings()
    console.error(`No desktop window: ${electron.reason}; open the printed URL in a browser instead.`)
    await serve()
  }
}
