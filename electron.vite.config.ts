import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { OPCODE_TITLES } from './src-shared/contracts/opcodeTitles.ts'

/** electron-vite links assets as './' for file URLs; our pages live at any depth of the gateway's own origin. */
const absoluteAssets: Plugin = { name: 'absolute-assets', enforce: 'post', config: () => ({ base: '/' }) }

const brotli = promisify(brotliCompress)

/** Writes `FILE.br` beside each text file: the best compression takes too long for a server's start. */
const brotliFiles: Plugin = {
  name: 'brotli-files',
  enforce: 'post',
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle).filter((name) => /\.(html|js|css|svg)$/.test(name))
    const write = async (name: string) => {
      const path = join(dir, name)
      await writeFile(`${path}.br`, await brotli(await readFile(path)))
    }
    await Promise.all(names.map(write))
  },
}

/** Writes the table of opcode titles into the explorer's script, without the contracts that it is made of. */
const opcodeTitleTable: Plugin = {
  name: 'opcode-title-table',
  load(id) {
    if (!id.endsWith('src-shared/contracts/opcodeTitles.ts')) return undefined
    return `export const OPCODE_TITLES = new Map(${JSON.stringify([...OPCODE_TITLES])})
      export const opcodeTitle = (opcode) => OPCODE_TITLES.get(opcode >>> 0)`
  },
}

type ModuleGraph = {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly code?: string | null } | null
}

/** Modules that only re-export others. An importer does not need all of their exports. */
const BARREL = /\/(?:lucide-react\/.*\/(?:lucide-react|index)|(?:react-query|query-core)\/.*\/index)\.m?js$/

/** Returns the modules that import one, and those that import what exports it. */
function importersOf(id: string, graph: ModuleGraph): readonly string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.flatMap((importer) => (BARREL.test(importer) ? importersOf(importer, graph) : [importer]))
}

/** A function of a module and its graph that computes each module's value once: a process builds one graph. */
function once<Value>(compute: (id: string, graph: ModuleGraph) => Value) {
  const known = new Map<string, Value>()
  return (id: string, graph: ModuleGraph): Value => {
    const value = known.get(id) ?? compute(id, graph)
    known.set(id, value)
    return value
  }
}

const codeOf = once((id, graph) => graph.getModuleInfo(id)?.code ?? '')

/**
 * Returns the importers of a module that need it. A module that a barrel exports is named after its export: it is
 * needed by those that contain its name, or by all if none does.
 */
const usersOf = once((id, graph): readonly string[] => {
  const importers = importersOf(id, graph)
  if (!graph.getModuleInfo(id)?.importers.some((importer) => BARREL.test(importer))) return importers
  const file = /([^/]+)\.m?js$/.exec(id)?.[1] ?? ''
  const component = file.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const name = new RegExp(`\\b(?:${component}|${file})\\b`)
  const users = importers.filter((importer) => name.test(codeOf(importer, graph)))
  return users.length > 0 ? users : importers
})

/** Whether one of the entries imports a module, through others and without `import()`. */
function entriesOf(id: string, graph: ModuleGraph): { readonly index: boolean; readonly docs: boolean } {
  const seen = new Set<string>()
  const open = [id]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...usersOf(next, graph))
  }
  const has = (end: string) => [...seen].some((module) => module.endsWith(end))
  return { index: has('src-renderer/main.tsx'), docs: has('src-renderer/docs/docs.ts') }
}

/**
 * Returns the name of a module's chunk: `start` for all that the explorer's start needs, `base` for what `/docs` needs
 * of this too, and `common` for what `/docs` has in common with pages loaded later. Otherwise `/docs` would import,
 * and run, the explorer. Swagger UI stays in the script of `/docs`.
 */
function startChunk(id: string, graph: ModuleGraph): string | null {
  if (id.includes('rolldown/runtime')) return 'base'
  const { index, docs } = entriesOf(id, graph)
  if (index) return docs ? 'base' : 'start'
  return docs && !/src-renderer\/docs\/|\/swagger-ui-dist\//.test(id) ? 'common' : null
}

/**
 * V8 keeps the text of each module, in each thread: with one character beyond Latin-1, at two bytes a character. Names
 * stay, for the stacks of errors.
 */
const SMALL_TEXT = { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } }

export default defineConfig({
  main: {
    build: {
      // Each thread loads these: as part of the bundle they need less memory and time, and zod's messages in sixty
      // languages, which the program does not use, are left out.
      externalizeDeps: { exclude: ['zod', '@ton/core', '@ton/crypto'] },
      rolldownOptions: {
        input: {
          index: 'src-main/index.ts',
          cli: 'src-main/cli.ts',
          // Worker threads are found beside the bundle that starts them (embedded/archiveLiteserver.ts).
          archiveWorker: 'src-main/embedded/archiveWorker.ts',
          tvmWorker: 'src-main/tvm/tvmWorker.ts',
          writerWorker: 'src-main/store/writerWorker.ts',
          devnetWorker: 'src-main/devnet/runtime/devnetWorker.ts',
          readWorker: 'src-main/api/v3/readWorker.ts',
          offlineWorker: 'src-main/indexer/offline/offlineWorker.ts',
          analysisWorker: 'src-main/indexer/analysis/analysisWorker.ts',
          parseWorker: 'src-main/indexer/parse/parseWorker.ts',
          rebuildWorker: 'src-main/indexer/transfer/rebuildWorker.ts',
        },
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          minify: SMALL_TEXT,
        },
      },
    },
  },
  preload: {
    build: {
      rolldownOptions: {
        input: { index: 'src-main/desktop/preload.ts' },
        external: ['electron'],
        // A sandboxed preload must be one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      minify: true,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: { index: 'src-renderer/index.html', docs: 'src-renderer/docs/docs.ts' },
        output: {
          // The server writes the page of /docs and names its script and style.
          entryFileNames: ({ name }) => (name === 'docs' ? 'docs/docs.js' : 'assets/[name]-[hash].js'),
          codeSplitting: {
            groups: [
              { name: startChunk, debugName: 'start', priority: 1 },
              { name: 'shared', minShareCount: 2, test: /^(?!.*src-renderer\/docs\/)/ },
            ],
          },
          assetFileNames: ({ names }) =>
            names.includes('docs.css') ? 'docs/docs.css' : 'assets/[name]-[hash][extname]',
        },
      },
    },
    plugins: [react(), absoluteAssets, opcodeTitleTable, brotliFiles],
  },
})
