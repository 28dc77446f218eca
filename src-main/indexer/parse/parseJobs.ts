import type { BlockIdExt } from '../../chain/blockId.ts'
import type { None } from '../../platform/rpc/contract.ts'
import type { AccountHistory, ShardTop } from '../../store/parsedBlock.ts'

/** A file of a block or zero state whose SHA-256 equals `id.fileHash`. */
export type BlockFile = { readonly id: BlockIdExt; readonly data: Uint8Array }

/** A masterchain block with the shard blocks that it newly commits. */
export type MasterchainFiles = {
  /** The masterchain block first, then shard blocks, parents before children. */
  readonly files: readonly BlockFile[]
  /** The newest block of each shard by the masterchain block. */
  readonly shardTops: readonly ShardTop[]
}

/** Fetched and verified data of read-through; cells are bags of cells. */
export type FoundHistory = {
  readonly transactions: readonly FoundTransaction[]
  readonly states: readonly FoundState[]
  /** States after earlier transactions, which need not be the newest ones. */
  readonly pastStates?: readonly FoundState[]
  readonly histories: readonly AccountHistory[]
}

/** A fetched transaction with its block. */
export type FoundTransaction = {
  readonly boc: Uint8Array
  readonly workchain: number
  readonly block: BlockIdExt
  /** Seqno of the masterchain block that commits it. */
  readonly mcSeqno: number
  /** Global version of the software that made the block (gen_software); 0 if its header has none. */
  readonly globalVersion: number
}

/** A fetched account at a masterchain block. */
export type FoundState = {
  /** The Account cell as a BOC. */
  readonly boc: Uint8Array
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
  readonly mcSeqno: number
  /** Unix seconds. */
  readonly utime: number
}

/** A job of a parse thread. */
export type ParseJob =
  | ({ readonly kind: 'masterchain-block' } & MasterchainFiles)
  | ({ readonly kind: 'history' } & FoundHistory)
  | { readonly kind: 'zero-states'; readonly files: readonly BlockFile[] }

/** The contract of a parse thread, which runs its jobs one after another. */
export type ParseContract = {
  readonly options: undefined
  readonly ready: undefined
  readonly methods: {
    /** Returns packed ParsedMcBlock or ParsedHistory in an ArrayBuffer of its own. */
    run(job: ParseJob): Uint8Array
  }
  readonly events: None
  readonly host: None
}
