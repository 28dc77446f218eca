import type { Address, Cell } from '@ton/core'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { McStateDetails } from '../chain/state/mcStateExtra.ts'

/**
 * What a request of the API sees of a network: every answer is verified against the trust anchor (unless the
 * user switched that off), whichever liteserver it came from. One session serves one request and prefers to
 * stay on one server, as toncenter's sessions do (compatibility-v2 §1.9).
 *
 * Every method rejects with LiteServerError (the server's own code and text), ProofError (all servers lied),
 * LiteTimeoutError or NoServerError; all carry what the HTTP edge needs to choose a status.
 */
export type LiteSession = {
  /** Zero-based indices (position in the global config) of the servers that answered so far, in order. */
  readonly servers: readonly number[]
  /**
   * Newest masterchain seqno of the local index, once the session answers from that because no liteserver is alive.
   * Undefined while the network answers.
   */
  readonly indexHead?: number | undefined

  /** The newest masterchain block, proved from the anchor (recipe LAST of compatibility-v2 §2.4). */
  last(): Promise<BlockIdExt>
  /**
   * The newest masterchain block whose configuration the session can read, where that can be older than `last`: the
   * local index can end before the newest proved block. Absent where it is `last`.
   */
  lastReadable?(): Promise<BlockIdExt>
  masterchainInfo(): Promise<MasterchainInfo>
  /** The masterchain block of a seqno (recipe MC), or the newest without one. */
  masterchainBlock(seqno?: number): Promise<BlockIdExt>
  /** Recipe LOOKUP: `shard` acts as an account prefix, so the block's own shard may differ. */
  lookupBlock(place: LookupQuery): Promise<BlockIdExt>
  blockHeader(id: BlockIdExt): Promise<BlockHeaderInfo>
  /** The shard blocks that a masterchain block commits to, in dictionary order, left child first. */
  shards(masterchainBlock: BlockIdExt): Promise<readonly BlockIdExt[]>
  account(masterchainBlock: BlockIdExt, address: Address): Promise<AccountAnswer>
  /** Newest first, from (lt, hash) inclusive, at most 16 (the liteserver's cap) in one call. */
  transactions(
    address: Address,
    lt: bigint,
    hash: Buffer,
    count: number,
  ): Promise<readonly FoundTransaction[]>
  /** A page of a block's transactions by ascending account, then lt; at most 256. */
  blockTransactions(id: BlockIdExt, count: number, after?: TransactionCursor): Promise<BlockTransactionsPage>
  /** The same with whole transaction cells. */
  blockTransactionsExt(
    id: BlockIdExt,
    count: number,
    after?: TransactionCursor,
  ): Promise<BlockTransactionsExtPage>
  /** One parameter's cell, or undefined when the configuration does not have it. */
  configParam(masterchainBlock: BlockIdExt, param: number): Promise<Cell | undefined>
  /** The root of the whole configuration dictionary, Hashmap 32 ^Cell. */
  configAll(masterchainBlock: BlockIdExt): Promise<Cell>
  /** The masterchain blocks before a block (and the last key block) as contracts may ask for them. */
  earlierBlocks(masterchainBlock: BlockIdExt): Promise<EarlierBlocks>
  /** Public libraries by hash, at most 16; unknown hashes are missing. `data` is the BOC as delivered. */
  libraries(hashes: readonly Buffer[]): Promise<readonly { readonly hash: Buffer; readonly data: Buffer }[]>
  /** Validator signatures of a masterchain block (compatibility-v2 §4.2). */
  blockSignatures(seqno: number): Promise<BlockSignaturesAnswer>
  /** From a masterchain block (or the newest) down to a shard block (compatibility-v2 §4.3). */
  shardBlockProof(place: LookupQuery, fromSeqno?: number): Promise<ShardBlockProofAnswer>
  /** Outbound queue sizes of the masterchain and of every shard at the newest block. */
  outMsgQueueSizes(): Promise<{
    readonly sizes: readonly { id: BlockIdExt; size: number }[]
    readonly limit: number
  }>
  /**
   * Sends an external message's BOC to up to five servers at once, to each one once; resolves with the status of the
   * first that takes it. Rejects with a server's refusal when none does. Nothing is ever sent again by itself.
   */
  sendMessage(body: Buffer): Promise<number>
}

/** Of `prevBlocks` only the last 16 and the last 16 whose seqno is a multiple of 100 are there, the rest is pruned. */
export type EarlierBlocks = Pick<McStateDetails, 'prevBlocks' | 'afterKeyBlock' | 'lastKeyBlock'>

/** Options of a session. */
export type SessionOptions = {
  /** True: only servers that keep old blocks. */
  readonly archival?: boolean
  readonly signal?: AbortSignal
}

/** What the API is given: a source of sessions and what is known without asking. */
export type LiteNetwork = {
  session(options?: SessionOptions): LiteSession
  /** The highest proved masterchain seqno, undefined when no server is alive. */
  consensusSeqno(): number | undefined
  /** Newest masterchain seqno of the local index while no liteserver is alive, undefined otherwise. */
  indexHead?(): number | undefined
  /**
   * Returns the masterchain seqno of the newest block known to exist: no answer states an older head. Undefined before a
   * liteserver has named its head in this run.
   */
  knownHead?(): number | undefined
  /** `masterchainInfo` of the block of `knownHead` without asking a liteserver; undefined if a part is not known. */
  knownInfo?(): MasterchainInfo | undefined
}

/** The newest masterchain block, its state's root hash, and the zero state (liteServer.masterchainInfo). */
export type MasterchainInfo = {
  readonly last: BlockIdExt
  readonly stateRootHash: Buffer
  readonly init: { readonly workchain: number; readonly rootHash: Buffer; readonly fileHash: Buffer }
}

/** A block by shard and by seqno, lt or time (Unix seconds), as liteServer.lookupBlock takes it. */
export type LookupQuery = {
  readonly workchain: number
  /** Unsigned 64-bit. */
  readonly shard: bigint
  readonly by: { readonly seqno: number } | { readonly lt: bigint } | { readonly utime: number }
}

/** The fields of `block_info#9bc7a987` that the API shows. */
export type BlockHeaderInfo = {
  readonly id: BlockIdExt
  readonly globalId: number
  readonly version: number
  /** Of the software that made the block (gen_software), 0 where the header doesn't say. */
  readonly globalVersion: number
  readonly afterMerge: boolean
  readonly afterSplit: boolean
  readonly beforeSplit: boolean
  readonly wantMerge: boolean
  readonly wantSplit: boolean
  /** Unsigned; the API prints it as int32. */
  readonly validatorListHashShort: number
  readonly catchainSeqno: number
  readonly minRefMcSeqno: number
  readonly isKeyBlock: boolean
  readonly prevKeyBlockSeqno: number
  readonly startLt: bigint
  readonly endLt: bigint
  /** Unix seconds. */
  readonly genUtime: number
  /** One block, or two after a merge. */
  readonly prevBlocks: readonly BlockIdExt[]
}

/** A proved account at a masterchain block. */
export type AccountAnswer = {
  readonly block: BlockIdExt
  /** The account's shard's; the masterchain block itself where there is no such workchain. */
  readonly shardBlock: BlockIdExt
  /** gen_utime of the shard block, unix seconds: `sync_utime`. */
  readonly shardUtime: number
  /** The `Account` cell (account$1 …), undefined when the shard has no such account. */
  readonly account: Cell | undefined
  /** 0 and zeros when the account never had a transaction. */
  readonly lastTransLt: bigint
  readonly lastTransHash: Buffer
}

/** Which block it is in isn't said: a liteserver's word for that is unproved (NetworkSession.transactionBlock proves it). */
export type FoundTransaction = { readonly transaction: Cell }

/** Where a page continues: the 32-byte account and the lt of the last item. */
export type TransactionCursor = { readonly account: Buffer; readonly lt: bigint }

/** A page of a block's transactions; `incomplete` is true if there are more. */
export type BlockTransactionsPage = {
  readonly incomplete: boolean
  readonly transactions: readonly { readonly account: Buffer; readonly lt: bigint; readonly hash: Buffer }[]
}

/** A page of a block's transaction cells; `incomplete` is true if there are more. */
export type BlockTransactionsExtPage = {
  readonly incomplete: boolean
  readonly transactions: readonly { readonly account: Buffer; readonly transaction: Cell }[]
}

/** A validator's signature of a block: the short node id (32 bytes) and the Ed25519 signature (64 bytes). */
export type BlockSignature = { readonly nodeIdShort: Buffer; readonly signature: Buffer }

/** Validator signatures of a block, by consensus: `ordinary` (catchain) or `simplex`. */
export type BlockSignaturesAnswer =
  | { readonly kind: 'ordinary'; readonly id: BlockIdExt; readonly signatures: readonly BlockSignature[] }
  | {
      readonly kind: 'simplex'
      readonly id: BlockIdExt
      readonly signatures: readonly BlockSignature[]
      readonly sessionId: Buffer
      readonly slot: number
      readonly candidate: Buffer
    }

/** The chain of proofs from a masterchain block to a shard block (compatibility-v2 §4.3). */
export type ShardBlockProofAnswer = {
  readonly from: BlockIdExt
  readonly mcId: BlockIdExt
  /** Proofs made anew of the liteserver's cells, as the reference server makes them. */
  readonly links: readonly { readonly id: BlockIdExt; readonly proof: Buffer }[]
  /** Empty (from = mcId) or one backward link. */
  readonly mcProof: readonly {
    readonly toKeyBlock: boolean
    readonly from: BlockIdExt
    readonly to: BlockIdExt
    readonly destProof: Buffer
    readonly proof: Buffer
    readonly stateProof: Buffer
  }[]
}
