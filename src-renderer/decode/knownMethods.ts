import { methodId } from './methodTable.ts'

/** What an argument of a get-method is made of. */
export type ArgumentType = 'number' | 'address' | 'slice' | 'cell' | 'null' | 'tuple'

export type KnownArgument = { readonly name: string; readonly type: ArgumentType }
export type KnownMethod = {
  readonly name: string
  readonly arguments: readonly KnownArgument[]
  /** What the result's entries are, in order. */
  readonly results: readonly string[]
}

/** `owner:address` → name and type. */
function method(name: string, given = '', results = ''): KnownMethod {
  const words = given === '' ? [] : given.split(' ')
  return {
    name,
    arguments: words.map((word) => {
      const [argument = '', type = 'number'] = word.split(':')
      return { name: argument, type: type as ArgumentType }
    }),
    results: results === '' ? [] : results.split(', '),
  }
}

/** Getters of the standards (TEP-62, 64, 66, 74, 81, 85, 89) and of contracts that everybody meets. */
const METHODS: readonly KnownMethod[] = [
  // Wallets
  method('seqno', '', 'seqno'),
  method('get_public_key', '', 'public key'),
  method('get_subwallet_id', '', 'wallet id'),
  method('get_wallet_id', '', 'wallet id'),
  method('is_plugin_installed', 'workchain:number hash:number', 'installed'),
  method('get_plugin_list', '', 'plugins'),
  method('is_signature_allowed', '', 'allowed'),
  method('get_extensions', '', 'extensions'),
  method('processed?', 'query_id:number need_clean:number', 'processed'),
  method('get_timeout', '', 'timeout'),
  method('get_last_clean_time', '', 'last clean time'),
  // TEP-74, TEP-89
  method('get_jetton_data', '', 'total supply, mintable, admin, content, wallet code'),
  method('get_wallet_address', 'owner:address', 'wallet'),
  method('get_wallet_data', '', 'balance, owner, master, wallet code'),
  method('get_next_admin_address', '', 'next admin'),
  method('get_status', '', 'status'),
  // TEP-62, TEP-66, TEP-85
  method('get_collection_data', '', 'next item index, content, owner'),
  method('get_nft_address_by_index', 'index:number', 'item'),
  method('get_nft_content', 'index:number individual:cell', 'content'),
  method('royalty_params', '', 'numerator, denominator, destination'),
  method('get_nft_data', '', 'initialized, index, collection, owner, content'),
  method('get_editor', '', 'editor'),
  method('get_authority_address', '', 'authority'),
  method('get_revoked_time', '', 'revoked at'),
  method('get_sale_data'),
  method('get_fix_price_data_v4'),
  method('get_auction_data_v4'),
  // TEP-81
  method('dnsresolve', 'domain:slice category:number', 'bits resolved, record'),
  method('get_domain', '', 'domain'),
  method('get_full_domain', '', 'domain'),
  method('get_auction_info', '', 'highest bidder, bid, end'),
  method('get_last_fill_up_time', '', 'filled up at'),
  // Multisig v2
  method('get_multisig_data', '', 'next order, threshold, signers, proposers'),
  method('get_order_address', 'order:number', 'order'),
  method('get_order_estimate', 'order:cell expiration:number', 'estimate'),
  method(
    'get_order_data',
    '',
    'multisig, order, threshold, executed, signers, approvals, approvals count, expiration, order body',
  ),
  // Vesting
  method(
    'get_vesting_data',
    '',
    'start, duration, unlock period, cliff, total, vesting sender, owner, whitelist',
  ),
  method('get_locked_amount', 'at_time:number', 'locked'),
  method('is_whitelisted', 'account:address', 'whitelisted'),
  method('get_whitelist', '', 'whitelist'),
  // Pools and exchanges
  method('get_pool_data'),
  method('get_reserves'),
  method('get_assets'),
  method('get_pool_address', 'first:address second:address', 'pool'),
  method('get_expected_outputs', 'amount:number wallet:address'),
  method('get_lp_account_address', 'user:address', 'account'),
  method('get_trade_fee'),
  method('estimate_swap_out', 'asset_in:slice amount_in:number'),
  // Elector and configuration
  method('active_election_id', '', 'election'),
  method('participant_list', '', 'participants'),
  method(
    'participant_list_extended',
    '',
    'elect at, elect close, min stake, total stake, participants, failed, finished',
  ),
  method('participates_in', 'validator_key:number', 'stake'),
  method('compute_returned_stake', 'wallet_hash:number', 'stake'),
  method('past_election_ids', '', 'elections'),
  method('past_elections', '', 'elections'),
  method('past_elections_list', '', 'elections'),
  method('list_complaints', 'election:number', 'complaints'),
  method('show_complaint', 'election:number complaint:number', 'complaint'),
  method('get_past_complaints', 'election:number', 'complaints'),
  method('complaint_storage_price', 'bits:number refs:number seconds:number', 'price'),
  method('list_proposals', '', 'proposals'),
  method('get_proposal', 'hash:number', 'proposal'),
  method('proposal_storage_price', 'critical:number seconds:number bits:number refs:number', 'price'),
  // Often written by hand
  method('get_owner', '', 'owner'),
  method('owner', '', 'owner'),
  method('get_balance', '', 'balance'),
  method('balance', '', 'balance'),
  method('get_counter', '', 'counter'),
  method('counter', '', 'counter'),
  method('get_id', '', 'id'),
  method('get_data'),
  method('get_storage'),
  method('get_version'),
  method('get_price'),
  method('price'),
  method('get_name'),
  method('get_total_supply'),
  method('is_paused'),
  method('supported_interfaces'),
  method('get_abi_ipfs'),
  method('lazy_deployment_completed'),
  method('get_static_data'),
  method('get_upgraded_code'),
]

const BY_NAME = new Map(METHODS.map((known) => [known.name, known]))
// Ids have 16 bits of a checksum: two names may share one (`version` has that of `is_plugin_installed`).
const BY_ID = new Map(METHODS.map((known) => [methodId(known.name), known]))

export function knownMethod(name: string): KnownMethod | undefined {
  return BY_NAME.get(name)
}

/** The name behind an id, where it is one that we know. */
export function knownMethodById(id: number): KnownMethod | undefined {
  return BY_ID.get(id)
}

/** What a contract of a kind answers when its code doesn't tell: wallets before v4 have no dictionary. */
const OF_KIND: readonly (readonly [pattern: RegExp, names: readonly string[]])[] = [
  [/^wallet v[12]/, ['seqno', 'get_public_key']],
  [/^wallet v3/, ['seqno', 'get_public_key']],
  [/^wallet v4/, ['seqno', 'get_public_key', 'get_subwallet_id', 'get_plugin_list']],
  [/^wallet v5/, ['seqno', 'get_public_key', 'get_subwallet_id', 'is_signature_allowed', 'get_extensions']],
  [/^highload wallet v3/, ['get_public_key', 'get_subwallet_id', 'get_last_clean_time', 'get_timeout']],
  [/^highload wallet/, ['get_public_key', 'seqno', 'processed?']],
]

export function methodsOfKind(kind: string): readonly KnownMethod[] {
  const names = OF_KIND.find(([pattern]) => pattern.test(kind))?.[1] ?? []
  return names.map((name) => BY_NAME.get(name)).filter((known) => known !== undefined)
}
