import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveContents } from './archiveContents.ts'
import { ArchiveError } from './archiveError.ts'
import { ArchiveStore, type ArchiveStoreOptions } from './archiveStore.ts'
import { isCompactArchive, readCompactArchive } from './compactArchive.ts'
import { isNodeArchive, readNodeArchive } from './nodeArchive.ts'
import { isRecordedArchive, readRecordedArchive } from './recordedArchive.ts'

/**
 * Opens recorded blocks in any supported format, detected by the files: a directory of node archive packages,
 * a directory of a recording, or a Tonscope archive (the file, or a directory with one).
 * @throws ArchiveError for another format or corrupt contents
 */
export function openArchive(path: string, options: ArchiveStoreOptions = {}): ArchiveStore {
  const contents = readArchive(path)
  try {
    return new ArchiveStore(contents, options)
  } catch (error) {
    contents.close()
    throw error
  }
}

/** Reads the contents of an archive in any format that openArchive detects. */
export function readArchive(path: string): ArchiveContents {
  let files: string[]
  try {
    if (!statSync(path).isDirectory()) return readCompactArchive(path)
    files = readdirSync(path)
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(path, 'cannot be read', { cause: error })
  }
  if (isNodeArchive(files)) return readNodeArchive(path)
  if (isRecordedArchive(files)) return readRecordedArchive(path)
  const compact = files.filter((name) => isCompactArchive(startOf(join(path, name))))
  if (compact.length === 1) return readCompactArchive(join(path, compact[0] as string))
  throw new ArchiveError(path, 'has no archive packages, no recording and no Tonscope archive')
}

function startOf(path: string): Buffer {
  if (!statSync(path).isFile()) return Buffer.alloc(0)
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(16)
    return start.subarray(0, readSync(file, start, 0, start.length, 0))
  } finally {
    closeSync(file)
  }
}
