import type { ColumnTypes } from '../dialect.ts'

/**
 * The first schema. Hashes, addresses (33 bytes) and cells are bytes; lt, shard (int64) and amounts are 64-bit.
 *
 * `accounts.id` is not a counter. It is derived from the address (see accountId), so that writing a row needs no
 * lookup and rows sort as addresses do.
 */
export const migration0001 = ({ bytes, int, text, plain, clustered }: ColumnTypes): readonly string[] => [
  `CREATE TABLE meta (key ${text} PRIMARY KEY, value ${text} NOT NULL)${clustered}`,

  // code: of the newest state; 0 without code, NULL without a known state. It names accounts in address books, which
  // thus need not read the large rows of latest_states.
  `CREATE TABLE accounts (id ${int} PRIMARY KEY, address ${bytes} NOT NULL, code ${int})${plain}`,
  // Contract code, and other cells that recur (dedupedCells.ts). boc is NULL while only the hash is known.
  `CREATE TABLE codes (id ${int} PRIMARY KEY, hash ${bytes} NOT NULL, boc ${bytes})${plain}`,
  'CREATE UNIQUE INDEX codes_by_hash ON codes (hash)',
  // Message bodies and StateInits, once by hash. boc lacks parts that `codes` has (content.ts).
  `CREATE TABLE contents (id ${int} PRIMARY KEY, hash ${bytes} NOT NULL, boc ${bytes} NOT NULL)${plain}`,
  'CREATE UNIQUE INDEX contents_by_hash ON contents (hash)',

  // A block of which only a transaction was read (read-through) has its id and hashes; its gen_utime is NULL.
  `CREATE TABLE blocks (
    id ${int} PRIMARY KEY,
    workchain ${int} NOT NULL, shard ${int} NOT NULL, seqno ${int} NOT NULL,
    root_hash ${bytes} NOT NULL, file_hash ${bytes} NOT NULL,
    mc_seqno ${int} NOT NULL,
    gen_utime ${int}, start_lt ${int}, end_lt ${int},
    global_id ${int}, version ${int}, flags ${int}, bits ${int},
    validator_list_hash_short ${int}, gen_catchain_seqno ${int}, min_ref_mc_seqno ${int},
    prev_key_block_seqno ${int}, vert_seqno ${int}, master_ref_seqno ${int},
    rand_seed ${bytes}, created_by ${bytes}, tx_count ${int},
    prev_shard ${int}, prev_seqno ${int}, prev2_shard ${int}, prev2_seqno ${int}
  )${plain}`,
  'CREATE UNIQUE INDEX blocks_by_place ON blocks (workchain, shard, seqno)',
  'CREATE INDEX blocks_by_seqno ON blocks (seqno)',
  'CREATE INDEX blocks_by_root ON blocks (root_hash)',
  'CREATE INDEX blocks_by_file ON blocks (file_hash)',
  'CREATE INDEX blocks_by_mc ON blocks (mc_seqno, gen_utime)',
  'CREATE INDEX blocks_by_utime ON blocks (gen_utime)',
  'CREATE INDEX blocks_by_lt ON blocks (start_lt)',
  `CREATE TABLE shard_tops (
    mc_seqno ${int} NOT NULL, workchain ${int} NOT NULL, shard ${int} NOT NULL, seqno ${int} NOT NULL,
    PRIMARY KEY (mc_seqno, workchain, shard)
  )${clustered}`,

  // after_* is the account's state after its last transaction in the block, NULL for earlier ones. description is
  // packed (description.ts). in_opcode is that of its incoming message.
  `CREATE TABLE transactions (
    id ${int} PRIMARY KEY,
    account ${int} NOT NULL, lt ${int} NOT NULL, hash ${bytes} NOT NULL,
    block ${int} NOT NULL, mc_seqno ${int} NOT NULL, now ${int} NOT NULL,
    trace ${int} NOT NULL, in_msg ${int},
    prev_hash ${bytes} NOT NULL, prev_lt ${int} NOT NULL,
    orig_status ${int} NOT NULL, end_status ${int} NOT NULL,
    total_fees ${int} NOT NULL, total_fees_extra ${bytes},
    state_before ${bytes} NOT NULL, state_after ${bytes} NOT NULL,
    description ${bytes} NOT NULL,
    after_balance ${int}, after_extra ${bytes}, after_status ${int},
    after_frozen ${bytes}, after_data ${bytes}, after_code ${int},
    in_opcode ${int}
  )${plain}`,
  'CREATE UNIQUE INDEX transactions_by_account ON transactions (account, lt)',
  'CREATE UNIQUE INDEX transactions_by_hash ON transactions (hash)',
  'CREATE INDEX transactions_by_lt ON transactions (lt, account)',
  'CREATE INDEX transactions_by_now ON transactions (now, lt, account)',
  'CREATE INDEX transactions_by_account_now ON transactions (account, now, lt)',
  'CREATE INDEX transactions_by_mc ON transactions (mc_seqno, lt, account)',
  'CREATE INDEX transactions_by_block ON transactions (block, lt, account)',
  'CREATE INDEX transactions_by_trace ON transactions (trace, lt)',
  'CREATE INDEX transactions_by_in_msg ON transactions (in_msg)',
  'CREATE INDEX transactions_by_in_opcode ON transactions (in_opcode, lt, account) WHERE in_opcode IS NOT NULL',

  // One row per message: the sender is out_tx, receivers are transactions.in_msg.
  `CREATE TABLE messages (
    id ${int} PRIMARY KEY,
    hash ${bytes} NOT NULL, hash_norm ${bytes}, kind ${int} NOT NULL,
    source ${int}, destination ${int}, out_tx ${int},
    value ${int}, extra ${bytes}, fwd_fee ${int}, ihr_fee ${int}, extra_flags ${int}, flags ${int} NOT NULL,
    created_lt ${int}, created_at ${int}, import_fee ${int}, opcode ${int},
    body ${int} NOT NULL, init ${int}
  )${plain}`,
  'CREATE UNIQUE INDEX messages_by_hash ON messages (hash)',
  'CREATE INDEX messages_by_hash_norm ON messages (hash_norm) WHERE hash_norm IS NOT NULL',
  // Lists have messages without created_lt (external-in) by hash, separate from all others, which are by time.
  'CREATE INDEX messages_by_source ON messages (source, created_lt) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_destination ON messages (destination, created_lt) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_opcode ON messages (opcode, created_lt) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_created_lt ON messages (created_lt) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_source_at ON messages (source, created_at) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_destination_at ON messages (destination, created_at) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_opcode_at ON messages (opcode, created_at) WHERE created_lt IS NOT NULL',
  'CREATE INDEX messages_by_created_at ON messages (created_at) WHERE created_lt IS NOT NULL',
  'CREATE INDEX external_messages ON messages (hash) WHERE created_lt IS NULL',
  'CREATE INDEX external_messages_by_destination ON messages (destination, hash) WHERE created_lt IS NULL',
  'CREATE INDEX external_messages_by_opcode ON messages (opcode, hash) WHERE created_lt IS NULL',
  'CREATE INDEX messages_by_body ON messages (body, created_lt)',
  'CREATE INDEX messages_by_out_tx ON messages (out_tx)',

  // account_cell: Account without cells that codes has (accountCell.ts). is_whole: 0 if parts of it are not known. An
  // account that a transaction deleted has a row of status nonexist.
  `CREATE TABLE latest_states (
    account ${int} PRIMARY KEY,
    hash ${bytes} NOT NULL, balance ${int} NOT NULL, extra ${bytes}, status ${int} NOT NULL,
    utime ${int} NOT NULL, last_tx_hash ${bytes} NOT NULL, last_tx_lt ${int} NOT NULL,
    frozen_hash ${bytes}, data_hash ${bytes}, code ${int},
    account_cell ${bytes} NOT NULL, is_whole ${int} NOT NULL
  )${plain}`,
  'CREATE INDEX latest_states_by_balance ON latest_states (balance, account)',
  'CREATE INDEX latest_states_by_code ON latest_states (code, account)',

  // state: 0 open, 1 complete, 2 broken (its first transaction's message came from a transaction that is not stored).
  // The trace's id is the hash of root_tx, its external hash that of root_tx's message.
  `CREATE TABLE traces (
    id ${int} PRIMARY KEY, root_tx ${int} NOT NULL, state ${int} NOT NULL,
    mc_seqno_start ${int} NOT NULL, mc_seqno_end ${int} NOT NULL,
    start_lt ${int} NOT NULL, start_utime ${int} NOT NULL, end_lt ${int} NOT NULL, end_utime ${int} NOT NULL,
    nodes ${int} NOT NULL, edges ${int} NOT NULL, pending ${int} NOT NULL
  )${plain}`,
  'CREATE INDEX traces_by_root ON traces (root_tx)',
  'CREATE INDEX traces_by_end_lt ON traces (end_lt) WHERE pending = 0',
  'CREATE INDEX traces_by_end_utime ON traces (end_utime) WHERE pending = 0',
  'CREATE INDEX traces_by_mc ON traces (mc_seqno_end, end_lt) WHERE pending = 0',
  // Finished traces only.
  `CREATE TABLE trace_accounts (
    account ${int} NOT NULL, end_lt ${int} NOT NULL, trace ${int} NOT NULL, end_utime ${int} NOT NULL,
    PRIMARY KEY (account, end_lt, trace)
  )${clustered}`,
  'CREATE INDEX trace_accounts_by_utime ON trace_accounts (account, end_utime, trace)',
  'CREATE INDEX trace_accounts_by_trace ON trace_accounts (trace)',

  // Indexed masterchain seqnos, both ends inclusive; ranges never touch or overlap.
  `CREATE TABLE coverage (first ${int} PRIMARY KEY, last ${int} NOT NULL)${plain}`,
  // The histories that read-through fetched: all transactions from oldest_lt to newest_lt, at a masterchain block.
  `CREATE TABLE account_coverage (
    account ${int} PRIMARY KEY, mc_seqno ${int} NOT NULL,
    newest_lt ${int} NOT NULL, oldest_lt ${int} NOT NULL, is_complete ${int} NOT NULL
  )${plain}`,
  // Backfills: the rest of a range of masterchain seqnos.
  `CREATE TABLE jobs (
    id ${int} PRIMARY KEY, kind ${text} NOT NULL, first ${int}, last ${int}, address ${bytes},
    newest_first ${int} NOT NULL, next ${int}, state ${text} NOT NULL, detail ${text}, created_at ${int} NOT NULL
  )${plain}`,
  // Location of a block's file in the archive's segments.
  `CREATE TABLE archived (
    block ${int} PRIMARY KEY, segment ${int} NOT NULL, place ${int} NOT NULL, length ${int} NOT NULL,
    unpacked ${int} NOT NULL
  )${plain}`,
]
