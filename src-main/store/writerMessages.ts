import type { BlockIdExt } from '../chain/blockId.ts'
import type { CallContext, None } from '../platform/rpc/contract.ts'
import type { ClassifiedBatch, Reclassification } from './classifiedTraces.ts'
import type { DetectionBatch } from './detectedTokens.ts'
import type { IndexSizes, JobRow, SeqnoRange, WatchedRow, Written } from './indexStore.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import type { Lookups } from './lookups.ts'
import type { MetadataContent } from './metadataContent.ts'

/** Methods of an open index; IndexStore describes them. */
export type WriterMethods = Lookups & {
  writeBlocks(facts: readonly Uint8Array[], onWritten?: (written: Written) => void): void
  writeHistory(facts: Uint8Array): Written
  writeDetected(batch: DetectionBatch): void
  queueRechecks(limit: number): boolean
  writeActions(batch: ClassifiedBatch): void
  queueTraces(limit: number): boolean
  reclassify(pass: { readonly rules: number; readonly forced: boolean }): Reclassification
  reclassification(): Reclassification
  jobs(): readonly JobRow[]
  saveJob(job: JobRow): void
  watchedAccounts(): readonly WatchedRow[]
  saveWatched(row: WatchedRow): void
  removeWatched(account: Uint8Array): void
  setting(key: string): string | undefined
  saveSetting(setting: readonly [key: string, value: string]): void
  saveMetadataContents(contents: readonly MetadataContent[]): void
  sizes(): IndexSizes
  checkArchived(id: BlockIdExt): void
  lostFiles(limit: number): readonly BlockIdExt[]
  restoreBlock(block: { readonly id: BlockIdExt; readonly file: Uint8Array }): boolean
  checkFiles(): void
  /** Checks the whole database now. Damage is reported as by the background check. */
  checkDatabase(): void
  /** Closes the database. */
  close(): void
}

/** Options of the writer thread. */
export type WriterOptions = {
  readonly dir: string
  /** Root hash of the network's zero state, hexadecimal. */
  readonly chain: string
  readonly isReadOnly: boolean
  /** See GuardOptions. */
  readonly checkpointPages?: number
}

/** The thread that writes the index. */
export type WriterContract = {
  readonly options: WriterOptions
  /** Coverage after opening. */
  readonly ready: readonly SeqnoRange[]
  readonly methods: Omit<WriterMethods, 'writeBlocks' | 'close'> & {
    writeBlocks(facts: readonly Uint8Array[], context: CallContext<Written>): void
  }
  readonly events: {
    /** Coverage after a commit. */
    readonly covered: readonly SeqnoRange[]
    readonly integrity: IntegrityStatus
    readonly damaged: DamageReport
  }
  readonly host: None
}
