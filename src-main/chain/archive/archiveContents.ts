import type { BlockIdExt } from '../blockId.ts'
import type { SignatureSet } from '../proof/signatures.ts'
import type { BlockHead } from './blockHead.ts'

/** What a reader of one archive format finds in it: file hashes are checked, nothing is related yet. */
export type ArchiveContents = {
  /** What messages call this archive: a directory or file. */
  readonly source: string
  readonly zeroStates: readonly ZeroState[]
  readonly blocks: readonly ArchivedBlock[]
  /** Of the masterchain block with a seqno, if the archive has them; throws ArchiveError if they are spoilt. */
  signatures(seqno: number): SignatureSet | undefined
  /** Frees files that were kept open. */
  close(): void
}

export type ArchivedBlock = {
  readonly id: BlockIdExt
  readonly head: BlockHead
  /** The file or entry, for messages. */
  readonly source: string
  /** The block's BOC file. */
  read(): Buffer
}

export type ZeroState = { readonly id: BlockIdExt; readonly source: string; readonly data: Buffer }
