import { type BigIntStats, fstatSync, statSync } from 'node:fs'

/** Returns what tells a file from others, also from one that replaces it at its path; undefined if it is missing. */
export function fileIdentity(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && identityOf(found)
}

/** Returns whether an open file is still the one at its path: it is not if it was deleted, moved or replaced. */
export function isAtPath(file: number, path: string): boolean {
  return fileIdentity(path) === identityOf(fstatSync(file, { bigint: true }))
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}
