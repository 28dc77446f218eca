/**
 * The layer rule of the house: a room imports only from floors below its own, and only `desktop/` (with the
 * entry that opens it) imports electron. Prints every breach and exits with 1; `npm run build` runs it first.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

export type Breach = { readonly file: string; readonly imported: string; readonly reason: string }

/** Rooms by floor, ground first. A room is a folder (or file) under the project's root. */
const FLOORS: readonly (readonly string[])[] = [
  ['src-shared'],
  ['src-main/platform'],
  ['src-main/chain'],
  ['src-main/contracts', 'src-main/tvm', 'src-main/liteserver', 'src-main/store'],
  ['src-main/embedded', 'src-main/metadata'],
  ['src-main/indexer', 'src-main/devnet'],
  ['src-main/api', 'src-main/http'],
  ['src-main/gateway'],
  ['src-main/cli.ts', 'src-main/cli', 'src-main/desktop', 'src-main/index.ts'],
]

/** The window stands beside the tower: it sees the shared schema and nothing of src-main. */
const RENDERER = 'src-renderer'
/** Plain JavaScript that runs before any of our modules can: it may import nothing of ours. */
const LAUNCH = 'src-main/launch'
const ELECTRON_ROOMS = ['src-main/desktop', 'src-main/index.ts']

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

function inRoom(path: string, room: string): boolean {
  return path === room || path.startsWith(`${room}/`)
}

function placeOf(path: string): { floor: number; room: string } | undefined {
  for (const [floor, rooms] of FLOORS.entries()) {
    const room = rooms.find((candidate) => inRoom(path, candidate))
    if (room) return { floor, room }
  }
  return undefined
}

/** Says why `file` may not import `target` (both relative to the root, with `/`), or undefined if it may. */
export function breachOf(file: string, target: string): string | undefined {
  if (target === 'electron') {
    const allowed = ELECTRON_ROOMS.some((room) => inRoom(file, room))
    return allowed ? undefined : 'only src-main/desktop and src-main/index.ts import electron'
  }
  if (!target.startsWith('src-')) return undefined
  if (inRoom(file, LAUNCH)) {
    return inRoom(target, LAUNCH) ? undefined : 'launch scripts import nothing of ours'
  }
  if (inRoom(file, RENDERER)) {
    const allowed = inRoom(target, RENDERER) || inRoom(target, 'src-shared')
    return allowed ? undefined : 'the renderer imports src-shared only'
  }
  const from = placeOf(file)
  const to = placeOf(target)
  if (!from) return `no floor is known for ${file}`
  if (!to) return `no floor is known for ${target}`
  if (from.room === to.room || to.floor < from.floor) return undefined
  return to.floor === from.floor && from.floor === FLOORS.length - 1
    ? undefined
    : `${to.room} is not below ${from.room}`
}

export function importsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((match) => (match[1] ?? match[2]) as string)
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Every breach under `root`. */
export function findBreaches(root: string): Breach[] {
  const breaches: Breach[] = []
  for (const top of ['src-main', 'src-shared', 'src-renderer']) {
    for (const path of sourceFiles(join(root, top))) {
      const file = relative(root, path).split(sep).join('/')
      for (const imported of importsOf(readFileSync(path, 'utf8'))) {
        const target = imported.startsWith('.')
          ? relative(root, resolve(dirname(path), imported))
              .split(sep)
              .join('/')
          : imported.replace(/^#shared\//, 'src-shared/')
        const reason = breachOf(file, target)
        if (reason) breaches.push({ file, imported, reason })
      }
    }
  }
  return breaches
}

if (process.argv[1] === import.meta.filename) {
  const breaches = findBreaches(resolve(import.meta.dirname, '../..'))
  for (const breach of breaches) console.error(`${breach.file} imports ${breach.imported}: ${breach.reason}`)
  process.exit(breaches.length > 0 ? 1 : 0)
}
