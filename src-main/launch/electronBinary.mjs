/** Finds Electron's binary, or downloads it within a deadline; its npm package does not contain it. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT } from './buildState.mjs'

const FETCH_DEADLINE_MS = 120_000

/** @returns {string | undefined} path of the existing executable */
function installedBinary() {
  const folder = join(PROJECT, 'node_modules/electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return undefined
  const binary = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'),
    readFileSync(pathFile, 'utf8').trim(),
  )
  return existsSync(binary) ? binary : undefined
}

/** @param {number} deadlineMs */
function fetchBinary(deadlineMs) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(PROJECT, 'node_modules/electron/install.js')], {
      stdio: 'ignore',
    })
    const timer = setTimeout(() => child.kill('SIGKILL'), deadlineMs)
    const done = () => {
      clearTimeout(timer)
      resolve(undefined)
    }
    child.once('error', done)
    child.once('exit', done)
  })
}

/**
 * Returns the binary's path, or a clause with the reason why there is no desktop window.
 * @param {{ platform?: string, env?: Record<string, string | undefined>, deadlineMs?: number }} [options]
 * @returns {Promise<{ binary: string } | { reason: string }>}
 */
export async function findElectron(options = {}) {
  const platform = options.platform ?? process.platform
  const env = options.env ?? process.env
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return { reason: 'there is no display here' }
  }
  if (!existsSync(join(PROJECT, 'node_modules/electron/install.js'))) {
    return { reason: 'the electron package is not installed' }
  }
  const present = installedBinary()
  if (present) return { binary: present }
  const seconds = Math.round((options.deadlineMs ?? FETCH_DEADLINE_MS) / 1000)
  console.error(`Fetching the desktop window's program (Electron), at most ${seconds} s …`)
  await fetchBinary(options.deadlineMs ?? FETCH_DEADLINE_MS)
  const fetched = installedBinary()
  return fetched ? { binary: fetched } : { reason: "Electron's binary could not be fetched" }
}
