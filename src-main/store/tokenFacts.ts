import type { StdAddress } from './facts.ts'

/**
 * What detection found out of contracts and of their transactions, in the form in which it goes from the thread that
 * runs getters to the one that writes. Addresses are 33 bytes, hashes 32, amounts are in the token's smallest unit.
 */

/** What an address field without an account holds; `std` goes with an account. */
export const ADDRESS_FORMS = ['std', 'addr_none', 'addr_extern', 'addr_var'] as const
export type AddressForm = (typeof ADDRESS_FORMS)[number]
/** A MsgAddress: `address` is undefined unless `form` is `std`. */
export type MessageAddress = { readonly form: AddressForm; readonly address: StdAddress | undefined }

/** Contents by TEP-64, as v3 shows them: texts by key. */
export type TokenContentJson = { readonly [key: string]: string }

export const SALE_KINDS = ['getgems_sale', 'getgems_auction', 'telemint'] as const
export type SaleKind = (typeof SALE_KINDS)[number]

/** Roles in contract_members. */
export const ROLES = ['signer', 'proposer', 'whitelisted'] as const
export type Role = (typeof ROLES)[number]

export type JettonMasterFacts = {
  readonly kind: 'jetton_master'
  readonly totalSupply: bigint
  readonly mintable: boolean
  readonly admin: StdAddress | undefined
  readonly content: TokenContentJson
  readonly walletCodeHash: Buffer
}

export type JettonWalletFacts = {
  readonly kind: 'jetton_wallet'
  readonly balance: bigint
  readonly owner: StdAddress
  readonly jetton: StdAddress
  /** Of a mintless jetton's wallet. */
  readonly isClaimed: boolean | undefined
}

export type NftCollectionFacts = {
  readonly kind: 'nft_collection'
  readonly nextItemIndex: bigint
  readonly owner: StdAddress | undefined
  readonly content: TokenContentJson
}

export type NftItemFacts = {
  readonly kind: 'nft_item'
  readonly init: boolean
  readonly index: bigint
  readonly collection: StdAddress | undefined
  readonly owner: StdAddress | undefined
  readonly content: TokenContentJson | undefined
}

export type NftSaleFacts = {
  readonly kind: 'nft_sale'
  readonly sale: SaleKind
  readonly nft: StdAddress
  readonly nftOwner: StdAddress | undefined
  readonly marketplace: StdAddress | undefined
  /** Unix seconds. */
  readonly createdAt: number | undefined
  /** The fields of the kind under their names in compatibility-v3 §7.8; addresses as raw text. */
  readonly details: { readonly [name: string]: string | number | boolean | null }
}

/** A domain of a root collection; its item is the account. */
export type DnsEntryFacts = {
  readonly kind: 'dns_entry'
  readonly owner: StdAddress | undefined
  /** With its zone: `alice.ton`. */
  readonly domain: string
  readonly nextResolver: StdAddress | undefined
  readonly wallet: StdAddress | undefined
  readonly siteAdnl: Buffer | undefined
  readonly storageBagId: Buffer | undefined
}

export type MultisigFacts = {
  readonly kind: 'multisig'
  readonly nextOrderSeqno: bigint
  readonly threshold: number
  readonly signers: readonly StdAddress[]
  /** Undefined where the contract answers null. */
  readonly proposers: readonly StdAddress[] | undefined
}

export type MultisigOrderFacts = {
  readonly kind: 'multisig_order'
  readonly multisig: StdAddress
  readonly orderSeqno: bigint
  readonly threshold: number
  readonly sentForExecution: boolean
  readonly approvalsMask: bigint
  readonly approvalsNum: number
  /** Unix seconds. */
  readonly expiresAt: number
  readonly order: Buffer
  readonly signers: readonly StdAddress[]
}

export type VestingFacts = {
  readonly kind: 'vesting'
  /** Unix seconds; the three durations are seconds. */
  readonly startTime: number
  readonly totalDuration: number
  readonly unlockPeriod: number
  readonly cliffDuration: number
  /** Nanoton. */
  readonly totalAmount: bigint
  readonly sender: StdAddress
  readonly owner: StdAddress
  readonly whitelist: readonly StdAddress[]
}

export type TokenContractFacts =
  | JettonMasterFacts
  | JettonWalletFacts
  | NftCollectionFacts
  | NftItemFacts
  | NftSaleFacts
  | DnsEntryFacts
  | MultisigFacts
  | MultisigOrderFacts
  | VestingFacts

type Payment = {
  readonly txHash: Buffer
  readonly queryId: bigint
  readonly aborted: boolean
  readonly response: MessageAddress
  /** A BOC. */
  readonly customPayload: Buffer | undefined
}

type Forward = {
  /** Nanoton. */
  readonly forwardAmount: bigint
  /** A BOC, of a payload that lies in a reference. */
  readonly forwardPayload: Buffer | undefined
}

/** An event of a verified contract: one for each transaction with such a request (compatibility-v3 §14.3). */
export type TokenEventFacts =
  | (Payment &
      Forward & {
        readonly kind: 'jetton_transfer'
        readonly jetton: StdAddress
        readonly amount: bigint
        readonly source: StdAddress
        readonly destination: MessageAddress
      })
  | (Payment & {
      readonly kind: 'jetton_burn'
      readonly jetton: StdAddress
      readonly amount: bigint
      readonly owner: StdAddress
    })
  | (Payment &
      Forward & {
        readonly kind: 'nft_transfer'
        readonly collection: StdAddress | undefined
        readonly oldOwner: StdAddress
        readonly newOwner: MessageAddress
      })

/** What one account was found to be. */
export type DetectedAccount = {
  readonly account: StdAddress
  /** Of the state that was read; 0 where the account has none. */
  readonly lastTxLt: bigint
  readonly codeHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
  /** The masterchain block at which it was verified. */
  readonly mcSeqno: number
  /** All that it is: rows of other kinds that it had before go. */
  readonly contracts: readonly TokenContractFacts[]
  readonly events: readonly TokenEventFacts[]
  /** The account whose state is missing: the account stays in the queue and keeps its rows until that is read. */
  readonly waitsFor: StdAddress | undefined
  /** The contract that it names as its master, collection or multisig, if that does not exist. */
  readonly absent: StdAddress | undefined
}

/** The opcodes of requests that are events: jetton transfer, jetton burn, NFT transfer. */
export const EVENT_OPCODES = [0x0f8a7ea5, 0x595f07bc, 0x5fcc3d14] as const

/**
 * Priorities in detection_queue; the lowest number goes first. Rows of the last are not looked at: `waits_for` is the
 * contract that an account named and that did not exist. They become rows of a backfill when it is deployed.
 */
export const PRIORITY = { asked: 0, newBlock: 1, backfill: 2, absent: 3 } as const

/** A row of detection_queue as it was read: it goes only if it is still the same. */
export type QueuedAccount = {
  readonly priority: number
  readonly mcSeqno: number
  readonly firstLt: bigint
  readonly lastLt: bigint
}

/** The result of looking at one account. */
export type DetectionResult = DetectedAccount & {
  /** Undefined where the account was not in the queue; `any`: it leaves the queue in every case. */
  readonly queued: QueuedAccount | 'any' | undefined
  /** The lt of the last event that was read, where there are more in the queue's range. */
  readonly eventsUpTo: bigint | undefined
  /** It waits for itself: its code needs a public library that could not be read. */
  readonly isLibraryMissing: boolean
  /** The contract's answers about its wallets or items have changed: they must be verified again. */
  readonly isRecheckNeeded: boolean
}

/** Results of several accounts, written in one transaction. */
export type DetectionBatch = {
  readonly results: readonly DetectionResult[]
  /** Hashes of codes that no detector fits: their accounts are no longer queued. */
  readonly plainCodes: readonly Buffer[]
}
