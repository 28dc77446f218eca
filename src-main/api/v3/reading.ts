import { hexOf } from '../../platform/hexOf.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { BlockRecord } from '../../store/queries/blocks.ts'
import type { ReadName } from './context.ts'

/**
 * Questions of v3 are answered in reader threads: each has its own read-only connection, finds rows, writes the JSON,
 * and hands over its bytes. The main thread checks what was asked, reads through where something is missing, and
 * passes the bytes on.
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
  /** Before the escaped URL of an image: our URL of that image. Absent where the gateway serves none. */
  readonly imagePrefix?: string | undefined
  /**
   * Seqno of the newest masterchain block, proved after the request arrived: an index that covers it is as new as the
   * network. Undefined until it is proved.
   */
  readonly head?: number | undefined
  /** No liteserver is alive that would tell of newer blocks than `head`. */
  readonly isHeadOld?: boolean
  /** No liteserver can be asked: the answer is what was so when one was last asked. */
  readonly offline?: boolean
  /** A chain of at most so many masterchain blocks can be searched (see ReadThrough); SEARCH_DEPTH by default. */
  readonly searchDepth?: number | undefined
  /** What was fetched for this question. */
  readonly fetched?: readonly Fetched[]
  /** Needs that only complete an answer were given their time: what they lack is left out. */
  readonly isFinal?: boolean
  /** The block `head`, where the question asks for it. */
  readonly newest?: BlockRecord | undefined
}

/** Data that were fetched; `isFound` as ReadThrough resolves. */
export type Fetched = { readonly key: string; readonly isFound: boolean }

export type ReadAnswer =
  /** `json` is the whole body, UTF-8; `coverage` the value of X-Index-Coverage. */
  | {
      readonly kind: 'json'
      readonly status: number
      readonly json: Uint8Array<ArrayBuffer>
      readonly coverage: string
      /** URLs of token content that is not fetched yet. */
      readonly missingContent?: readonly string[]
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  /** The index lacks these: fetch them, then ask again. An empty list: no data that can be fetched would help. */
  | {
      readonly kind: 'missing'
      readonly missing: readonly MissingData[]
      readonly covered: string
      /** Why the rest cannot be told, and what can be asked instead; for the client. */
      readonly reason?: string | undefined
    }

/** Data that the main thread fetches before the question is asked again. */
export type MissingData =
  | {
      readonly kind: 'history'
      readonly account: StdAddress
      readonly count: number
      readonly isOptional?: boolean
    }
  /** `isOptional`: names an account in an address book. */
  | { readonly kind: 'state'; readonly account: StdAddress; readonly isOptional?: boolean }
  | { readonly kind: 'trace'; readonly transaction: Buffer }
  /** The first transaction of a transaction's trace: names the trace. */
  | { readonly kind: 'root'; readonly transaction: Buffer; readonly isOptional: true }
  | { readonly kind: 'neighbours'; readonly transaction: Buffer }
  | { readonly kind: 'transaction'; readonly hash: Buffer }
  | { readonly kind: 'masterchainBlock'; readonly seqno: number }
  /** The contract's state, and detection of that state and of the counterparts that acknowledge it. */
  | { readonly kind: 'contract'; readonly account: StdAddress }
  /** All orders of a multisig. */
  | { readonly kind: 'multisigOrders'; readonly multisig: StdAddress }
  /** The wallet that the jetton's master gives for the owner, detected. */
  | { readonly kind: 'jettonWallet'; readonly owner: StdAddress; readonly jetton: StdAddress }
  /** The item of a domain (`alice.ton`), detected. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** Detection of the accounts of blocks up to this masterchain block; waits for what is under way. */
  | { readonly kind: 'detection'; readonly mcSeqno: number }
  /** Classification of the finished trace of a transaction. */
  | { readonly kind: 'classify'; readonly transaction: Buffer }
  /** Classification of the traces of blocks up to this masterchain block; waits for what is under way. */
  | { readonly kind: 'classification'; readonly mcSeqno: number }
  /** The network's newest masterchain block, for ReadOptions.newest. */
  | { readonly kind: 'newestBlock' }

/** Returns a key that is the same for equal data, on both sides of a thread's port. */
export function missingDataKey(item: MissingData): string {
  switch (item.kind) {
    case 'history':
      return `${historyKey(item.account)}${item.count}`
    case 'state':
      return stateKey(item.account)
    case 'transaction':
      return `transaction:${hexOf(item.hash)}`
    case 'masterchainBlock':
      return `block:${item.seqno}`
    case 'contract':
      return contractKey(item.account)
    case 'multisigOrders':
      return `multisigOrders:${hexOf(item.multisig)}`
    case 'jettonWallet':
      return `jettonWallet:${hexOf(item.owner)}:${hexOf(item.jetton)}`
    case 'domain':
      return `domain:${item.domain}`
    case 'detection':
    case 'classification':
    case 'newestBlock':
      return item.kind
    default:
      return `${item.kind}:${hexOf(item.transaction)}`
  }
}

/** The beginning of the keys of an account's histories, without their lengths. */
export function historyKey(account: Uint8Array): string {
  return `history:${hexOf(account)}:`
}

export function stateKey(account: Uint8Array): string {
  return `state:${hexOf(account)}`
}

function contractKey(account: Uint8Array): string {
  return `contract:${hexOf(account)}`
}
