import type { BlockIdExt } from '../chain/blockId.ts'

/**
 * The parsed content of blocks, in the form in which the parsing thread sends it to the writer thread: plain values
 * without references into the database. The writer finds out which rows are new and links them.
 *
 * Addresses are 33 bytes: the workchain as int8, then the 32 bytes of the account. Hashes are 32 bytes. Amounts are
 * nanotons. Cells are bags of cells without checksum or index (PROOF_BOC).
 */
export type StdAddress = Buffer

/** A masterchain block with every shard block that it newly commits. It is written in one database transaction. */
export type ParsedMcBlock = {
  /** The masterchain block first, then shard blocks, parents before children. */
  readonly blocks: readonly ParsedBlock[]
  /** The newest block of every shard by the masterchain block's `shard_state`, and the masterchain block itself. */
  readonly shardTops: readonly ShardTop[]
}

/** A block by shard and seqno, without its hashes. `shard` is the prefix with its end bit as int64. */
export type ShardTop = { readonly workchain: number; readonly shard: bigint; readonly seqno: number }

/** A parsed block: header, transactions and the accounts that they changed. */
export type ParsedBlock = {
  readonly id: BlockIdExt
  readonly header: ParsedHeader
  /** Sorted by lt, then account. */
  readonly transactions: readonly ParsedTransaction[]
  /** Accounts after the block: one entry for each account with a transaction in it that still exists. */
  readonly states: readonly ParsedAccountState[]
  /** The block's file for the archive, compressed (see store/archive). */
  readonly archived: Buffer | undefined
}

/** The fields of block_info#9bc7a987 and BlockExtra that v3's Block shows (compatibility-v3 §4.3). */
export type ParsedHeader = {
  readonly globalId: number
  readonly version: number
  readonly flags: number
  readonly afterMerge: boolean
  readonly beforeSplit: boolean
  readonly afterSplit: boolean
  readonly wantMerge: boolean
  readonly wantSplit: boolean
  readonly keyBlock: boolean
  readonly vertSeqnoIncr: boolean
  readonly vertSeqno: number
  /** Unix seconds. */
  readonly genUtime: number
  readonly startLt: bigint
  readonly endLt: bigint
  /** Unsigned; the API prints it as int32. */
  readonly validatorListHashShort: number
  readonly genCatchainSeqno: number
  readonly minRefMcSeqno: number
  readonly prevKeyBlockSeqno: number
  /** Seqno of the masterchain block that a shard block refers to; 0 for a masterchain block. */
  readonly masterRefSeqno: number
  readonly randSeed: Buffer
  readonly createdBy: Buffer
  /** One block, or two after a merge. After a split, the parent. */
  readonly prevBlocks: readonly ShardTop[]
}

/** acc_state_uninit, frozen, active and nonexist, in the order of AccountStatus's two bits in TL-B. */
export const ACCOUNT_STATUSES = ['uninit', 'frozen', 'active', 'nonexist'] as const
/** An account's status before or after a transaction (AccountStatus in TL-B). */
export type AccountStatusName = (typeof ACCOUNT_STATUSES)[number]

/** A parsed transaction#7 with its messages. */
export type ParsedTransaction = {
  readonly account: StdAddress
  readonly hash: Buffer
  readonly lt: bigint
  readonly prevHash: Buffer
  readonly prevLt: bigint
  /** Unix seconds. */
  readonly now: number
  readonly origStatus: AccountStatusName
  readonly endStatus: AccountStatusName
  readonly totalFees: bigint
  /** ExtraCurrencyCollection's dictionary (HashmapE 32 VarUInteger 32) as a BOC; undefined if it is empty. */
  readonly totalFeesExtra: Buffer | undefined
  /** The two hashes of HASH_UPDATE Account. */
  readonly stateBefore: Buffer
  readonly stateAfter: Buffer
  /** The whole ^TransactionDescr as a BOC. */
  readonly description: Buffer
  readonly inMsg: ParsedMessage | undefined
  /** In the order of their creation. */
  readonly outMsgs: readonly ParsedMessage[]
}

/** A parsed Message. Fields that the message's kind does not have are undefined. */
export type ParsedMessage = {
  readonly kind: 'internal' | 'external-in' | 'external-out'
  readonly hash: Buffer
  /** The normalized hash of an external-in message if it differs from `hash` (compatibility-v3 §4.6). */
  readonly hashNorm: Buffer | undefined
  /** Undefined for addr_none, addr_extern and addr_var. */
  readonly source: StdAddress | undefined
  readonly destination: StdAddress | undefined
  /** Internal messages only; so are `extra`, both fees and the flags. */
  readonly value: bigint | undefined
  readonly extra: Buffer | undefined
  readonly fwdFee: bigint | undefined
  /**
   * Before global version 12 this field was `ihr_fee`, since then it holds extra flags: exactly one of the two is
   * set.
   */
  readonly ihrFee: bigint | undefined
  readonly extraFlags: bigint | undefined
  readonly ihrDisabled: boolean
  readonly bounce: boolean
  readonly bounced: boolean
  readonly createdLt: bigint | undefined
  readonly createdAt: number | undefined
  readonly importFee: bigint | undefined
  /** The body's first 32 bits as int32; undefined if it has fewer. */
  readonly opcode: number | undefined
  readonly body: ParsedCell
  /** The StateInit as a separate cell. */
  readonly init: ParsedCell | undefined
}

/** A cell as a BOC with its representation hash. */
export type HashedCell = { readonly hash: Buffer; readonly boc: Buffer }

/** A message's body or StateInit. */
export type ParsedCell = HashedCell & {
  /**
   * Concatenated hashes (level 0) of its cells that can be stored apart, in the order of partsBelow: see content.ts.
   */
  readonly parts: Buffer
}

/** An `Account` after its last transaction in a block. */
export type ParsedAccountState = {
  readonly account: StdAddress
  /** Hash of the Account cell. */
  readonly hash: Buffer
  readonly balance: bigint
  /**
   * Dictionary of extra currencies as a BOC. If the block did not touch it, it is pruned here too (level 1), and the
   * writer takes it from the earlier state, where its root has the same hash (level 0).
   */
  readonly extra: Buffer | undefined
  readonly status: Exclude<AccountStatusName, 'nonexist'>
  readonly frozenHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
  readonly codeHash: Buffer | undefined
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
  /**
   * The Account cell as the block's state update has it: cells that the block did not touch are pruned (level 1). The
   * writer completes it from the earlier state.
   */
  readonly shown: Buffer
}

/**
 * Transactions and accounts that read-through fetched outside of the covered blocks. Each transaction names its block
 * and the masterchain block that committed it.
 */
export type ParsedHistory = {
  readonly transactions: readonly (ParsedTransaction & {
    readonly block: BlockIdExt
    readonly mcSeqno: number
  })[]
  /** Whole accounts at a masterchain block; the newest state is kept. */
  readonly states: readonly (ParsedAccountState & { readonly mcSeqno: number; readonly utime: number })[]
  /** Whole accounts after earlier transactions, which they complete. */
  readonly pastStates?: readonly ParsedAccountState[]
  /** Read histories: all transactions in [oldestLt, newestLt] are stored with this batch. */
  readonly histories: readonly AccountHistory[]
}

/** A gapless range of an account's transactions that read-through has fetched (account_coverage). */
export type AccountHistory = {
  readonly account: StdAddress
  /** Masterchain seqno at which the account had no transaction newer than newestLt. */
  readonly mcSeqno: number
  /** 0 if the account has no transactions. */
  readonly newestLt: bigint
  readonly oldestLt: bigint
  /** True if the oldest transaction has no predecessor. */
  readonly isComplete: boolean
  /**
   * Masterchain seqno up to which all blocks were searched for the account's transactions; 0 if none were. The chain
   * of prev_trans lacks messages that the account bounced before its deployment.
   */
  readonly searchedSeqno: number
}
