import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of this program's package.json, whether it runs from sources or from `out/`. */
export type Project = { readonly root: string; readonly version: string }

function packageAt(folder: string): { name?: string; version?: string } {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

export function findProject(start: string = dirname(fileURLToPath(import.meta.url))): Project {
  for (let folder = start; ; ) {
    const { name, version } = packageAt(folder)
    if (name === 'tonscope') return { root: folder, version: version ?? '0.0.0' }
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`no package.json of tonscope above ${start}`)
    folder = parent
  }
}

/** Returns the folder of the public networks' global configs. */
export function publicConfigs({ root }: Pick<Project, 'root'>): string {
  return join(root, 'src-main', 'networks')
}

/** Returns the folder of the recorded blocks that come with the program. */
export function sampleArchive({ root }: Project): string {
  return join(publicConfigs({ root }), 'sample')
}

/** Returns the folder of the built explorer. */
export function explorerRoot({ root }: Project): string {
  return join(root, 'out', 'renderer')
}
