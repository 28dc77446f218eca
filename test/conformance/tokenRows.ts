import { rawAddress } from '../../src-main/indexer/stdAddress.ts'
import { ADDRESS_FORMS } from '../../src-main/store/detectedTokens.ts'
import { openReader } from '../../src-main/store/openDatabase.ts'
import { readSortableInteger } from '../../src-main/store/sortableInteger.ts'

/** Rows of our token tables under the names and in the forms of the reference's tables (compatibility-v3 §16). */

export type TokenRow = { readonly [column: string]: unknown }

const address = (column: string) => `(SELECT address FROM accounts WHERE id = ${column})`
const state =
  '(SELECT hash FROM codes WHERE id = code) AS code_hash, data_hash, last_tx_lt AS last_transaction_lt'
const members = (role: number) =>
  `(SELECT group_concat(hex((SELECT address FROM accounts WHERE id = member)) ORDER BY position)
    FROM contract_members WHERE contract = account AND role = ${role})`
const payment = `(SELECT hash FROM transactions WHERE id = tx) AS tx_hash, e.lt AS tx_lt, e.now AS tx_now,
  e.aborted AS tx_aborted, (SELECT mc_seqno FROM transactions WHERE id = tx) AS mc_seqno, e.query_id,
  ${address('e.response')} AS response_destination, e.response_form, e.custom_payload,
  (SELECT hash FROM transactions WHERE id = (SELECT root_tx FROM traces WHERE id =
    (SELECT trace FROM transactions WHERE id = tx))) AS trace_id`

const QUERIES: { readonly [table: string]: string } = {
  jetton_masters: `SELECT ${address('account')} AS address, total_supply, mintable, ${address('admin')} AS admin_address,
    content AS jetton_content, wallet_code_hash AS jetton_wallet_code_hash, ${state} FROM jetton_masters`,
  jetton_wallets: `SELECT ${address('account')} AS address, balance, ${address('owner')} AS owner,
    ${address('jetton')} AS jetton, is_claimed AS mintless_is_claimed, ${state} FROM jetton_wallets`,
  jetton_transfers: `SELECT ${payment}, e.amount, ${address('e.source')} AS source, ${address('e.destination')} AS
    destination, e.destination_form, ${address('e.account')} AS jetton_wallet_address, ${address('e.jetton')} AS
    jetton_master_address, e.forward_amount AS forward_ton_amount, e.forward_payload FROM jetton_transfers e`,
  jetton_burns: `SELECT ${payment}, e.amount, ${address('e.owner')} AS owner, ${address('e.account')} AS
    jetton_wallet_address, ${address('e.jetton')} AS jetton_master_address FROM jetton_burns e`,
  nft_collections: `SELECT ${address('account')} AS address, next_item_index, ${address('owner')} AS owner_address,
    content AS collection_content, ${state} FROM nft_collections`,
  nft_items: `SELECT ${address('account')} AS address, init, item_index AS "index", ${address('collection')} AS
    collection_address, ${address('owner')} AS owner_address, ${address('real_owner')} AS real_owner, content, ${state}
    FROM nft_items`,
  nft_transfers: `SELECT ${payment}, ${address('e.account')} AS nft_item_address, ${address('e.collection')} AS
    nft_collection_address, (SELECT item_index FROM nft_items i WHERE i.account = e.account) AS nft_item_index,
    ${address('e.old_owner')} AS old_owner, ${address('e.new_owner')} AS new_owner, e.new_owner_form,
    e.forward_amount, e.forward_payload FROM nft_transfers e`,
  getgems_nft_sales: `SELECT ${address('account')} AS address, ${address('nft')} AS nft_address, ${address('nft_owner')}
    AS nft_owner_address, ${address('marketplace')} AS marketplace_address, created_at, details, ${state}
    FROM nft_sales WHERE kind = 0`,
  nft_sales: `SELECT ${address('account')} AS address, kind, ${address('nft')} AS nft_address, ${address('nft_owner')}
    AS nft_owner_address, ${address('marketplace')} AS marketplace_address, created_at, details, ${state}
    FROM nft_sales`,
  dns_entries: `SELECT ${address('item')} AS nft_item_address, ${address('owner')} AS nft_item_owner, domain,
    ${address('next_resolver')} AS dns_next_resolver, ${address('wallet')} AS dns_wallet, site_adnl AS dns_site_adnl,
    storage_bag_id AS dns_storage_bag_id, last_tx_lt AS last_transaction_lt FROM dns_entries`,
  multisig: `SELECT ${address('account')} AS address, next_order_seqno, threshold, ${members(0)} AS signers,
    CASE has_proposers WHEN 1 THEN coalesce(${members(1)}, '') END AS proposers, ${state} FROM multisigs`,
  multisig_orders: `SELECT ${address('account')} AS address, ${address('multisig')} AS multisig_address, order_seqno,
    threshold, sent_for_execution, approvals_mask, approvals_num, expires_at AS expiration_date, order_boc,
    ${members(0)} AS signers, ${state} FROM multisig_orders`,
  vesting_contracts: `SELECT ${address('account')} AS address, start_time AS vesting_start_time, total_duration AS
    vesting_total_duration, unlock_period, cliff_duration, total_amount AS vesting_total_amount, ${address('sender')} AS
    vesting_sender_address, ${address('owner')} AS owner_address, ${state} FROM vesting_contracts`,
  vesting_whitelist: `SELECT ${address('contract')} AS vesting_contract_address, ${address('member')} AS wallet_address
    FROM contract_members WHERE role = 2`,
}

/** Names of the tables that tokenRows has. */
export const TOKEN_TABLES: readonly string[] = Object.keys(QUERIES)

const INTEGERS = new Set([
  'total_supply',
  'balance',
  'amount',
  'forward_ton_amount',
  'forward_amount',
  'next_item_index',
  'index',
  'nft_item_index',
  'next_order_seqno',
  'order_seqno',
  'approvals_mask',
  'vesting_total_amount',
])
const BOOLEANS = new Set(['mintable', 'init', 'tx_aborted', 'sent_for_execution', 'mintless_is_claimed'])
const LISTS = new Set(['signers', 'proposers'])
const JSON_COLUMNS = new Set(['jetton_content', 'collection_content', 'content'])
const ADDRESSES =
  /^(jetton|source|destination|owner|old_owner|new_owner|real_owner|dns_wallet|dns_next_resolver|nft_item_owner|response_destination|nft_collection|nft_item_address|(\w+_)?address)$/

export function tokenRows(file: string, table: string): TokenRow[] {
  const connection = openReader(file)
  try {
    const rows = connection
      .prepare<[], { [column: string]: unknown }>(QUERIES[table] as string)
      .safeIntegers()
      .all()
    return rows.map(({ details, ...row }) => {
      const plain = { ...row, ...(typeof details === 'string' ? JSON.parse(details) : {}) }
      return withForms(
        Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, shown(name, value)])),
      )
    })
  } finally {
    connection.close()
  }
}

/** Addresses without an account are texts of their form in the reference's tables; null for none. */
function withForms(row: TokenRow): TokenRow {
  const entries = Object.entries(row).flatMap(([name, value]) => {
    if (name.endsWith('_form')) return []
    const formOf = {
      response_destination: 'response_form',
      destination: 'destination_form',
      new_owner: 'new_owner_form',
    }
    const form = row[formOf[name as keyof typeof formOf]]
    const text = form === undefined ? undefined : ADDRESS_FORMS[Number(form)]
    return [[name, text !== undefined && text !== 'std' ? text : value]]
  })
  return Object.fromEntries(entries)
}

function shown(name: string, value: unknown): unknown {
  if (value === null) return null
  if (BOOLEANS.has(name)) return value === 1n
  if (LISTS.has(name)) return listOf(String(value))
  if (JSON_COLUMNS.has(name)) return JSON.parse(String(value))
  if (value instanceof Uint8Array) {
    const bytes = Buffer.from(value)
    if (INTEGERS.has(name)) return readSortableInteger(bytes).toString()
    return ADDRESSES.test(name) ? rawAddress(bytes) : bytes.toString('base64')
  }
  return typeof value === 'bigint' ? value.toString() : value
}

function listOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map((hex) => rawAddress(Buffer.from(hex, 'hex')))
}
