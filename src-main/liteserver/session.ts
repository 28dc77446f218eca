import type { Address, Cell } from '@ton/core'
import type { BlockIdExt } from '../chain/blockId.ts'
import type { McStateDetails } from '../chain/state/mcStateExtra.ts'

/**
 * A request's session with a network: every answer is verified against the trust anchor (unless the user switched that
 * off), whichever liteserver it came from. One session serves one request and prefers to stay on one server, as
 * toncenter's sessions do (compatibility-v2 §1.9).
 * Every method rejects with LiteServerError (the server's own code and text), ProofError (all servers lied),
 * LiteTimeoutError or NoServerError, from which the HTTP layer chooses a status.
 */
export type LiteSession = {
  /** Zero-based indices (position in the global config) of the servers that answered so far, in order. */
  readonly servers: readonly number[]
  /**
   * Newest masterchain seqno of the local index, if the session answers from the index because no liteserver is alive.
   * Undefined while the network answers.
   */
  readonly indexHead?: number | undefined

  /** The newest masterchain block, proved from the anchor (recipe LAST of compatibility-v2 §2.4). */
  last(): Promise<BlockIdExt>
  /**
   * The newest masterchain block whose configuration the session can read, if that can be older than `last`: the local
   * index can end before the newest proved block. Undefined if it is `last`.
   */
  lastReadable?(): Promise<BlockIdExt>
  masterchainInfo(): Promise<MasterchainInfo>
  /** Returns the masterchain block of a seqno (recipe MC), or the newest without one. */
  masterchainBlock(seqno?: number): Promise<BlockIdExt>
  /** Returns a block by recipe LOOKUP: `shard` acts as an account prefix, so the block's own shard can differ. */
  lookupBlock(place: LookupQuery): Promise<BlockIdExt>
  blockHeader(id: BlockIdExt): Promise<BlockHeaderInfo>
  /** Returns the shard blocks that a masterchain block commits to, in dictionary order, left child first. */
  shards(masterchainBlock: BlockIdExt): Promise<readonly BlockIdExt[]>
  account(masterchainBlock: BlockIdExt, address: Address): Promise<AccountAnswer>
  /** Returns transactions, newest first, from (lt, hash) inclusive, at most 16 (the liteserver's limit) in one call. */
  transactions(
    address: Address,
    lt: bigint,
    hash: Buffer,
    count: number,
  ): Promise<readonly FoundTransaction[]>
  /** Returns a page of a block's transactions by ascending account, then lt; at most 256. */
  blockTransactions(id: BlockIdExt, count: number, after?: TransactionCursor): Promise<BlockTransactionsPage>
  /** The same with whole transaction cells. */
  blockTransactionsExt(
    id: BlockIdExt,
    count: number,
    after?: TransactionCursor,
  ): Promise<BlockTransactionsExtPage>
  /** Returns one parameter's cell; undefined if the configuration does not have it. */
  configParam(masterchainBlock: BlockIdExt, param: number): Promise<Cell | undefined>
  /** Returns the root of the whole configuration dictionary, Hashmap 32 ^Cell. */
  configAll(masterchainBlock: BlockIdExt): Promise<Cell>
  /** Returns the masterchain blocks before a block (and the last key block) that contracts can read. */
  earlierBlocks(masterchainBlock: BlockIdExt): Promise<EarlierBlocks>
  /** Returns public libraries by hash, at most 16; unknown hashes are omitted. `data` is the BOC as it was received. */
  libraries(hashes: readonly Buffer[]): Promise<readonly { readonly hash: Buffer; readonly data: Buffer }[]>
  /** Returns validator signatures of a masterchain block (compatibility-v2 §4.2). */
  blockSignatures(seqno: number): Promise<BlockSignaturesAnswer>
  /** Returns proofs from a masterchain block (or the newest) down to a shard block (compatibility-v2 §4.3). */
  shardBlockProof(place: LookupQuery, fromSeqno?: number): Promise<ShardBlockProofAnswer>
  /** Returns outbound queue sizes of the masterchain and of every shard at the newest block. */
  outMsgQueueSizes(): Promise<{
    readonly sizes: readonly { id: BlockIdExt; size: number }[]
    readonly limit: number
  }>
  /**
   * Sends an external message's BOC to up to five servers at once, to each one once; resolves with the status of the
   * first that accepts it. Rejects with a server's refusal if none does. Nothing is ever sent again automatically.
   */
  sendMessage(body: Buffer): Promise<number>
}

/** `prevBlocks` has only the last 16 and the last 16 whose seqno is a multiple of 100; the others are pruned. */
export type EarlierBlocks = Pick<McStateDetails, 'prevBlocks' | 'afterKeyBlock' | 'lastKeyBlock'>

/** Options of a session. */
export type SessionOptions = {
  /** True: only archival servers. */
  readonly archival?: boolean
  readonly signal?: AbortSignal
}

/** The network for the API: a source of sessions, and values that are known without a query. */
export type LiteNetwork = {
  session(options?: SessionOptions): LiteSession
  /** Returns the highest proved masterchain seqno; undefined if no server is alive. */
  consensusSeqno(): number | undefined
  /** Returns the newest masterchain seqno of the local index while no liteserver is alive; otherwise undefined. */
  indexHead?(): number | undefined
  /**
   * Returns the masterchain seqno of the newest block that is known to exist: no answer has an older head. Undefined
   * before a liteserver has named its head in this run.
   */
  knownHead?(): number | undefined
  /** Returns the newest proved block with its time (Unix seconds) without a query, if its proof showed the time. */
  provedHead?(): { readonly seqno: number; readonly utime: number } | undefined
  /** Returns `masterchainInfo` of the block of `knownHead` without a query; undefined if a part is not known. */
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
  /** Version of the software that made the block (gen_software), 0 if the header does not have it. */
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
  /** The block of the account's shard; the masterchain block itself if there is no such workchain. */
  readonly shardBlock: BlockIdExt
  /** gen_utime of the shard block, unix seconds: `sync_utime`. */
  readonly shardUtime: number
  /** The `Account` cell (account$1 …); undefined if the shard has no such account. */
  readonly account: Cell | undefined
  /** 0 and zeros if the account never had a transaction. */
  readonly lastTransLt: bigint
  readonly lastTransHash: Buffer
}

/**
 * A transaction without its block, which NetworkSession.transactionBlock proves. `claimedBlock` is only a liteserver's
 * claim: it tells which transactions are likely to share a block.
 */
export type FoundTransaction = { readonly transaction: Cell; readonly claimedBlock?: BlockIdExt | undefined }

/** The position where a page continues: the 32-byte account and the lt of the last item. */
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
  /** Proofs that are rebuilt from the liteserver's cells, as the reference server builds them. */
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
