import { closeSync, fstatSync, fsyncSync, openSync, readSync, rmSync } from 'node:fs'
import { writeAll } from '../../platform/writeAll.ts'
import { walFile } from '../sqlite/logCheckpoints.ts'
import { type Log, readLog } from './logFile.ts'
import { CHANGE_COUNTER_AT, comparePage, correctPage, type PageSum, sumPage } from './pageSum.ts'
import type { SumsFile } from './sumsFile.ts'

/** Result of a check of database pages. */
export type PageCheck = {
  /** Pages in which one bit was inverted and is corrected in the file. */
  readonly corrected: readonly number[]
  /** Pages that differ in more than one bit, or are missing. */
  readonly damaged: readonly number[]
}

/** Pages that are read together: 1 MB. */
export const PAGES_PER_READ = 256
/** Offsets in the header of page 1: the journal mode (two bytes), and the number of pages. */
const MODE_AT = 18
const PAGE_COUNT_AT = 28
/** Maximum number of missing pages that are listed. */
const MAX_MISSING = 8

/**
 * A database's path, and its descriptor. SQLite's locks are POSIX locks: a process loses all of those on a file when it
 * closes any descriptor of it. So there is one descriptor, opened before SQLite opens the database and closed after.
 */
export type OpenFile = { readonly path: string; readonly file: number }

/**
 * Checks the log of a database that is not open yet. Removes a damaged log if later frames of it are already in the
 * database: with that log SQLite would read an older state than the database file has.
 * @returns the log that SQLite will read, and whether one was removed
 */
export function checkLog(
  path: string,
  sums: SumsFile,
): { readonly log: Log | undefined; readonly isRemoved: boolean } {
  const log = readLog(path, sums)
  if (!isStale(log, sums)) return { log, isRemoved: false }
  rmSync(walFile(path), { force: true })
  return { log: undefined, isRemoved: true }
}

/** Returns whether pages were checkpointed from frames that SQLite would no longer read. */
export function isStale(log: Log | undefined, sums: SumsFile): boolean {
  const saved = sums.checkpoint()
  return log !== undefined && saved !== undefined && log.salt.equals(saved.salt) && saved.frames > log.frames
}

/**
 * Returns whether a program without checksums has written the database since they were saved. Always false if page 1 is
 * in the log.
 */
export function isWrittenByOthers({ file }: OpenFile, sums: SumsFile, log: Log | undefined): boolean {
  return !log?.pages.has(1) && readChangeCounter(file) !== sums.changeCounter()
}

/** Reads the change counter of the database file. */
export function readChangeCounter(file: number): number {
  const counter = Buffer.alloc(4)
  readSync(file, counter, 0, 4, CHANGE_COUNTER_AT)
  return counter.readUInt32BE()
}

/** Closes the checksums of a database that this process has closed. */
export function closeSums(path: string, sums: SumsFile): void {
  const file = openSync(path, 'r')
  try {
    sums.saveChangeCounter(readChangeCounter(file))
  } finally {
    closeSync(file)
    sums.close()
  }
}

/** Options of checkDatabase. */
export type CheckOptions = {
  /** The log that SQLite reads. It replaces pages of the database file with the same numbers. */
  readonly log: Log | undefined
  /** False: damage is reported and nothing is written. */
  readonly isWritable: boolean
}

/** Checks all pages of a database, and corrects those that can be corrected. */
export function checkDatabase(file: number, sums: SumsFile, { log, isWritable }: CheckOptions): PageCheck {
  const isInLog = (page: number) => log?.pages.has(page) ?? false
  if (isWritable) correctMode(file)
  const pages = countPages(file, sums)
  const corrected: number[] = []
  const damaged: number[] = []
  for (let first = 1; first <= pages; first += PAGES_PER_READ) {
    const count = Math.min(PAGES_PER_READ, pages - first + 1)
    const part = checkPages(file, sums, { first, count, isInLog, isWritable })
    corrected.push(...part.corrected)
    damaged.push(...part.damaged)
  }
  damaged.push(...missingPages(file, pages).filter((page) => !isInLog(page)))
  return { corrected, damaged }
}

/** A range of pages to check; pages are numbered from 1 on. */
export type PageRange = {
  readonly first: number
  readonly count: number
  isInLog(page: number): boolean
  readonly isWritable: boolean
}

/** Checks pages of a database file against their checksums. Pages without checksums get theirs. */
export function checkPages(
  file: number,
  sums: SumsFile,
  { first, count, isInLog, isWritable }: PageRange,
): PageCheck {
  const { pageSize } = sums
  const bytes = Buffer.alloc(count * pageSize)
  const got = readSync(file, bytes, 0, bytes.length, (first - 1) * pageSize)
  const known = sums.read(first, count)
  const saved = new Map<number, PageSum>()
  const corrected: number[] = []
  const damaged: number[] = []
  for (let i = 0; i < Math.floor(got / pageSize); i++) {
    const number = first + i
    const page = bytes.subarray(i * pageSize, (i + 1) * pageSize)
    const sum = known[i]
    const result = sum ? comparePage(page, number, sum) : 'unknown'
    if (result === 'unknown' || result === 'damaged checksum') saved.set(number, sumPage(page, number))
    if (!sum || result !== 'damaged' || isInLog(number)) continue
    if (!isWritable || !correctPage(page, number, sum)) damaged.push(number)
    else {
      writeAll(file, page, (number - 1) * pageSize)
      corrected.push(number)
    }
  }
  if (isWritable && corrected.length > 0) fsyncSync(file)
  if (isWritable && saved.size > 0) sums.write(saved)
  return { corrected, damaged }
}

/** Adds the checksums of all pages that have none. */
export function addMissingSums(file: number, sums: SumsFile): void {
  const pages = countPages(file, sums)
  for (let first = 1; first <= pages; first += PAGES_PER_READ) {
    const count = Math.min(PAGES_PER_READ, pages - first + 1)
    const missing = new Map<number, PageSum>()
    const bytes = Buffer.alloc(count * sums.pageSize)
    readSync(file, bytes, 0, bytes.length, (first - 1) * sums.pageSize)
    for (const [i, sum] of sums.read(first, count).entries()) {
      const page = bytes.subarray(i * sums.pageSize, (i + 1) * sums.pageSize)
      if (!sum) missing.set(first + i, sumPage(page, first + i))
    }
    sums.write(missing)
  }
  sums.sync()
}

/** Returns the number of whole pages in the database file. */
export function countPages(file: number, { pageSize }: SumsFile): number {
  return Math.floor(fstatSync(file).size / pageSize)
}

/** Corrects the journal mode, which the header has twice: 1 is a rollback journal, 2 a log, any other value is damage. */
function correctMode(file: number): void {
  const modes = Buffer.alloc(2)
  if (readSync(file, modes, 0, 2, MODE_AT) < 2) return
  const right = [...modes].filter((mode) => mode === 1 || mode === 2)
  if (right.length === 1) writeAll(file, Buffer.alloc(2, right[0]), MODE_AT)
}

/** Returns pages that the header counts and the file does not have. */
function missingPages(file: number, pages: number): readonly number[] {
  const count = Buffer.alloc(4)
  if (pages === 0 || readSync(file, count, 0, 4, PAGE_COUNT_AT) < 4) return []
  const missing = Math.max(0, count.readUInt32BE() - pages)
  return Array.from({ length: Math.min(missing, MAX_MISSING) }, (_, i) => pages + 1 + i)
}
