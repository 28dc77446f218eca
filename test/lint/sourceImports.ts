import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** An import or re-export as it is written. */
export type SourceImport = {
  readonly specifier: string
  /** Whether the whole statement is `import type` or `export type`, which leaves nothing at run time. */
  readonly isTypeOnly: boolean
}

/** Imports of each source file; files are paths relative to the root, with `/`. */
export type ImportGraph = ReadonlyMap<string, readonly SourceImport[]>

const SOURCES = ['src-main', 'src-shared', 'src-renderer']
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(type\s)?(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** Returns the imports of every source file under `root`. */
export function readImports(root: string): ImportGraph {
  const files = SOURCES.flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  return new Map(
    files.map((path) => [withSlashes(relative(root, path)), importsOf(readFileSync(path, 'utf8'))]),
  )
}

/** Returns every import of a source text, dynamic ones included. */
export function importsOf(source: string): SourceImport[] {
  return [...source.matchAll(IMPORT)].map(([, type, fixed, dynamic]) => ({
    specifier: (fixed ?? dynamic) as string,
    isTypeOnly: type !== undefined,
  }))
}

/** Returns the imported file relative to the root; a package's name is returned as it is. */
export function targetOf(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier.replace(/^#shared\//, 'src-shared/')
  return withSlashes(relative('/', resolve('/', dirname(file), specifier)))
}

function withSlashes(path: string): string {
  return path.split(sep).join('/')
}
