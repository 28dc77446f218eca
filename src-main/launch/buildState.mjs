/** Checks whether `out/` was built from the present sources. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url))

const STAMP = 'out/build.json'
const INPUTS = ['package-lock.json', 'electron.vite.config.ts', 'src-main', 'src-renderer', 'src-shared']
const OUTPUTS = [
  'out/main/index.js',
  'out/main/cli.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/renderer/docs/docs.js',
  'out/renderer/docs/docs.css',
]

/**
 * @param {string} path
 * @returns {string[]} the file itself, or every file below the folder, sorted
 */
function filesOf(path) {
  const entries = readdirSync(dirname(path), { withFileTypes: true })
  const self = entries.find((entry) => join(dirname(path), entry.name) === path)
  if (!self) return []
  if (!self.isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/**
 * Returns the SHA-256 of names and contents: modification times are meaningless after a clone or checkout.
 * @param {string} project
 */
export function sourceHash(project) {
  const hash = createHash('sha256')
  for (const input of INPUTS) {
    for (const file of filesOf(join(project, input))) {
      hash.update(file.slice(project.length)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

/** @param {string} project */
export function isBuilt(project) {
  if (OUTPUTS.some((output) => !existsSync(join(project, output)))) return false
  try {
    return JSON.parse(readFileSync(join(project, STAMP), 'utf8')).source === sourceHash(project)
  } catch {
    // A missing or incomplete stamp: the build did not finish.
    return false
  }
}

/** @param {string} project */
export function markBuilt(project) {
  writeFileSync(join(project, STAMP), JSON.stringify({ source: sourceHash(project) }))
}
