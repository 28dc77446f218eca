/** State of the check that compares an index's files with their checksums. */
export type IntegrityStatus = {
  /** Bytes of the database and the archive: checked by the current pass or, between passes, by the last one; in total. */
  readonly checkedBytes: number
  readonly totalBytes: number
  /** When the last pass over everything ended, Unix seconds, and the bytes that it checked; undefined before the first. */
  readonly completedAt: number | undefined
  readonly completedBytes: number | undefined
  /** Pages and archived blocks of which an inverted bit was corrected since the index was opened. */
  readonly corrected: number
  /** A sentence about each block of the archive that can no longer be read. */
  readonly archiveDamage: readonly string[]
}

/** Damage of an open database. */
export type DamageReport = {
  readonly message: string
  /** False: opening the index again is enough. */
  readonly needsRebuild: boolean
}
