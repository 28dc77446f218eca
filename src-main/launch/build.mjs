/** Builds `out/` when it is missing or stale. Run by npm (`prepare`) and by every launcher before it starts. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt, markBuilt, PROJECT } from './buildState.mjs'
import { runtimeProblem } from './runtime.mjs'

/** Returns true if `out/` is up to date afterwards. Prints its steps and errors on stderr. */
export function ensureBuild() {
  if (isBuilt(PROJECT)) return true
  if (!existsSync(join(PROJECT, 'node_modules/electron-vite'))) {
    console.error('Tonscope is not built and its build tools are not installed: run npm ci first.')
    return false
  }
  console.error('Building Tonscope …')
  const build = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    cwd: PROJECT,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (build.status !== 0) {
    console.error('The build failed; npm run build shows all of its output.')
    return false
  }
  markBuilt(PROJECT)
  return true
}

if (process.argv[1] && import.meta.url.endsWith('/build.mjs') && process.argv[1].endsWith('build.mjs')) {
  const problem = runtimeProblem(process.versions)
  if (problem) {
    // An install must succeed on a machine whose Node is too old; the launchers then print the reason and stop.
    console.error(problem)
  } else if (!ensureBuild()) {
    process.exit(1)
  }
}
