/**
 * Returns the URL of a worker's module beside the caller's: the source when run from sources, a separate bundle when
 * built.
 * @param caller the caller's `import.meta.url`
 * @param name of the module, without extension
 */
export function workerUrl(caller: string, name: string): URL {
  return new URL(`./${name}.${caller.endsWith('.ts') ? 'ts' : 'js'}`, caller)
}
