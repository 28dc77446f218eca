import type { BlockIdExt } from '../../chain/blockId.ts'
import type {
  AccountAnswer,
  BlockHeaderInfo,
  BlockTransactionsExtPage,
  BlockTransactionsPage,
  LookupQuery,
  TransactionCursor,
} from '../../liteserver/session.ts'
import type { None } from '../../platform/rpc/contract.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { EarlierIds } from './offlineConfig.ts'

/** Methods of the archive thread. Cells are sent as BOCs. */
export type OfflineMethods = {
  newest(_: undefined): { readonly id: BlockIdExt; readonly stateHash: Buffer }
  masterchainBlock(seqno: number): BlockIdExt
  lookup(place: LookupQuery): BlockIdExt
  header(id: BlockIdExt): BlockHeaderInfo
  shards(id: BlockIdExt): readonly BlockIdExt[]
  account(account: {
    readonly id: BlockIdExt
    readonly address: StdAddress
  }): Omit<AccountAnswer, 'account'> & { readonly account: Buffer | undefined }
  transactions(newest: {
    readonly address: StdAddress
    readonly lt: bigint
    readonly hash: Buffer
    readonly count: number
  }): readonly Buffer[]
  blockTransactions(page: PageRequest): BlockTransactionsPage
  blockTransactionsExt(page: PageRequest): Pick<BlockTransactionsExtPage, 'incomplete'> & {
    readonly transactions: readonly { readonly account: Buffer; readonly boc: Buffer }[]
  }
  configParam(param: { readonly id: BlockIdExt; readonly param: number }): Buffer | undefined
  configAll(id: BlockIdExt): Buffer
  earlierBlocks(id: BlockIdExt): EarlierIds
}
/** The name of a method of the archive thread. */
export type OfflineCall = keyof OfflineMethods

/** A request for a page of a block's transactions, after an item if `after` is set. */
export type PageRequest = {
  readonly id: BlockIdExt
  readonly count: number
  readonly after: TransactionCursor | undefined
}

/** Options of the archive thread. */
export type OfflineOptions = {
  /** The database. */
  readonly file: string
  readonly archiveDir: string
  readonly zeroState: BlockIdExt
}

/** The archive thread, which reads blocks and states of the index's archive. */
export type OfflineContract = {
  readonly options: OfflineOptions
  readonly ready: undefined
  readonly methods: OfflineMethods
  readonly events: {
    /** A file of the archive that could not be read. */
    readonly unreadable: BlockIdExt
  }
  readonly host: None
}
