import { type DetectedTokenContract, SALE_KINDS, type TokenContentJson } from '../../detectedTokens.ts'
import { imageHash } from '../../metadataContent.ts'
import type { StdAddress } from '../../parsedBlock.ts'
import { sortableInteger } from '../../sortableInteger.ts'
import type { SqlValue } from '../../sqlite/insertInto.ts'

/** A kind of verified contract; each has a table. */
export type ContractKind = DetectedTokenContract['kind']

/** Names of the tables. */
export const CONTRACT_TABLES = {
  jetton_master: 'jetton_masters',
  jetton_wallet: 'jetton_wallets',
  nft_collection: 'nft_collections',
  nft_item: 'nft_items',
  nft_sale: 'nft_sales',
  dns_entry: 'dns_entries',
  multisig: 'multisigs',
  multisig_order: 'multisig_orders',
  vesting: 'vesting_contracts',
} as const satisfies { readonly [K in ContractKind]: string }

const STATE_COLUMNS = ['code', 'data_hash', 'last_tx_lt', 'mc_seqno'] as const
/** Columns of the tables but for the key. */
export const CONTRACT_COLUMNS = {
  jetton_master: [
    'total_supply',
    'mintable',
    'admin',
    'content',
    'image_hash',
    'wallet_code_hash',
    ...STATE_COLUMNS,
  ],
  jetton_wallet: ['balance', 'owner', 'jetton', 'is_claimed', ...STATE_COLUMNS],
  nft_collection: ['next_item_index', 'owner', 'content', 'image_hash', ...STATE_COLUMNS],
  nft_item: [
    'init',
    'item_index',
    'collection',
    'owner',
    'real_owner',
    'content',
    'image_hash',
    ...STATE_COLUMNS,
  ],
  nft_sale: ['kind', 'nft', 'nft_owner', 'marketplace', 'created_at', 'details', ...STATE_COLUMNS],
  dns_entry: [
    'owner',
    'domain',
    'next_resolver',
    'wallet',
    'site_adnl',
    'storage_bag_id',
    'last_tx_lt',
    'mc_seqno',
  ],
  multisig: ['next_order_seqno', 'threshold', 'has_proposers', ...STATE_COLUMNS],
  multisig_order: [
    'multisig',
    'order_seqno',
    'threshold',
    'sent_for_execution',
    'approvals_mask',
    'approvals_num',
    'expires_at',
    'order_boc',
    ...STATE_COLUMNS,
  ],
  vesting: [
    'start_time',
    'total_duration',
    'unlock_period',
    'cliff_duration',
    'total_amount',
    'sender',
    'owner',
    ...STATE_COLUMNS,
  ],
} as const satisfies { readonly [K in ContractKind]: readonly string[] }

/** The values of a kind's columns but for STATE_COLUMNS. */
type Values<K extends ContractKind> = {
  readonly [Name in Exclude<(typeof CONTRACT_COLUMNS)[K][number], (typeof STATE_COLUMNS)[number]>]: SqlValue
}

/** Returns the values of the columns `content` and `image_hash`. */
function contentValues(content: TokenContentJson | undefined) {
  const { image } = content ?? {}
  return { content: content ? JSON.stringify(content) : null, image_hash: image ? imageHash(image) : null }
}

/** Returns the key column of a kind's table. */
export function keyColumn(kind: ContractKind): string {
  return kind === 'dns_entry' ? 'item' : 'account'
}

/**
 * Returns the values of a contract's columns but for STATE_COLUMNS.
 * @param idOf returns the number of an account; null for undefined
 */
export function contractValues(
  facts: DetectedTokenContract,
  idOf: (address: StdAddress | undefined) => bigint | null,
): { readonly [column: string]: SqlValue } {
  switch (facts.kind) {
    case 'jetton_master':
      return {
        total_supply: sortableInteger(facts.totalSupply),
        mintable: facts.mintable ? 1 : 0,
        admin: idOf(facts.admin),
        ...contentValues(facts.content),
        wallet_code_hash: facts.walletCodeHash,
      } satisfies Values<'jetton_master'>
    case 'jetton_wallet':
      return {
        balance: sortableInteger(facts.balance),
        owner: idOf(facts.owner),
        jetton: idOf(facts.jetton),
        is_claimed: facts.isClaimed === undefined ? null : Number(facts.isClaimed),
      } satisfies Values<'jetton_wallet'>
    case 'nft_collection':
      return {
        next_item_index: sortableInteger(facts.nextItemIndex),
        owner: idOf(facts.owner),
        ...contentValues(facts.content),
      } satisfies Values<'nft_collection'>
    case 'nft_item':
      return {
        init: facts.init ? 1 : 0,
        item_index: sortableInteger(facts.index),
        collection: idOf(facts.collection),
        owner: idOf(facts.owner),
        real_owner: idOf(facts.owner),
        ...contentValues(facts.content),
      } satisfies Values<'nft_item'>
    case 'nft_sale':
      return {
        kind: SALE_KINDS.indexOf(facts.sale),
        nft: idOf(facts.nft),
        nft_owner: idOf(facts.nftOwner),
        marketplace: idOf(facts.marketplace),
        created_at: facts.createdAt ?? null,
        details: JSON.stringify(facts.details),
      } satisfies Values<'nft_sale'>
    case 'dns_entry':
      return {
        owner: idOf(facts.owner),
        domain: facts.domain,
        next_resolver: idOf(facts.nextResolver),
        wallet: idOf(facts.wallet),
        site_adnl: facts.siteAdnl ?? null,
        storage_bag_id: facts.storageBagId ?? null,
      } satisfies Values<'dns_entry'>
    case 'multisig':
      return {
        next_order_seqno: sortableInteger(facts.nextOrderSeqno),
        threshold: facts.threshold,
        has_proposers: facts.proposers ? 1 : 0,
      } satisfies Values<'multisig'>
    case 'multisig_order':
      return {
        multisig: idOf(facts.multisig),
        order_seqno: sortableInteger(facts.orderSeqno),
        threshold: facts.threshold,
        sent_for_execution: facts.sentForExecution ? 1 : 0,
        approvals_mask: sortableInteger(facts.approvalsMask),
        approvals_num: facts.approvalsNum,
        expires_at: facts.expiresAt,
        order_boc: facts.order,
      } satisfies Values<'multisig_order'>
    case 'vesting':
      return {
        start_time: facts.startTime,
        total_duration: facts.totalDuration,
        unlock_period: facts.unlockPeriod,
        cliff_duration: facts.cliffDuration,
        total_amount: sortableInteger(facts.totalAmount),
        sender: idOf(facts.sender),
        owner: idOf(facts.owner),
      } satisfies Values<'vesting'>
  }
}
