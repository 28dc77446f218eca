import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { sortableInteger } from '../../src-main/store/sortableInteger.ts'
import type { Connection } from '../../src-main/store/sqlite/driver.ts'
import { ADDRESS_FORMS, SALE_KINDS } from '../../src-main/store/tokenFacts.ts'
import { createAccountRows } from '../../src-main/store/write/accounts.ts'
import { RECORDED } from './v3Recorded.ts'

/** Rows of jettons and NFTs as the reference filled its tables, in the form of ours. */

type Value = string | number | bigint | boolean | null | Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, Value>>

/** Rows of a recorded table; integers beyond 2^53 are bigints. */
function readRows(table: string): readonly Row[] {
  const text = readFileSync(join(RECORDED, 'rows', `${table}.json`), 'utf8')
  const reviver = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? BigInt(context?.source ?? '') : value
  return (JSON.parse(text, reviver as (key: string, value: unknown) => unknown) as { data: Row[] }).data
}

/** Inserts the recorded rows of jettons and NFTs into an index of the recorded chain. */
export function insertRecordedTokens(connection: Connection): void {
  const accounts = createAccountRows(connection)
  const account = (text: Value) => (isAddress(text) ? accounts.idOf(addressBytes(text)) : null)
  const form = (text: Value) =>
    typeof text !== 'string' || isAddress(text)
      ? 0
      : ADDRESS_FORMS.indexOf(text as (typeof ADDRESS_FORMS)[number])
  const code = numberOf(connection, 'codes')
  const transaction = numberOf(connection, 'transactions')

  function insert(table: string, columns: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(columns)
    connection
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(columns))
  }

  const state = (row: Row) => ({
    id: row.id,
    account: account(row.address as string),
    code: code(row.code_hash as string),
    data_hash: bytes(row.data_hash as string),
    last_tx_lt: row.last_transaction_lt,
    mc_seqno: 1,
  })
  const event = (row: Row, contract: string) => ({
    tx: transaction(row.tx_hash as string),
    account: account(row[contract] as Value),
    lt: row.tx_lt,
    now: row.tx_now,
    aborted: Number(row.tx_aborted),
    query_id: BigInt.asIntN(64, BigInt(row.query_id as number)),
    response: account(row.response_destination as Value),
    response_form: form(row.response_destination as Value),
    custom_payload: boc(row.custom_payload as Value),
  })
  const forward = (row: Row, amount: string) => ({
    forward_amount: integer(row[amount] as Value),
    forward_payload: boc(row.forward_payload as Value),
  })

  connection.transaction(() => {
    for (const row of readRows('jetton_masters')) {
      insert('jetton_masters', {
        ...state(row),
        total_supply: integer(row.total_supply as Value),
        mintable: Number(row.mintable),
        admin: account(row.admin_address as Value),
        content: JSON.stringify(row.jetton_content),
        wallet_code_hash: bytes(row.jetton_wallet_code_hash as string),
      })
    }
    for (const row of readRows('jetton_wallets')) {
      insert('jetton_wallets', {
        ...state(row),
        balance: integer(row.balance as Value),
        owner: account(row.owner as Value),
        jetton: account(row.jetton as Value),
      })
    }
    for (const row of readRows('jetton_transfers')) {
      insert('jetton_transfers', {
        ...event(row, 'jetton_wallet_address'),
        ...forward(row, 'forward_ton_amount'),
        jetton: account(row.jetton_master_address as Value),
        amount: integer(row.amount as Value),
        source: account(row.source as Value),
        destination: account(row.destination as Value),
        destination_form: form(row.destination as Value),
      })
    }
    for (const row of readRows('jetton_burns')) {
      insert('jetton_burns', {
        ...event(row, 'jetton_wallet_address'),
        jetton: account(row.jetton_master_address as Value),
        amount: integer(row.amount as Value),
        owner: account(row.owner as Value),
      })
    }
    for (const row of readRows('nft_collections')) {
      insert('nft_collections', {
        ...state(row),
        next_item_index: integer(row.next_item_index as Value),
        owner: account(row.owner_address as Value),
        content: JSON.stringify(row.collection_content),
      })
    }
    for (const row of readRows('nft_items')) {
      insert('nft_items', {
        ...state(row),
        init: Number(row.init),
        item_index: integer(row.index as Value),
        collection: account(row.collection_address as Value),
        owner: account(row.owner_address as Value),
        real_owner: account(row.real_owner as Value),
        content: row.content && JSON.stringify(row.content),
      })
    }
    for (const row of readRows('nft_transfers')) {
      insert('nft_transfers', {
        ...event(row, 'nft_item_address'),
        ...forward(row, 'forward_amount'),
        collection: account(row.nft_collection_address as Value),
        old_owner: account(row.old_owner as Value),
        new_owner: account(row.new_owner as Value),
        new_owner_form: form(row.new_owner as Value),
      })
    }
    for (const row of readRows('getgems_nft_sales')) {
      insert('nft_sales', {
        ...state(row),
        kind: SALE_KINDS.indexOf('getgems_sale'),
        nft: account(row.nft_address as Value),
        nft_owner: account(row.nft_owner_address as Value),
        marketplace: account(row.marketplace_address as Value),
        created_at: row.created_at,
        details: JSON.stringify({
          is_complete: row.is_complete,
          full_price: String(row.full_price),
          marketplace_fee_address: row.marketplace_fee_address,
          marketplace_fee: String(row.marketplace_fee),
          royalty_address: row.royalty_address,
          royalty_amount: String(row.royalty_amount),
        }),
      })
    }
  })()
}

/** Returns a lookup of row numbers by hash. */
function numberOf(connection: Connection, table: 'codes' | 'transactions'): (hash: string) => bigint {
  const find = connection
    .prepare<[Buffer], bigint>(`SELECT id FROM ${table} WHERE hash = ?`)
    .pluck()
    .safeIntegers()
  return (hash) => {
    const id = find.get(bytes(hash))
    if (id === undefined) throw new Error(`the index lacks ${hash} in ${table}`)
    return id
  }
}

function bytes(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

function integer(value: Value): Buffer {
  return sortableInteger(BigInt(value as number | bigint))
}

/** Without the checksum that answers add. */
function boc(base64: Value): Buffer | null {
  return base64 === null ? null : serializeBoc(parseBocRoot(bytes(base64 as string)), PROOF_BOC)
}

function isAddress(text: Value): text is string {
  return typeof text === 'string' && text.includes(':')
}

function addressBytes(text: string): Buffer {
  const [workchain, hash = ''] = text.split(':')
  return Buffer.concat([Buffer.from([Number(workchain) & 0xff]), Buffer.from(hash, 'hex')])
}
