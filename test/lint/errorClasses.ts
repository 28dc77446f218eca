import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The base itself. */
const BASE = 'src-shared/typedError.ts'

/** Returns one line for each error class in these files under `root` that breaks a rule of findErrorClassFaults. */
export function errorClassFaults(root: string, files: Iterable<string>): string[] {
  const sources = [...files].map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return findErrorClassFaults(sources)
}

/**
 * Returns a line for each class that extends Error instead of TypedError, and for each error class whose name another
 * file has too: an error of another thread gets its class back by name.
 */
export function findErrorClassFaults(
  sources: readonly { readonly file: string; readonly text: string }[],
): string[] {
  const owners = new Map<string, string>()
  const faults: string[] = []
  for (const { file, text } of sources) {
    if (file === BASE) continue
    for (const [, name = '', base = ''] of text.matchAll(/\bclass (\w+)(?:<[^{]*>)? extends (\w*Error)\b/g)) {
      if (base === 'Error') faults.push(`${file}: ${name} extends Error, not TypedError`)
      const owner = owners.get(name)
      if (owner !== undefined) faults.push(`${file}: ${owner} has an error class ${name} too`)
      owners.set(name, file)
    }
  }
  return faults
}
