import { StoreError } from '../indexStore.ts'
import { fileBytes } from '../sqlite/logCheckpoints.ts'
import { storeErrorOf } from '../sqlite/sqliteErrors.ts'
import type { ArchiveCheck, ArchivePosition } from './archiveCheck.ts'
import { PAGES_TOGETHER, type PageCheck } from './checkPages.ts'
import { damagedPages, type GuardedWriter } from './guardedWriter.ts'
import type { DamageReport, IntegrityStatus } from './integrityStatus.ts'

/** A megabyte is checked in about 2 ms: one in 250 ms is less than a hundredth of the thread's time, 4 MB/s of reading. */
const STEP_MS = 250
/** Time for the index to start its other work. */
const START_MS = 5_000
/** Time between the end of a pass and the begin of the next, and how often that is looked at. */
const PASS_MS = 24 * 3_600_000
const PAUSE_MS = 60_000
/** Steps after which the position is saved. */
const SAVED_STEPS = 120

export type BackgroundCheckOptions = {
  /** Path of the database. */
  readonly file: string
  readonly guarded: GuardedWriter
  readonly archive: ArchiveCheck
  /** The position that `save` was called with last. */
  readonly saved: string | undefined
  save(position: string): void
  onStatus(status: IntegrityStatus): void
  /** Called once: the database must be closed then. */
  onDamage(damage: DamageReport): void
  readonly now?: () => number
}

export type BackgroundCheck = Disposable & {
  /** Checks the whole database at once. */
  checkDatabase(): void
  /** Does the next step of a pass, if there is one; returns false between passes. */
  step(): boolean
}

/** The next step of a pass. */
type Position = { readonly page: number } | { readonly archive: ArchivePosition | null }
type Progress = {
  /** Null between passes. */
  readonly position: Position | null
  /** When the last pass ended, Unix milliseconds. */
  readonly completedAt: number | null
}

const BEGIN: Progress = { position: { page: 1 }, completedAt: null }

/**
 * Checks the pages of a database, its log and the blocks of its archive in small steps, and begins again a day after the
 * end. The position is saved, so that a large index is checked although no run lasts that long.
 */
export function startBackgroundCheck(options: BackgroundCheckOptions): BackgroundCheck {
  const { file, guarded, archive, now = Date.now } = options
  let progress = loadProgress(options.saved)
  // Opening has checked all pages.
  if (guarded.isChecked && progress.position && 'page' in progress.position)
    progress = { ...progress, position: { archive: null } }
  let corrected = guarded.corrected
  let steps = 0
  let isDamaged = false
  let lastSaved = options.saved
  /** Why the last pass did not get to the end of the archive. */
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
    const next = first + PAGES_TOGETHER
    return next <= guarded.pages() ? next : undefined
  }
  function readPages(first: number): PageCheck {
    try {
      return guarded.check(first)
    } catch (error) {
      // Of the disk.
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
  function after(position: Position): Position | null {
    if ('page' in position) {
      unreadable = undefined
      const page = checkPages(position.page)
      if (page !== undefined) return { page }
      checkLog()
      return { archive: null }
    }
    try {
      const next = archive.check(position.archive ?? undefined)
      return next ? { archive: next } : null
    } catch (error) {
      // The rest is checked in the next pass.
      if (!(error instanceof StoreError)) throw error
      unreadable = error.message
      return null
    }
  }
  function step(): boolean {
    const { completedAt } = progress
    if (progress.position === null && now() - (completedAt ?? 0) >= PASS_MS)
      progress = { ...progress, position: { page: 1 } }
    if (progress.position === null || isDamaged) return false
    const position = after(progress.position)
    progress = { position, completedAt: position ? completedAt : now() }
    steps++
    if (position === null || steps % SAVED_STEPS === 0) save()
    options.onStatus(status())
    return true
  }
  function save(): void {
    const text = JSON.stringify(progress)
    if (text !== lastSaved && !isDamaged) options.save(text)
    lastSaved = text
  }
  function status(): IntegrityStatus {
    const databaseBytes = fileBytes(file)
    const { position, completedAt } = progress
    const inArchive = position && 'archive' in position ? (position.archive ?? undefined) : undefined
    const { checkedBytes, totalBytes } = archive.bytes(inArchive)
    const isInPages = position !== null && 'page' in position
    const pages = isInPages ? position.page - 1 : guarded.pages()
    return {
      checkedBytes:
        position === null
          ? databaseBytes + totalBytes
          : Math.floor((databaseBytes * pages) / Math.max(1, guarded.pages())) + checkedBytes,
      totalBytes: databaseBytes + totalBytes,
      completedAt: completedAt === null ? undefined : Math.floor(completedAt / 1000),
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

function loadProgress(saved: string | undefined): Progress {
  try {
    return saved === undefined ? BEGIN : (JSON.parse(saved) as Progress)
  } catch (error) {
    if (error instanceof SyntaxError) return BEGIN
    throw error
  }
}
