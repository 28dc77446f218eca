import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file at once: whoever reads it, also after a crash, finds the old text or the new one. */
export function writeAtomically(path: string, text: string): void {
  const next = `${path}.tmp`
  const file = openSync(next, 'w', 0o600)
  try {
    // Unlike writeSync, it goes on after a short write, so that a disk that fills up is an error.
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
  syncPath(dirname(path))
}

/** Brings a file, or what a directory lists, to the disk. */
export function syncPath(path: string): void {
  // Windows doesn't open directories; there a rename is on disk when it returns.
  if (process.platform === 'win32') return
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
