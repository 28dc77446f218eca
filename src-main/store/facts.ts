import type { BlockIdExt } from '../chain/blockId.ts'

/**
 * What a block says, in the form in which it goes from the thread that parses to the one that writes: plain values,
 * nothing looked up. Whoever writes finds out what is new and how it hangs together.
 *
 * Addresses are 33 bytes: the workchain as int8, then the 32 bytes of the account. Hashes are 32 bytes. Amounts are
 * nanotons. Cells travel as bags of cells without checksum or index (PROOF_BOC).
 */
export type StdAddress = Buffer

/** A masterchain block with every shard block that it newly commits: what is written in one database transaction. */
export type McBlockFacts = {
  /** The masterchain block first, then shard blocks, parents before children. */
  readonly blocks: readonly BlockFacts[]
  /** The newest block of every shard as the masterchain block states it, and that block itself: `shard_state`. */
  readonly shardTops: readonly ShardTop[]
}

export type ShardTop = { readonly workchain: number; readonly shard: bigint; readonly seqno: number }

export type BlockFacts = {
  readonly id: BlockIdExt
  readonly header: BlockHeaderFacts
  /** By lt, then account. */
  readonly transactions: readonly TransactionFacts[]
  /** Accounts as they are after the block: one for each account with a transaction in it that still exists. */
  readonly states: readonly AccountStateFacts[]
  /** The block's file for the archive, compressed (store/archive knows how). */
  readonly archived: Buffer | undefined
}

/** block_info#9bc7a987 and what of BlockExtra belongs to v3's Block (compatibility-v3 §4.3). */
export type BlockHeaderFacts = {
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
  /** Of the masterchain block that a shard block knew; 0 for a masterchain block. */
  readonly masterRefSeqno: number
  readonly randSeed: Buffer
  readonly createdBy: Buffer
  /** One block, or two after a merge; after a split the parent. */
  readonly prevBlocks: readonly ShardTop[]
}

/** acc_state_uninit, frozen, active, nonexist: the two bits of AccountStatus in TL-B. */
export const ACCOUNT_STATUSES = ['uninit', 'frozen', 'active', 'nonexist'] as const
export type AccountStatusName = (typeof ACCOUNT_STATUSES)[number]

export type TransactionFacts = {
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
  /** ExtraCurrencyCollection's dictionary (HashmapE 32 VarUInteger 32) as a BOC, undefined where it is empty. */
  readonly totalFeesExtra: Buffer | undefined
  /** HASH_UPDATE Account. */
  readonly stateBefore: Buffer
  readonly stateAfter: Buffer
  /** ^TransactionDescr, whole. */
  readonly description: Buffer
  readonly inMsg: MessageFacts | undefined
  /** In the order of their creation. */
  readonly outMsgs: readonly MessageFacts[]
}

export type MessageFacts = {
  readonly kind: 'internal' | 'external-in' | 'external-out'
  readonly hash: Buffer
  /** The normalized hash of an external-in message if it differs from `hash` (compatibility-v3 §4.6). */
  readonly hashNorm: Buffer | undefined
  /** Undefined for addr_none, addr_extern and addr_var. */
  readonly source: StdAddress | undefined
  readonly destination: StdAddress | undefined
  /** Of internal messages, as are both fees, the flags and `extra`. */
  readonly value: bigint | undefined
  readonly extra: Buffer | undefined
  readonly fwdFee: bigint | undefined
  /** The field that was `ihr_fee` before global version 12 and holds extra flags since: one of the two is there. */
  readonly ihrFee: bigint | undefined
  readonly extraFlags: bigint | undefined
  readonly ihrDisabled: boolean
  readonly bounce: boolean
  readonly bounced: boolean
  readonly createdLt: bigint | undefined
  readonly createdAt: number | undefined
  readonly importFee: bigint | undefined
  /** The body's first 32 bits as int32, undefined where it has fewer. */
  readonly opcode: number | undefined
  readonly body: CellFacts
  /** The StateInit as a cell of its own. */
  readonly init: CellFacts | undefined
}

export type HashedCell = { readonly hash: Buffer; readonly boc: Buffer }

export type CellFacts = HashedCell & {
  /** Hashes (level 0) of those cells in it that may be kept apart, one after another: see content.ts. */
  readonly parts: Buffer
}

/** `Account` after its last transaction of a block. */
export type AccountStateFacts = {
  readonly account: StdAddress
  /** Of the Account cell. */
  readonly hash: Buffer
  readonly balance: bigint
  /**
   * As the update shows it: a dictionary that the block did not touch is pruned here too (level 1), and whoever writes
   * takes it from the state before, where the hash of its root (level 0) is the same.
   */
  readonly extra: Buffer | undefined
  readonly status: Exclude<AccountStatusName, 'nonexist'>
  readonly frozenHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
  readonly codeHash: Buffer | undefined
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
  /**
   * The Account cell as the block's state update shows it: what the block did not touch is pruned in it (level 1).
   * Together with the state before, whoever writes makes it whole again.
   */
  readonly shown: Buffer
}

/**
 * What read-through found outside of the covered blocks: transactions one by one, each with the block that holds it
 * and the masterchain block that committed that.
 */
export type HistoryFacts = {
  readonly transactions: readonly (TransactionFacts & {
    readonly block: BlockIdExt
    readonly mcSeqno: number
  })[]
  /** Accounts as they are at a masterchain block, whole; the newest wins. */
  readonly states: readonly (AccountStateFacts & { readonly mcSeqno: number; readonly utime: number })[]
  /** Of an account whose history was read: all transactions in [oldestLt, newestLt] are now there. */
  readonly histories: readonly AccountHistory[]
}

export type AccountHistory = {
  readonly account: StdAddress
  /** The account had no newer transaction than newestLt at this masterchain block. */
  readonly mcSeqno: number
  /** 0 where the account has no transactions. */
  readonly newestLt: bigint
  readonly oldestLt: bigint
  /** No transaction is linked before the oldest one. */
  readonly isComplete: boolean
  /**
   * Masterchain seqno up to which all blocks were searched for the account's transactions, 0 for none: messages that it
   * bounced before its deployment are linked to nothing.
   */
  readonly searchedSeqno: number
}
