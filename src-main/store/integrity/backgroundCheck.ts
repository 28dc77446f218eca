import { messageOf } from '#shared/messageOf.ts'
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
  return new RunningCheck(options)
}

class RunningCheck implements BackgroundCheck {
  readonly #options: BackgroundCheckOptions
  readonly #now: () => number
  #progress: CheckProgress
  #corrected: number
  #steps = 0
  #isDamaged = false
  /** The error that ended the last pass before the end of the archive. */
  #unreadable: string | undefined
  #timer: NodeJS.Timeout

  constructor(options: BackgroundCheckOptions) {
    const { guarded, now = Date.now } = options
    this.#options = options
    this.#now = now
    const saved = guarded.checkProgress()
    // All pages were checked at opening.
    this.#progress = guarded.isChecked && saved.page > 0 ? { ...saved, ...ARCHIVE_START } : saved
    this.#corrected = guarded.corrected
    this.#timer = setTimeout(() => this.#run(), START_MS).unref()
    options.onStatus(this.#status())
  }

  step(): boolean {
    if (isWaiting(this.#progress) && this.#now() - this.#progress.completedAt >= PASS_MS)
      this.#progress = { ...this.#progress, ...PASS_START }
    if (isWaiting(this.#progress) || this.#isDamaged) return false
    const position = this.#check(this.#progress)
    const isEnd = isWaiting(position)
    this.#progress = { ...position, completedAt: isEnd ? this.#now() : this.#progress.completedAt }
    this.#steps++
    if (isEnd || this.#steps % SAVED_STEPS === 0) this.#save()
    this.#options.onStatus(this.#status())
    return true
  }

  checkDatabase(): void {
    let page: number | undefined = 1
    while (page !== undefined && !this.#isDamaged) page = this.#checkPages(page)
    if (!this.#isDamaged) this.#checkLog()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#save()
  }

  #run(): void {
    const pause = this.step() ? STEP_MS : PAUSE_MS
    if (!this.#isDamaged) this.#timer = setTimeout(() => this.#run(), pause).unref()
  }

  /** Checks the parts at a position, and returns the next position. */
  #check({ page, segment, offset }: Position): Position {
    if (page > 0) {
      this.#unreadable = undefined
      const nextPage = this.#checkPages(page)
      if (nextPage !== undefined) return { page: nextPage, segment: 0, offset: 0 }
      this.#checkLog()
      return ARCHIVE_START
    }
    try {
      const entry = this.#options.archive.check({ segment, offset })
      return entry ? { page: 0, ...entry } : PASS_END
    } catch (error) {
      // The rest is checked in the next pass.
      if (!(error instanceof StoreError)) throw error
      this.#unreadable = messageOf(error)
      return PASS_END
    }
  }

  /** Checks pages and returns the next one to check; undefined after the last. */
  #checkPages(first: number): number | undefined {
    const { file, guarded } = this.#options
    const { damaged, corrected } = this.#readPages(first)
    this.#corrected += corrected.length
    if (damaged.length > 0) {
      this.#report({ message: damagedPages(file, damaged).message, needsRebuild: true })
    } else if (corrected.length > 0) {
      // Open connections can have read the page as it was.
      const message = `page ${corrected[0]} of ${file} was damaged and is corrected`
      this.#report({ message, needsRebuild: false })
    }
    const next = first + PAGES_PER_READ
    return next <= guarded.pages() ? next : undefined
  }

  #readPages(first: number): PageCheck {
    try {
      return this.#options.guarded.check(first)
    } catch (error) {
      // An error of the disk.
      const { code, message } = storeErrorOf(error, this.#options.file)
      this.#report({ message, needsRebuild: code === 'corrupt' })
      return { corrected: [], damaged: [] }
    }
  }

  #checkLog(): void {
    try {
      this.#options.guarded.checkLog()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#report({ message: messageOf(error), needsRebuild: false })
    }
  }

  #report(damage: DamageReport): void {
    if (!this.#isDamaged) this.#options.onDamage(damage)
    this.#isDamaged = true
  }

  #save(): void {
    if (!this.#isDamaged) this.#options.guarded.saveCheckProgress(this.#progress)
  }

  #status(): IntegrityStatus {
    const { file, guarded, archive } = this.#options
    const databaseBytes = fileBytes(file)
    const { page, segment, offset, completedAt } = this.#progress
    const archiveBytes = archive.bytes({ segment, offset })
    const totalBytes = databaseBytes + archiveBytes.total
    const pages = page > 0 ? page - 1 : guarded.pages()
    const checkedBytes =
      Math.floor((databaseBytes * pages) / Math.max(1, guarded.pages())) + archiveBytes.before
    const damage = archive.damage
    return {
      checkedBytes: isWaiting(this.#progress) ? totalBytes : checkedBytes,
      totalBytes,
      completedAt: completedAt === 0 ? undefined : Math.floor(completedAt / 1000),
      corrected: this.#corrected + archive.corrected,
      archiveDamage: this.#unreadable === undefined ? damage : [...damage, this.#unreadable],
    }
  }
}
