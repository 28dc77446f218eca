import type { BlockIdExt } from '../../chain/blockId.ts'
import type {
  AccountAnswer,
  BlockHeaderInfo,
  BlockTransactionsExtPage,
  BlockTransactionsPage,
  LookupPlace,
  TransactionPlace,
} from '../../liteserver/session.ts'
import type { StdAddress } from '../../store/facts.ts'
import type { StoreErrorCode } from '../../store/indexStore.ts'
import type { EarlierIds } from './offlineConfig.ts'

/** What the thread that reads the archive can be asked: what it takes and what it gives. Cells travel as bags of cells. */
export type OfflineCalls = {
  newest: { takes: undefined; gives: { readonly id: BlockIdExt; readonly stateHash: Buffer } }
  masterchainBlock: { takes: number; gives: BlockIdExt }
  lookup: { takes: LookupPlace; gives: BlockIdExt }
  header: { takes: BlockIdExt; gives: BlockHeaderInfo }
  shards: { takes: BlockIdExt; gives: readonly BlockIdExt[] }
  account: {
    takes: { readonly id: BlockIdExt; readonly address: StdAddress }
    gives: Omit<AccountAnswer, 'account'> & { readonly account: Buffer | undefined }
  }
  transactions: {
    takes: {
      readonly address: StdAddress
      readonly lt: bigint
      readonly hash: Buffer
      readonly count: number
    }
    gives: readonly Buffer[]
  }
  blockTransactions: { takes: PageRequest; gives: BlockTransactionsPage }
  blockTransactionsExt: {
    takes: PageRequest
    gives: Pick<BlockTransactionsExtPage, 'incomplete'> & {
      readonly transactions: readonly { readonly account: Buffer; readonly boc: Buffer }[]
    }
  }
  configParam: { takes: { readonly id: BlockIdExt; readonly param: number }; gives: Buffer | undefined }
  configAll: { takes: BlockIdExt; gives: Buffer }
  earlierBlocks: { takes: BlockIdExt; gives: EarlierIds }
}
export type OfflineCall = keyof OfflineCalls

export type PageRequest = {
  readonly id: BlockIdExt
  readonly count: number
  readonly after: TransactionPlace | undefined
}

/** The functions behind the calls. */
export type OfflineActs = {
  readonly [Call in OfflineCall]: (takes: OfflineCalls[Call]['takes']) => OfflineCalls[Call]['gives']
}

export type OfflineOptions = {
  /** The database. */
  readonly file: string
  readonly archiveDir: string
  readonly zeroState: BlockIdExt
}

export type OfflineRequest = { readonly id: number; readonly call: OfflineCall; readonly takes: unknown }

/** An error's fields: classes don't survive the way between threads. */
export type OfflineRefusal =
  | { readonly kind: 'coverage'; readonly message: string }
  | { readonly kind: 'lite-server'; readonly message: string; readonly code: number }
  | { readonly kind: 'store'; readonly message: string; readonly code: StoreErrorCode }

export type OfflineReport =
  | { readonly id: number; readonly gives: unknown }
  | { readonly id: number; readonly refusal: OfflineRefusal }
