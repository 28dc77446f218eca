/**
 * Follows the pages `docs/add-*.md` in one copy of the project, word for word, and runs there the checks and tests that
 * they name. Exits with 1 if one fails.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { followSteps, readSteps } from '../unit/docs/documentSteps.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** In this order: the action is one of the contract. */
const PAGES = ['add-an-operation', 'add-a-contract', 'add-an-action', 'add-a-page'].map((name) =>
  join(ROOT, 'docs', `${name}.md`),
)

/** Returns the lines of a page's shell blocks. */
function commandsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
}

/** Returns whether a listed name is a file: one can be deleted, or be a link to installed packages. */
function isFile(name: string): boolean {
  return name !== '' && lstatSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile() === true
}

/** Copies the files of the repository to a folder, with links to what is installed and recorded next to it. */
function copyProject(folder: string): string {
  const copy = join(folder, 'project')
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  for (const file of listed.split('\0').filter(isFile)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  if (existsSync(join(ROOT, '../shared'))) symlinkSync(join(ROOT, '../shared'), join(folder, 'shared'))
  // biome leaves out what git ignores, which needs a repository.
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  return copy
}

/** Runs a command in the copy, with its output shown; returns whether it succeeded. */
function succeeds(copy: string, command: readonly string[]): boolean {
  const [program = '', ...args] = command
  console.log(`> ${command.join(' ')}`)
  return spawnSync(program, args, { cwd: copy, stdio: 'inherit' }).status === 0
}

const folder = mkdtempSync(join(tmpdir(), 'tonscope-howto-'))
try {
  const copy = copyProject(folder)
  const steps = PAGES.flatMap(readSteps)
  followSteps(copy, steps)
  const created = steps.filter(({ action }) => action === 'create').map(({ file }) => file)
  const named = PAGES.flatMap(commandsOf)
  const tests = named.flatMap((line) => /^npx vitest run (.+)$/.exec(line)?.[1]?.split(' ') ?? [])
  if (tests.length === 0) throw new Error('the pages name no tests')
  // The remaining commands need a running server, a browser or a trace.
  const checks = ['npm run format', 'npm run lint', 'npm run typecheck']
  const unnamed = checks.filter((check) => !named.includes(check))
  if (unnamed.length > 0) throw new Error(`the pages do not name ${unnamed.join(', ')}`)
  const commands = [
    // The format sorts imports that were added to files; files of the pages are right as they are.
    ['npx', 'biome', 'check', ...created],
    ...checks.map((check) => check.split(' ')),
    ['npx', 'vitest', 'run', ...new Set(tests)],
  ]
  const failed = commands.filter((command) => !succeeds(copy, command))
  for (const command of failed) console.error(`failed in the copy: ${command.join(' ')}`)
  process.exitCode = failed.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true })
}
