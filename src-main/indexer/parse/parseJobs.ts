import type { BlockIdExt } from '../../chain/blockId.ts'
import type { None } from '../../platform/rpc/contract.ts'
import type { AccountHistory, ShardTop } from '../../store/facts.ts'

/** A file whose hash was found to be `id.fileHash`: a block's, or a zero state's. */
export type BlockFile = { readonly id: BlockIdExt; readonly data: Uint8Array }

/** A masterchain block with what it newly commits. */
export type MasterchainFiles = {
  /** The masterchain block first, then shard blocks, parents before children. */
  readonly files: readonly BlockFile[]
  /** As the masterchain block states them. */
  readonly shardTops: readonly ShardTop[]
}

/** What read-through fetched and verified; cells as bags of cells. */
export type FoundHistory = {
  readonly transactions: readonly FoundTransaction[]
  readonly states: readonly FoundState[]
  readonly histories: readonly AccountHistory[]
}

export type FoundTransaction = {
  readonly boc: Uint8Array
  readonly workchain: number
  readonly block: BlockIdExt
  /** Of the masterchain block that commits to it. */
  readonly mcSeqno: number
  /** Of the software that made the block (gen_software), 0 where its header doesn't say. */
  readonly globalVersion: number
}

export type FoundState = {
  /** The Account cell. */
  readonly boc: Uint8Array
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
  readonly mcSeqno: number
  /** Unix seconds. */
  readonly utime: number
}

export type ParseJob =
  | ({ readonly kind: 'masterchain-block' } & MasterchainFiles)
  | ({ readonly kind: 'history' } & FoundHistory)
  | { readonly kind: 'zero-states'; readonly files: readonly BlockFile[] }

/** The thread that does the jobs, one after the other. */
export type ParseContract = {
  readonly options: undefined
  readonly ready: undefined
  readonly methods: {
    /** Returns packed McBlockFacts or HistoryFacts in an ArrayBuffer of its own. */
    run(job: ParseJob): Uint8Array
  }
  readonly events: None
  readonly host: None
}
