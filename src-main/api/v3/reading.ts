import { bytesToHex } from '#shared/ton/base64.ts'
import type { HintedCandidates } from '../../indexer/indexer.ts'
import type { HintList } from '../../metadata/hintServer.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { BlockRecord } from '../../store/queries/blocks.ts'
import type { ReadName } from './context.ts'

/**
 * Queries of v3 to reader threads. Each thread has its own read-only connection, finds rows, renders the JSON, and
 * transfers its bytes. The main thread checks the parameters, reads missing data through, and passes the bytes on.
 */
export type ReadQuery = {
  readonly operation: ReadName
  /** The operation's values as its parameters read them (schema/v3). */
  readonly values: unknown
  /** Control headers (compatibility-v3 §1.2), and the state of the network. */
  readonly options: ReadOptions
}

export type ReadOptions = {
  readonly addressBook: boolean
  readonly metadata: boolean
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /** The gateway's URL of an image, before the escaped URL of the image. Undefined if the gateway serves none. */
  readonly imagePrefix?: string | undefined
  /**
   * Seqno of the newest masterchain block, proved after the request arrived: an index that covers it is as new as the
   * network. Undefined until it is proved.
   */
  readonly head?: number | undefined
  /** No liteserver is alive, so that blocks newer than `head` are unknown. */
  readonly isHeadOld?: boolean
  /**
   * No liteserver answers: the answer is as of the last contact with one. `head` is the newest block that was seen, 0
   * without one, undefined if that is not known.
   */
  readonly offline?: boolean
  /**
   * Maximum number of masterchain blocks of a chain that can be searched (see ReadThrough); SEARCH_DEPTH by default.
   */
  readonly searchDepth?: number | undefined
  /** The hint server that can be asked; undefined while none is allowed. */
  readonly hints?: string | undefined
  /** Data that were fetched for this request. */
  readonly fetched?: readonly Fetched[]
  /** Keys of optional data whose fetch failed: the answer omits them. */
  readonly givenUp?: readonly string[]
  /** Whether the time for optional data is over: missing ones are omitted. */
  readonly isFinal?: boolean
  /** The block `head`, if the request needs it. */
  readonly newest?: BlockRecord | undefined
}

/** Data that were fetched; `isFound` as ReadThrough resolves. */
export type Fetched = {
  readonly key: string
  readonly isFound: boolean
  /** Of a list from a hint server. */
  readonly candidates?: HintedCandidates | undefined
}

/** Numbers of contracts of a hint server that belong to the list of an answer, and that do not. */
export type HintedRows = { readonly proved: number; readonly dropped: number }

export type ReadAnswer =
  /** `json` is the whole body, UTF-8; `coverage` the value of X-Index-Coverage. */
  | {
      readonly kind: 'json'
      readonly status: number
      readonly json: Uint8Array<ArrayBuffer>
      readonly coverage: string
      /** URLs of token content that is not fetched yet. */
      readonly missingContent?: readonly string[]
      /** Undefined if the answer does not depend on a hint server. */
      readonly hinted?: HintedRows | undefined
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  /**
   * Data that the index lacks: the main thread fetches them, then sends the query again. An empty list means that
   * fetching would not help.
   */
  | {
      readonly kind: 'missing'
      readonly missing: readonly MissingData[]
      readonly covered: string
      /** The reason why the rest is unknown, and what can be requested instead; for the client. */
      readonly reason?: string | undefined
    }

/** Data that the main thread fetches before it sends the query again. */
export type MissingData =
  | {
      readonly kind: 'history'
      readonly account: StdAddress
      readonly count: number
      readonly isOptional?: boolean
    }
  /** `isOptional`: the account is named in an address book only. */
  | { readonly kind: 'state'; readonly account: StdAddress; readonly isOptional?: boolean }
  | { readonly kind: 'trace'; readonly transaction: Buffer }
  /** The first transaction of a transaction's trace, which names the trace. */
  | { readonly kind: 'root'; readonly transaction: Buffer; readonly isOptional: true }
  /** The states of the account before and after a transaction. */
  | { readonly kind: 'states'; readonly transaction: Buffer; readonly isOptional: true }
  | { readonly kind: 'neighbours'; readonly transaction: Buffer }
  | {
      readonly kind: 'transaction'
      readonly hash: Buffer
      /** Where the request says that it is. */
      readonly place?: { readonly account: StdAddress; readonly lt: bigint } | undefined
    }
  | { readonly kind: 'masterchainBlock'; readonly seqno: number }
  /** The contract's state, and detection of that state and of the counterparts that acknowledge it. */
  | { readonly kind: 'contract'; readonly account: StdAddress; readonly isOptional?: boolean }
  /** A transaction that received or sent a message, from a place that a hint server names. */
  | { readonly kind: 'message'; readonly hash: Buffer }
  /** The contracts that a hint server names for a list, detected. */
  | { readonly kind: 'candidates'; readonly list: HintList; readonly account: StdAddress }
  /** All orders of a multisig. */
  | { readonly kind: 'multisigOrders'; readonly multisig: StdAddress }
  /** The wallet that the jetton's master returns for the owner, detected. */
  | { readonly kind: 'jettonWallet'; readonly owner: StdAddress; readonly jetton: StdAddress }
  /** The item that a collection returns for an index, detected. */
  | { readonly kind: 'collectionItem'; readonly collection: StdAddress; readonly index: bigint }
  /** The item of a domain (`alice.ton`), detected. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** Detection of the accounts of blocks up to this masterchain block; waits for running batches. */
  | { readonly kind: 'detection'; readonly mcSeqno: number }
  /** Classification of the finished trace of a transaction. */
  | { readonly kind: 'classify'; readonly transaction: Buffer }
  /** Classification of the traces of blocks up to this masterchain block; waits for running batches. */
  | { readonly kind: 'classification'; readonly mcSeqno: number }
  /** The network's newest masterchain block, for ReadOptions.newest. */
  | { readonly kind: 'newestBlock' }

/** A contract whose present state a request needs. */
export type ContractNeed = Extract<MissingData, { kind: 'contract' }>

/** Returns a key that is equal for equal data, on both sides of a thread's port. */
export function missingDataKey(item: MissingData): string {
  switch (item.kind) {
    case 'history':
      return `${historyKey(item.account)}${item.count}`
    case 'state':
      return stateKey(item.account)
    case 'transaction':
      return `transaction:${bytesToHex(item.hash)}`
    case 'message':
      return `message:${bytesToHex(item.hash)}`
    case 'candidates':
      return `candidates:${item.list}:${bytesToHex(item.account)}`
    case 'masterchainBlock':
      return `block:${item.seqno}`
    case 'contract':
      return contractKey(item.account)
    case 'multisigOrders':
      return `multisigOrders:${bytesToHex(item.multisig)}`
    case 'jettonWallet':
      return `jettonWallet:${bytesToHex(item.owner)}:${bytesToHex(item.jetton)}`
    case 'collectionItem':
      return `collectionItem:${bytesToHex(item.collection)}:${item.index}`
    case 'domain':
      return `domain:${item.domain}`
    case 'detection':
    case 'classification':
    case 'newestBlock':
      return item.kind
    default:
      return `${item.kind}:${bytesToHex(item.transaction)}`
  }
}

/** Returns the beginning of the keys of an account's histories, without their lengths. */
export function historyKey(account: Uint8Array): string {
  return `history:${bytesToHex(account)}:`
}

export function stateKey(account: Uint8Array): string {
  return `state:${bytesToHex(account)}`
}

function contractKey(account: Uint8Array): string {
  return `contract:${bytesToHex(account)}`
}
