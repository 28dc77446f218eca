import { type ImportGraph, targetOf } from './sourceImports.ts'

/** Modules by layer, lowest first. A module is a folder or a file. */
const LAYERS: readonly (readonly string[])[] = [
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

const RENDERER = 'src-renderer'
/** Plain JavaScript that starts before TypeScript can be loaded. */
const LAUNCH = 'src-main/launch'
const ELECTRON_MODULES = ['src-main/desktop', 'src-main/index.ts']

/**
 * Returns a line for each import that breaks the layer rule: a module imports from lower layers only, the renderer from
 * `src-shared` only, and only the desktop shell imports electron.
 */
export function layerFaults(graph: ImportGraph): string[] {
  return [...graph].flatMap(([file, imports]) =>
    imports.flatMap(({ specifier }) => {
      const reason = layerFault(file, targetOf(file, specifier))
      return reason === undefined ? [] : [`${file} imports ${specifier}: ${reason}`]
    }),
  )
}

/** Returns why `file` must not import `target` (both relative to the root); undefined if it can. */
export function layerFault(file: string, target: string): string | undefined {
  if (target === 'electron') {
    const isAllowed = ELECTRON_MODULES.some((module) => isInside(file, module))
    return isAllowed ? undefined : 'only src-main/desktop and src-main/index.ts import electron'
  }
  if (!target.startsWith('src-')) return undefined
  if (isInside(file, LAUNCH)) {
    return isInside(target, LAUNCH) ? undefined : 'src-main/launch imports from src-main/launch only'
  }
  if (isInside(file, RENDERER)) {
    const isAllowed = isInside(target, RENDERER) || isInside(target, 'src-shared')
    return isAllowed ? undefined : 'src-renderer imports from src-shared only'
  }
  const from = moduleOf(file)
  const to = moduleOf(target)
  if (!from) return `${file} belongs to no layer`
  if (!to) return `${target} belongs to no layer`
  if (from.module === to.module || to.layer < from.layer) return undefined
  const isTopLayer = from.layer === LAYERS.length - 1
  return isTopLayer && to.layer === from.layer ? undefined : `${to.module} is not below ${from.module}`
}

function moduleOf(path: string): { readonly layer: number; readonly module: string } | undefined {
  for (const [layer, modules] of LAYERS.entries()) {
    const module = modules.find((candidate) => isInside(path, candidate))
    if (module) return { layer, module }
  }
  return undefined
}

function isInside(path: string, module: string): boolean {
  return path === module || path.startsWith(`${module}/`)
}
