import { SEGMENT_START } from '../archive/segmentFile.ts'
import { StoreError } from '../indexStore.ts'
import { fileBytes } from '../sqlite/logCheckpoints.ts'
import { storeErrorOf } from '../sqlite/sqliteErrors.ts'
import type { ArchiveCheck } from './archiveCheck.ts'
import { PAGES_PER_READ, type PageCheck } from './checkPages.ts'
import { damagedPages } from './checkpoint.ts'
import type { GuardedWriter } from './guardedWriter.ts'
import type { DamageReport, IntegrityStatus } from './integrityStatus.ts'
import type { CheckProgress } from './sumsFile.ts'

/**
 * Checking a megabyte takes about 2 ms: one in 250 ms is less than a hundredth of the thread's time, at 4 MB/s of
 * reading.
 */
const STEP_MS = 250
/** Delay after opening: the index starts its other work first. */
const START_MS = 5_000
/** Time between the end of a pass and the start of the next, and the interval of checking that. */
const PASS_MS = 24 * 3_600_000
const PAUSE_MS = 60_000
/** Steps after which the position is saved. */
const SAVED_STEPS = 120

type Position = Pick<CheckProgress, 'page' | 'segment' | 'offset'>

const PASS_START: Position = { page: 1, segment: 0, offset: 0 }
const ARCHIVE_START: Position = { page: 0, segment: 1, offset: SEGMENT_START.length }
const PASS_END: Position = { page: 0, segment: 0, offset: 0 }

/** Returns whether a pass has ended and the next has not begun. */
function isWaiting({ page, segment }: Position): boolean {
  return page === 0 && segment === 0
}

/** Options of startBackgroundCheck. */
export type BackgroundCheckOptions = {
  /** Path of the database. */
  readonly file: string
  readonly guarded: GuardedWriter
  readonly archive: ArchiveCheck
  onStatus(status: IntegrityStatus): void
  /** Called once: the database must be closed then. */
  onDamage(damage: DamageReport): void
  readonly now?: () => number
}

/** A running background check; disposing it saves its position. */
export type BackgroundCheck = Disposable & {
  /** Checks the whole database now. */
  checkDatabase(): void
  /** Does the next step of a pass. Returns false between passes. */
  step(): boolean
}

/**
 * Checks the pages of a database, its log and the blocks of its archive in small steps, and again a day after each pass.
 * The position is saved, so that a pass over a large index can span several runs.
 */
export function startBackgroundCheck(options: BackgroundCheckOptions): BackgroundCheck {
  const { file, guarded, archive, now = Date.now } = options
  let progress = guarded.checkProgress()
  // All pages were checked at opening.
  if (guarded.isChecked && progress.page > 0) progress = { ...progress, ...ARCHIVE_START }
  let corrected = guarded.corrected
  let steps = 0
  let isDamaged = false
  /** The error that ended the last pass before the end of the archive. */
  let unreadable: string | undefined

  function report(damage: DamageReport): void {
    if (!isDamaged) options.onDamage(damage)
    isDamaged = true
  }
  /** Checks pages and returns the next one to check; undefined after the last. */
  function checkPages(first: number): number | undefined {
    const found = readPages(first)
    corrected += found.corrected.length
    if (found.damaged.length > 0)
      report({ message: damagedPages(file, found.damaged).message, needsRebuild: true })
    else if (found.corrected.length > 0)
      // Open connections can have read the page as it was.
      report({
        message: `page ${found.corrected[0]} of ${file} was damaged and is corrected`,
        needsRebuild: false,
      })
    const next = first + PAGES_PER_READ
    return next <= guarded.pages() ? next : undefined
  }
  function readPages(first: number): PageCheck {
    try {
      return guarded.check(first)
    } catch (error) {
      // An error of the disk.
      const { code, message } = storeErrorOf(error, file)
      report({ message, needsRebuild: code === 'corrupt' })
      return { corrected: [], damaged: [] }
    }
  }
  function checkLog(): void {
    try {
      guarded.checkLog()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      report({ message: error.message, needsRebuild: false })
    }
  }
  function next({ page, segment, offset }: CheckProgress): Position {
    if (page > 0) {
      unreadable = undefined
      const nextPage = checkPages(page)
      if (nextPage !== undefined) return { page: nextPage, segment: 0, offset: 0 }
      checkLog()
      return ARCHIVE_START
    }
    try {
      const entry = archive.check({ segment, offset })
      return entry ? { page: 0, ...entry } : PASS_END
    } catch (error) {
      // The rest is checked in the next pass.
      if (!(error instanceof StoreError)) throw error
      unreadable = error.message
      return PASS_END
    }
  }
  function step(): boolean {
    if (isWaiting(progress) && now() - progress.completedAt >= PASS_MS)
      progress = { ...progress, ...PASS_START }
    if (isWaiting(progress) || isDamaged) return false
    const position = next(progress)
    const isEnd = isWaiting(position)
    progress = { ...position, completedAt: isEnd ? now() : progress.completedAt }
    steps++
    if (isEnd || steps % SAVED_STEPS === 0) save()
    options.onStatus(status())
    return true
  }
  function save(): void {
    if (!isDamaged) guarded.saveCheckProgress(progress)
  }
  function status(): IntegrityStatus {
    const databaseBytes = fileBytes(file)
    const { page, segment, offset, completedAt } = progress
    const archiveBytes = archive.bytes({ segment, offset })
    const totalBytes = databaseBytes + archiveBytes.total
    const pages = page > 0 ? page - 1 : guarded.pages()
    const checkedBytes =
      Math.floor((databaseBytes * pages) / Math.max(1, guarded.pages())) + archiveBytes.before
    return {
      checkedBytes: isWaiting(progress) ? totalBytes : checkedBytes,
      totalBytes,
      completedAt: completedAt === 0 ? undefined : Math.floor(completedAt / 1000),
      corrected: corrected + archive.corrected,
      archiveDamage: unreadable === undefined ? archive.damage : [...archive.damage, unreadable],
    }
  }

  let timer = setTimeout(run, START_MS).unref()
  function run(): void {
    const pause = step() ? STEP_MS : PAUSE_MS
    if (!isDamaged) timer = setTimeout(run, pause).unref()
  }
  options.onStatus(status())
  return {
    step,
    checkDatabase() {
      for (let page: number | undefined = 1; page !== undefined && !isDamaged; ) page = checkPages(page)
      if (!isDamaged) checkLog()
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      save()
    },
  }
}
