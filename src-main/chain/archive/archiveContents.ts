import type { BlockIdExt } from '../blockId.ts'
import type { SignatureSet } from '../proof/signatures.ts'
import type { BlockHead } from './blockHead.ts'

/**
 * The contents of an archive, as the reader of its format finds them. File hashes are checked, relations
 * between blocks are not.
 */
export type ArchiveContents = {
  /** The archive's name in error messages: a directory or file. */
  readonly source: string
  readonly zeroStates: readonly ZeroState[]
  readonly blocks: readonly ArchivedBlock[]
  /** Returns the signatures of a masterchain block, if the archive has them. Throws ArchiveError for corrupt ones. */
  signatures(seqno: number): SignatureSet | undefined
  /** Closes the archive's open files. */
  close(): void
}

/** A block of an archive. Its file is read on demand. */
export type ArchivedBlock = {
  readonly id: BlockIdExt
  readonly head: BlockHead
  /** The file or entry, for error messages. */
  readonly source: string
  /** Returns the block's BoC file. */
  read(): Buffer
}

/** A zero state of an archive. `data` is its BoC file. */
export type ZeroState = { readonly id: BlockIdExt; readonly source: string; readonly data: Buffer }
