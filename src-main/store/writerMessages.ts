import type { ClassifiedBatch, Reclassification } from './actionFacts.ts'
import type { IndexSizes, JobRow, SeqnoRange, StoreErrorCode, Written } from './indexStore.ts'
import type { DamageReport, IntegrityStatus } from './integrity/integrityStatus.ts'
import type { Lookups } from './lookups.ts'
import type { MetadataContent } from './metadataContent.ts'
import type { DetectionBatch } from './tokenFacts.ts'

/** What the writer's thread can be asked. Buffers arrive at the other side as Uint8Array. */
export type WriterActs = Lookups & {
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
  setting(key: string): string | undefined
  saveSetting(setting: readonly [key: string, value: string]): void
  saveMetadataContents(contents: readonly MetadataContent[]): void
  sizes(): IndexSizes
  /** Checks the whole database at once. Damage is reported as if the background check had found it. */
  checkDatabase(): void
  /** Closes the database; the thread ends. */
  close(): void
}

export type WriterCall = keyof WriterActs
export type Takes<Call extends WriterCall> = Parameters<WriterActs[Call]>[0]
export type Gives<Call extends WriterCall> = ReturnType<WriterActs[Call]>

export type WriterRequest = { readonly id: number; readonly call: WriterCall; readonly takes: unknown }

export type WriterOptions = {
  readonly dir: string
  /** Root hash of the network's zero state, hexadecimal. */
  readonly chain: string
  readonly isReadOnly: boolean
  /** See GuardOptions. */
  readonly checkpointPages?: number
}

export type Refusal = { readonly code: StoreErrorCode; readonly message: string }

export type WriterReport =
  | { readonly kind: 'ready'; readonly coverage: readonly SeqnoRange[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** A block of writeBlocks is committed; its call goes on. */
  | { readonly kind: 'written'; readonly id: number; readonly written: Written }
  | { readonly kind: 'done'; readonly id: number; readonly gives: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly refusal: Refusal }
  | { readonly kind: 'integrity'; readonly status: IntegrityStatus }
  | { readonly kind: 'damaged'; readonly damage: DamageReport }
