import type { StdAddress } from './parsedBlock.ts'

/**
 * Results of detection, from contracts and their transactions, in the form in which the thread that runs getters
 * sends them to the writer thread. Addresses are 33 bytes, hashes 32, amounts are in the token's smallest unit.
 */

/** Forms of an address field; only `std` has an account. */
export const ADDRESS_FORMS = ['std', 'addr_none', 'addr_extern', 'addr_var'] as const
/** A form of MsgAddress (block.tlb). */
export type AddressForm = (typeof ADDRESS_FORMS)[number]
/** A MsgAddress: `address` is undefined unless `form` is `std`. */
export type MessageAddress = { readonly form: AddressForm; readonly address: StdAddress | undefined }

/** A token's content by TEP-64 as v3 shows it: texts by key. */
export type TokenContentJson = { readonly [key: string]: string }

export const SALE_KINDS = ['getgems_sale', 'getgems_auction', 'telemint'] as const
/** A kind of NFT sale contract. */
export type SaleKind = (typeof SALE_KINDS)[number]

/** Roles in contract_members. */
export const ROLES = ['signer', 'proposer', 'whitelisted'] as const
/** A role in contract_members. */
export type Role = (typeof ROLES)[number]

/** A verified jetton master (TEP-74 get_jetton_data). */
export type DetectedJettonMaster = {
  readonly kind: 'jetton_master'
  readonly totalSupply: bigint
  readonly mintable: boolean
  readonly admin: StdAddress | undefined
  readonly content: TokenContentJson
  readonly walletCodeHash: Buffer
}

/** A verified jetton wallet (TEP-74 get_wallet_data) that its master acknowledges. */
export type DetectedJettonWallet = {
  readonly kind: 'jetton_wallet'
  readonly balance: bigint
  readonly owner: StdAddress
  readonly jetton: StdAddress
  /** Mintless jettons only (TEP-176). */
  readonly isClaimed: boolean | undefined
}

/** A verified NFT collection (TEP-62 get_collection_data). */
export type DetectedNftCollection = {
  readonly kind: 'nft_collection'
  readonly nextItemIndex: bigint
  readonly owner: StdAddress | undefined
  readonly content: TokenContentJson
}

/** A verified NFT item (TEP-62 get_nft_data). */
export type DetectedNftItem = {
  readonly kind: 'nft_item'
  readonly init: boolean
  readonly index: bigint
  readonly collection: StdAddress | undefined
  readonly owner: StdAddress | undefined
  readonly content: TokenContentJson | undefined
}

/** A verified sale or auction of an NFT. */
export type DetectedNftSale = {
  readonly kind: 'nft_sale'
  readonly sale: SaleKind
  readonly nft: StdAddress
  readonly nftOwner: StdAddress | undefined
  readonly marketplace: StdAddress | undefined
  /** Unix seconds. */
  readonly createdAt: number | undefined
  /** The fields of the kind by their names in compatibility-v3 §7.8; addresses as raw text. */
  readonly details: { readonly [name: string]: string | number | boolean | null }
}

/** A domain of a root collection (TEP-81). The account is the domain's NFT item. */
export type DetectedDnsEntry = {
  readonly kind: 'dns_entry'
  readonly owner: StdAddress | undefined
  /** The full name with its zone: `alice.ton`. */
  readonly domain: string
  readonly nextResolver: StdAddress | undefined
  readonly wallet: StdAddress | undefined
  readonly siteAdnl: Buffer | undefined
  readonly storageBagId: Buffer | undefined
}

/** A verified multisig v2 contract. */
export type DetectedMultisig = {
  readonly kind: 'multisig'
  readonly nextOrderSeqno: bigint
  readonly threshold: number
  readonly signers: readonly StdAddress[]
  /** Undefined if the contract returns null. */
  readonly proposers: readonly StdAddress[] | undefined
}

/** A verified order of a multisig v2 contract. */
export type DetectedMultisigOrder = {
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

/** A verified vesting contract. */
export type DetectedVesting = {
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

/** The verified data of a contract, by kind. */
export type DetectedTokenContract =
  | DetectedJettonMaster
  | DetectedJettonWallet
  | DetectedNftCollection
  | DetectedNftItem
  | DetectedNftSale
  | DetectedDnsEntry
  | DetectedMultisig
  | DetectedMultisigOrder
  | DetectedVesting

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
  /** The payload as a BOC; undefined if it is not in a reference. */
  readonly forwardPayload: Buffer | undefined
}

/** An event of a verified contract: one for each transaction with such a request (compatibility-v3 §14.3). */
export type DetectedTokenEvent =
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

/** The detected contracts and events of one account. */
export type DetectedAccount = {
  readonly account: StdAddress
  /** The last transaction's lt of the state that was read; 0 if the account has no state. */
  readonly lastTxLt: bigint
  readonly codeHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
  /** Seqno of the masterchain block at which the account was verified. */
  readonly mcSeqno: number
  /** All kinds of the account; stored rows of other kinds are deleted. */
  readonly contracts: readonly DetectedTokenContract[]
  readonly events: readonly DetectedTokenEvent[]
  /**
   * An account whose state is missing. Until it is read, the detected account stays in the queue and keeps its rows.
   */
  readonly waitsFor: StdAddress | undefined
  /** The contracts that the account names and that do not exist or do not acknowledge it. */
  readonly denied?: readonly Counterpart[]
  /**
   * Seqno of the key block whose DNS root does not acknowledge the account; undefined if the account does not depend on
   * the root.
   */
  readonly deniedByRootOf?: number | undefined
}

/** A contract with which an account was compared, and the last transaction's lt of the state that was read. */
export type Counterpart = { readonly account: StdAddress; readonly lastTxLt: bigint }

/** Opcodes of requests that become events: jetton transfer, jetton burn, NFT transfer. */
export const EVENT_OPCODES = [0x0f8a7ea5, 0x595f07bc, 0x5fcc3d14] as const

/**
 * Priorities in detection_queue; the lowest number goes first. Rows from KEPT on have claims (detection_claims): they
 * are processed only after one of their counterparts has changed, and in turns with those of other counterparts.
 */
export const PRIORITY = { request: 0, newBlock: 1, backfill: 2, kept: 3 } as const
/** The lowest priority of rows that are kept. */
export const KEPT = PRIORITY.kept

/** A number before those of all accounts. */
export const LOWEST_ID = -(1n << 63n)

/**
 * Number that stands for configuration parameter 4 among the counterparts of claims: that of no account, as no
 * workchain has the number -128. Its lts are seqnos of key blocks.
 */
export const DNS_ROOT_PARAMETER = LOWEST_ID + 4n

/** The DNS root in the configuration of a key block. */
export type DnsRoot = {
  /** Undefined if the configuration names none. */
  readonly address: StdAddress | undefined
  readonly keySeqno: number
  /** The collection of each zone, undefined for a zone without one; absent while the root's state is not known. */
  readonly collections?: readonly (StdAddress | undefined)[] | undefined
}

/** A row of detection_queue as it was read. It is deleted only if it is still the same. */
export type QueuedAccount = {
  readonly priority: number
  readonly mcSeqno: number
  readonly firstLt: bigint
  readonly lastLt: bigint
}

/** The result of inspecting one account. */
export type DetectionResult = DetectedAccount & {
  /** The queue's row. Undefined if the account was not queued; `any` removes it from the queue in every case. */
  readonly queued: QueuedAccount | 'any' | undefined
  /** Lt of the last event that was read, if the queue's range has more. */
  readonly eventsUpTo: bigint | undefined
  /** All contracts on whose answers the result depends; absent without an inspection. */
  readonly counterparts?: readonly StdAddress[]
  /** True if the account waits for itself: its code needs a public library that could not be read. */
  readonly isLibraryMissing: boolean
  /** True if the contract's answers about its wallets or items have changed, so that these must be verified again. */
  readonly isRecheckNeeded: boolean
}

/** Results of several accounts. They are written in one transaction. */
export type DetectionBatch = {
  readonly results: readonly DetectionResult[]
  /** Hashes of codes that match no detector: accounts with these codes are no longer queued. */
  readonly plainCodes: readonly Buffer[]
  /** The present DNS root if the index has none, another one, or other collections of it. */
  readonly dnsRoot?: DnsRoot | undefined
}
