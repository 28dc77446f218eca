import type { ColumnTypes } from '../dialect.ts'

const INT64_MAX = '9223372036854775807'

/**
 * Adds token contracts and their events (compatibility-v3 §15.1, §14.3), and the searched part of an account's
 * history.
 *
 * Contracts and counterparties are account numbers (accounts.id), `code` is a number of `codes`. Integers of
 * contracts are bytes that sort as the numbers do (sortableInteger.ts), query ids the signed 64 bits. `id` counts
 * insertions: lists without another order use it. `last_tx_lt` is that of the state that was read, `mc_seqno` the
 * masterchain block at which the contract was verified with its counterpart.
 *
 * `*_form` tells what a column without an account represents: an index of ADDRESS_FORMS (detectedTokens.ts).
 */
export const migration0003 = ({ bytes, int, text, plain, clustered }: ColumnTypes): readonly string[] => {
  const state = `code ${int}, data_hash ${bytes}, last_tx_lt ${int} NOT NULL, mc_seqno ${int} NOT NULL`
  const payment = `tx ${int} PRIMARY KEY, account ${int} NOT NULL, lt ${int} NOT NULL, now ${int} NOT NULL,
    aborted ${int} NOT NULL, query_id ${int} NOT NULL`
  const response = `response ${int}, response_form ${int} NOT NULL, custom_payload ${bytes}`
  return [
    // Masterchain seqno up to which all blocks were searched for an account's transactions; 0 if none were.
    `ALTER TABLE account_coverage ADD COLUMN searched_seqno ${int} NOT NULL DEFAULT 0`,

    // Accounts whose state or events must be inspected. Events are those of the account's transactions in the lt
    // range. waits_for: the account that must be read before this one can be verified.
    `CREATE TABLE detection_queue (
      account ${int} PRIMARY KEY, priority ${int} NOT NULL, mc_seqno ${int} NOT NULL,
      first_lt ${int} NOT NULL, last_lt ${int} NOT NULL, waits_for ${int}
    )${plain}`,
    'CREATE INDEX detection_queue_ready ON detection_queue (priority, mc_seqno) WHERE waits_for IS NULL',
    'CREATE INDEX detection_queue_waiting ON detection_queue (waits_for) WHERE waits_for IS NOT NULL',
    // Contracts whose wallets, items or orders must be verified again, with the last queued one of each.
    `CREATE TABLE detection_rechecks (
      account ${int} PRIMARY KEY, mc_seqno ${int} NOT NULL, last_wallet ${int} NOT NULL, last_item ${bytes} NOT NULL,
      last_order ${int} NOT NULL
    )${plain}`,

    `CREATE TABLE jetton_masters (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, total_supply ${bytes} NOT NULL, mintable ${int} NOT NULL,
      admin ${int}, content ${text} NOT NULL, image_hash ${bytes}, wallet_code_hash ${bytes} NOT NULL, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX jetton_masters_by_account ON jetton_masters (account)',
    'CREATE INDEX jetton_masters_by_admin ON jetton_masters (admin, id) WHERE admin IS NOT NULL',

    // is_claimed: mintless jettons only, otherwise NULL.
    `CREATE TABLE jetton_wallets (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, balance ${bytes} NOT NULL, owner ${int} NOT NULL,
      jetton ${int} NOT NULL, is_claimed ${int}, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX jetton_wallets_by_account ON jetton_wallets (account)',
    'CREATE INDEX jetton_wallets_by_owner ON jetton_wallets (owner, id)',
    'CREATE INDEX jetton_wallets_by_owner_jetton ON jetton_wallets (owner, jetton)',
    'CREATE INDEX jetton_wallets_by_owner_balance ON jetton_wallets (owner, balance, id)',
    'CREATE INDEX jetton_wallets_by_jetton ON jetton_wallets (jetton, id)',
    'CREATE INDEX jetton_wallets_by_jetton_balance ON jetton_wallets (jetton, balance, id)',
    'CREATE INDEX jetton_wallets_by_balance ON jetton_wallets (balance, id)',

    // account: the sending wallet. Aborted transfers are never listed.
    `CREATE TABLE jetton_transfers (
      ${payment}, jetton ${int} NOT NULL, amount ${bytes} NOT NULL, source ${int} NOT NULL,
      destination ${int}, destination_form ${int} NOT NULL, ${response},
      forward_amount ${bytes} NOT NULL, forward_payload ${bytes}
    )${plain}`,
    ...['source', 'destination', 'jetton'].flatMap((party) => [
      `CREATE INDEX jetton_transfers_by_${party} ON jetton_transfers (${party}, lt) WHERE aborted = 0`,
      `CREATE INDEX jetton_transfers_by_${party}_now ON jetton_transfers (${party}, now, lt) WHERE aborted = 0`,
    ]),
    'CREATE INDEX jetton_transfers_by_account ON jetton_transfers (account, lt) WHERE aborted = 0',
    'CREATE INDEX jetton_transfers_by_account_now ON jetton_transfers (account, now, lt) WHERE aborted = 0',
    'CREATE INDEX jetton_transfers_by_lt ON jetton_transfers (lt) WHERE aborted = 0',
    'CREATE INDEX jetton_transfers_by_now ON jetton_transfers (now, lt) WHERE aborted = 0',

    `CREATE TABLE jetton_burns (
      ${payment}, jetton ${int} NOT NULL, amount ${bytes} NOT NULL, owner ${int} NOT NULL, ${response}
    )${plain}`,
    ...['owner', 'jetton', 'account'].flatMap((party) => [
      `CREATE INDEX jetton_burns_by_${party} ON jetton_burns (${party}, lt)`,
      `CREATE INDEX jetton_burns_by_${party}_now ON jetton_burns (${party}, now, lt)`,
    ]),
    'CREATE INDEX jetton_burns_by_lt ON jetton_burns (lt)',
    'CREATE INDEX jetton_burns_by_now ON jetton_burns (now, lt)',

    `CREATE TABLE nft_collections (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, next_item_index ${bytes} NOT NULL, owner ${int},
      content ${text} NOT NULL, image_hash ${bytes}, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX nft_collections_by_account ON nft_collections (account)',
    'CREATE INDEX nft_collections_by_owner ON nft_collections (owner, id) WHERE owner IS NOT NULL',

    // real_owner: the seller if the owner is a sale or auction of this item, otherwise the owner.
    `CREATE TABLE nft_items (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, init ${int} NOT NULL, item_index ${bytes} NOT NULL,
      collection ${int}, owner ${int}, real_owner ${int}, content ${text}, image_hash ${bytes}, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX nft_items_by_account ON nft_items (account)',
    'CREATE INDEX nft_items_by_lt ON nft_items (last_tx_lt, id)',
    'CREATE INDEX nft_items_by_collection ON nft_items (collection, item_index)',
    'CREATE INDEX nft_items_by_owner ON nft_items (owner, collection, item_index)',
    'CREATE INDEX nft_items_by_real_owner ON nft_items (real_owner, collection, item_index)',
    ...['collection', 'owner', 'real_owner'].map(
      (party) => `CREATE INDEX nft_items_by_${party}_lt ON nft_items (${party}, last_tx_lt, id)`,
    ),

    `CREATE TABLE nft_transfers (
      ${payment}, collection ${int}, old_owner ${int} NOT NULL,
      new_owner ${int}, new_owner_form ${int} NOT NULL, ${response},
      forward_amount ${bytes} NOT NULL, forward_payload ${bytes}
    )${plain}`,
    ...['account', 'collection', 'old_owner', 'new_owner'].flatMap((party) => [
      `CREATE INDEX nft_transfers_by_${party} ON nft_transfers (${party}, lt)`,
      `CREATE INDEX nft_transfers_by_${party}_now ON nft_transfers (${party}, now, lt)`,
    ]),
    'CREATE INDEX nft_transfers_by_lt ON nft_transfers (lt)',
    'CREATE INDEX nft_transfers_by_now ON nft_transfers (now, lt)',

    // kind: an index of SALE_KINDS. details: the fields of that kind (compatibility-v3 §7.8) as JSON.
    `CREATE TABLE nft_sales (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, kind ${int} NOT NULL, nft ${int} NOT NULL, nft_owner ${int},
      marketplace ${int}, created_at ${int}, details ${text} NOT NULL, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX nft_sales_by_account ON nft_sales (account, kind)',
    'CREATE INDEX nft_sales_by_nft ON nft_sales (nft)',

    `CREATE TABLE dns_entries (
      item ${int} PRIMARY KEY, owner ${int}, domain ${text} NOT NULL, next_resolver ${int}, wallet ${int},
      site_adnl ${bytes}, storage_bag_id ${bytes}, last_tx_lt ${int} NOT NULL, mc_seqno ${int} NOT NULL
    )${plain}`,
    'CREATE INDEX dns_entries_by_domain ON dns_entries (domain)',
    'CREATE INDEX dns_entries_by_wallet ON dns_entries (wallet, length(domain), domain) WHERE wallet IS NOT NULL',
    'CREATE INDEX dns_entries_by_owner ON dns_entries (owner, length(domain)) WHERE owner = wallet',

    `CREATE TABLE multisigs (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, next_order_seqno ${bytes} NOT NULL, threshold ${int} NOT NULL,
      has_proposers ${int} NOT NULL, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX multisigs_by_account ON multisigs (account)',
    `CREATE TABLE multisig_orders (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, multisig ${int} NOT NULL, order_seqno ${bytes} NOT NULL,
      threshold ${int} NOT NULL, sent_for_execution ${int} NOT NULL, approvals_mask ${bytes} NOT NULL,
      approvals_num ${int} NOT NULL, expires_at ${int} NOT NULL, order_boc ${bytes} NOT NULL, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX multisig_orders_by_account ON multisig_orders (account)',
    'CREATE INDEX multisig_orders_by_multisig ON multisig_orders (multisig, id)',
    `CREATE TABLE vesting_contracts (
      id ${int} PRIMARY KEY, account ${int} NOT NULL, start_time ${int} NOT NULL, total_duration ${int} NOT NULL,
      unlock_period ${int} NOT NULL, cliff_duration ${int} NOT NULL, total_amount ${bytes} NOT NULL,
      sender ${int} NOT NULL, owner ${int} NOT NULL, ${state}
    )${plain}`,
    'CREATE UNIQUE INDEX vesting_contracts_by_account ON vesting_contracts (account)',
    'CREATE INDEX vesting_contracts_by_sender ON vesting_contracts (sender, id)',
    'CREATE INDEX vesting_contracts_by_owner ON vesting_contracts (owner, id)',
    // image_hash: of the image's URL (imageHash), for the images that the gateway serves.
    ...['jetton_masters', 'nft_collections', 'nft_items'].map(
      (table) => `CREATE INDEX ${table}_by_image ON ${table} (image_hash) WHERE image_hash IS NOT NULL`,
    ),
    // Signers and proposers of multisigs, signers of orders, whitelists of vesting contracts; role: an index of ROLES.
    `CREATE TABLE contract_members (
      contract ${int} NOT NULL, role ${int} NOT NULL, position ${int} NOT NULL, member ${int} NOT NULL,
      PRIMARY KEY (contract, role, position)
    )${clustered}`,
    'CREATE INDEX contract_members_by_member ON contract_members (member, role, contract)',

    // Contracts of an older index are inspected after those of new blocks (priority 2).
    `INSERT INTO detection_queue (account, priority, mc_seqno, first_lt, last_lt)
      SELECT account, 2, 0, 0, ${INT64_MAX} FROM latest_states WHERE code IS NOT NULL`,
  ]
}
