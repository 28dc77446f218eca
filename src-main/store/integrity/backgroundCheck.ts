import { messageOf } from '#shared/messageOf.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { SEGMENT_START } from '../archive/segmentFile.ts'
import { StoreError } from '../indexStore.ts'
import { fileBytes } from '../sqlite/logCheckpoints.ts'
import { storeErrorOf } from '../sqlite/sqliteErrors.ts'
import type { ArchiveCheck } from './archiveCheck.ts'
import { PAGES_PER_READ, type PageCheck } from './checkPages.ts'
import { damagedPages } from './checkpoint.ts'
import type { FilesWatch } from './filesWatch.ts'
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
/** Interval of looking for deleted files. */
const WATCH_MS = 1_000
/** Steps after which the position is saved. */
const SAVED_STEPS = 120

type Position = Pick<CheckProgress, 'page' | 'segment' | 'offset'>

const PASS_START: Position = { page: 1, segment: 0, offset: 0 }
const ARCHIVE_START: Position = { page: 0, segment: 1, offset: SEGMENT_START.length }
const ARCHIVE_END = { segment: Number.MAX_SAFE_INTEGER, offset: 0 }
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
  /** The lock's file. */
  readonly lock?: FilesWatch
  readonly archive: ArchiveCheck
  onStatus(status: IntegrityStatus): void
  /** Called once: the database must be closed then. */
  onDamage(damage: DamageReport): void
  /** Unix milliseconds, for the saved end of a pass; default Date.now. */
  readonly now?: () => number
  /** A monotonic clock in milliseconds, which decides when the next pass begins; default performance.now. */
  readonly steady?: () => number
}

/** A running background check; disposing it saves its position. */
export type BackgroundCheck = Disposable & {
  /** Checks the whole database now. */
  checkDatabase(): void
  /** Does the next step of a pass. Returns false between passes. */
  step(): boolean
  /** Looks for deleted files now. */
  checkFiles(): void
  /** Throws StoreError (`file-gone`) if a file of the database was deleted or replaced, which is damage. */
  expectFiles(): void
  /** Checks one file of the archive now. */
  checkArchived(id: BlockIdExt): void
  /** Returns up to `limit` files of the archive that cannot be read. */
  lostFiles(limit: number): readonly BlockIdExt[]
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
  readonly #steady: () => number
  /** Time of the next pass by the monotonic clock. */
  #nextPassAt: number
  #progress: CheckProgress
  #corrected: number
  #steps = 0
  #isDamaged = false
  /** The error that ended the last pass before the end of the archive. */
  #unreadable: string | undefined
  #timer: NodeJS.Timeout
  readonly #watch: NodeJS.Timeout
  /** Pages that the current pass has checked, in bytes. */
  #passBytes: number
  #saidDamage = ''

  constructor(options: BackgroundCheckOptions) {
    const { guarded, now = Date.now, steady = () => performance.now() } = options
    this.#options = options
    this.#now = now
    this.#steady = steady
    const saved = guarded.checkProgress()
    // All pages were checked at opening.
    this.#progress = guarded.isChecked && saved.page > 0 ? { ...saved, ...ARCHIVE_START } : saved
    const age = now() - saved.completedAt
    // A pass that ended in the future says that the clock was changed, and nothing of its age.
    this.#nextPassAt = steady() + (age < 0 ? 0 : Math.max(0, PASS_MS - age))
    this.#corrected = guarded.corrected
    this.#passBytes = fileBytes(options.file)
    this.#timer = setTimeout(() => this.#run(), START_MS).unref()
    this.#watch = setInterval(() => this.#reporting(() => this.checkFiles()), WATCH_MS).unref()
    options.onStatus(this.#status())
  }

  step(): boolean {
    if (isWaiting(this.#progress) && this.#steady() >= this.#nextPassAt)
      this.#progress = { ...this.#progress, ...PASS_START }
    if (isWaiting(this.#progress) || this.#isDamaged) return false
    const position = this.#check(this.#progress)
    const isEnd = isWaiting(position)
    const { completedAt, completedBytes } = this.#progress
    const ended = isEnd ? this.#passEnd() : { completedAt, completedBytes }
    this.#progress = { ...position, ...ended }
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

  checkFiles(): void {
    if (this.#isDamaged) return
    const path = this.#missingFile()
    if (path !== undefined) {
      this.#reportGone(path)
      return
    }
    try {
      this.#options.archive.checkPresence()
    } catch (error) {
      // The folder cannot be read now.
      if (!(error instanceof StoreError)) throw error
      this.#unreadable = messageOf(error)
    }
    this.#showDamage()
  }

  expectFiles(): void {
    const path = this.#missingFile()
    if (path === undefined) return
    this.#reportGone(path)
    throw new StoreError('file-gone', goneText(path))
  }

  checkArchived(id: BlockIdExt): void {
    this.#options.archive.checkFile(id)
    this.#showDamage()
  }

  lostFiles(limit: number): readonly BlockIdExt[] {
    const lost = this.#options.archive.lost()
    return lost.slice(0, limit).map(({ id }) => id)
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    this.#save()
  }

  #run(): void {
    const pause = this.#reporting(() => this.step()) ? STEP_MS : PAUSE_MS
    if (!this.#isDamaged) this.#timer = setTimeout(() => this.#run(), pause).unref()
  }

  #missingFile(): string | undefined {
    const { guarded, lock } = this.#options
    return guarded.missingFile() ?? lock?.missing()
  }

  #reportGone(path: string): void {
    this.#report({ message: goneText(path), needsRebuild: path === this.#options.file })
  }

  /** Reports the status if the archive's damage has changed. */
  #showDamage(): void {
    const damage = [...this.#options.archive.damage, this.#unreadable].join('\n')
    if (damage !== this.#saidDamage) this.#options.onStatus(this.#status())
    this.#saidDamage = damage
  }

  #passEnd(): Pick<CheckProgress, 'completedAt' | 'completedBytes'> {
    const { before } = this.#options.archive.bytes(ARCHIVE_END)
    this.#nextPassAt = this.#steady() + PASS_MS
    return { completedAt: this.#now(), completedBytes: this.#passBytes + before }
  }

  /** Runs a step of a timer: an error must not end the thread, but close the database. */
  #reporting<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      const { code, message } = storeErrorOf(error, this.#options.file)
      this.#report({ message, needsRebuild: code === 'corrupt' })
      return undefined
    }
  }

  /** Checks the parts at a position, and returns the next position. */
  #check({ page, segment, offset }: Position): Position {
    if (page > 0) {
      this.#unreadable = undefined
      const nextPage = this.#checkPages(page)
      if (nextPage !== undefined) return { page: nextPage, segment: 0, offset: 0 }
      this.#checkLog()
      this.#passBytes = fileBytes(this.#options.file)
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
    const { page, segment, offset, completedAt, completedBytes } = this.#progress
    const archiveBytes = archive.bytes({ segment, offset })
    const totalBytes = databaseBytes + archiveBytes.total
    const pages = page > 0 ? page - 1 : guarded.pages()
    const checkedBytes =
      Math.floor((databaseBytes * pages) / Math.max(1, guarded.pages())) + archiveBytes.before
    const damage = archive.damage
    return {
      // Bytes that were written since the last pass are not checked.
      checkedBytes: isWaiting(this.#progress) ? Math.min(totalBytes, completedBytes) : checkedBytes,
      totalBytes,
      completedAt: completedAt === 0 ? undefined : Math.floor(completedAt / 1000),
      completedBytes: completedAt === 0 ? undefined : completedBytes,
      corrected: this.#corrected + archive.corrected,
      archiveDamage: this.#unreadable === undefined ? damage : [...damage, this.#unreadable],
    }
  }
}

function goneText(path: string): string {
  return `${path} was deleted or replaced while Tonscope ran`
}
