import { fileIdentity } from '../../platform/fileIdentity.ts'

/** The files of an open index that other programs can delete or replace. */
export type FilesWatch = {
  /** Returns the first file that is no longer the one that was opened; undefined if all are. Reads no content. */
  missing(): string | undefined
}

/**
 * Watches files by their paths. A file that does not exist yet is watched as soon as it does: SQLite creates the log
 * and its shared memory when it first needs them.
 */
export function watchFiles(paths: readonly string[]): FilesWatch {
  const seen = new Map<string, string>()
  const watch: FilesWatch = {
    missing: () =>
      paths.find((path) => {
        const now = fileIdentity(path)
        const before = seen.get(path)
        if (before === undefined && now !== undefined) seen.set(path, now)
        return before !== undefined && now !== before
      }),
  }
  watch.missing()
  return watch
}
