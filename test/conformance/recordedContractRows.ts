import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sortableInteger } from '../../src-main/store/sortableInteger.ts'
import type { Connection } from '../../src-main/store/sqlite/driver.ts'
import { ROLES, type Role } from '../../src-main/store/tokenFacts.ts'
import { createAccountRows } from '../../src-main/store/write/accounts.ts'
import { type Json, RECORDED } from './v3Recorded.ts'

/** Rows of domains, multisigs and vesting wallets as the reference filled its tables, in the form of ours. */

function readRows(table: string): readonly Json[] {
  return JSON.parse(readFileSync(join(RECORDED, 'rows', `${table}.json`), 'utf8')).data
}

/** Inserts the recorded rows of domains, multisigs and vesting wallets into an index of the recorded chain. */
export function insertRecordedContracts(connection: Connection): void {
  const accounts = createAccountRows(connection)
  const account = (text: string | null) => (text === null ? null : accounts.idOf(addressBytes(text)))
  const codes = connection.prepare<[Buffer], number>('SELECT id FROM codes WHERE hash = ?').pluck()

  function insert(table: string, columns: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(columns)
    connection
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(columns))
  }
  const state = (row: Json) => ({
    id: row.id,
    account: account(row.address),
    code: codes.get(bytes(row.code_hash)),
    data_hash: bytes(row.data_hash),
    last_tx_lt: row.last_transaction_lt,
    mc_seqno: 1,
  })
  function insertMembers(contract: string, role: Role, members: readonly string[]): void {
    for (const [position, member] of members.entries()) {
      insert('contract_members', {
        contract: account(contract),
        role: ROLES.indexOf(role),
        position,
        member: account(member),
      })
    }
  }

  connection.transaction(() => {
    for (const row of readRows('dns_entries')) {
      insert('dns_entries', {
        item: account(row.nft_item_address),
        owner: account(row.nft_item_owner),
        domain: row.domain,
        next_resolver: account(row.dns_next_resolver),
        wallet: account(row.dns_wallet),
        site_adnl: row.dns_site_adnl && bytes(row.dns_site_adnl),
        storage_bag_id: row.dns_storage_bag_id && bytes(row.dns_storage_bag_id),
        last_tx_lt: row.last_transaction_lt,
        mc_seqno: 1,
      })
    }
    for (const row of readRows('multisig')) {
      insert('multisigs', {
        ...state(row),
        next_order_seqno: sortableInteger(BigInt(row.next_order_seqno)),
        threshold: row.threshold,
        has_proposers: Number(row.proposers !== null),
      })
      insertMembers(row.address, 'signer', row.signers)
      insertMembers(row.address, 'proposer', row.proposers ?? [])
    }
    for (const row of readRows('multisig_orders')) {
      insert('multisig_orders', {
        ...state(row),
        multisig: account(row.multisig_address),
        order_seqno: sortableInteger(BigInt(row.order_seqno)),
        threshold: row.threshold,
        sent_for_execution: Number(row.sent_for_execution),
        approvals_mask: sortableInteger(BigInt(row.approvals_mask)),
        approvals_num: row.approvals_num,
        expires_at: row.expiration_date,
        order_boc: bytes(row.order_boc),
      })
      insertMembers(row.address, 'signer', row.signers)
    }
    for (const row of readRows('vesting_contracts')) {
      insert('vesting_contracts', {
        ...state(row),
        start_time: row.vesting_start_time,
        total_duration: row.vesting_total_duration,
        unlock_period: row.unlock_period,
        cliff_duration: row.cliff_duration,
        total_amount: sortableInteger(BigInt(row.vesting_total_amount)),
        sender: account(row.vesting_sender_address),
        owner: account(row.owner_address),
      })
    }
    const whitelists = Map.groupBy(readRows('vesting_whitelist'), (row) => row.vesting_contract_address)
    for (const [contract, rows] of whitelists) {
      insertMembers(
        contract,
        'whitelisted',
        rows.map(({ wallet_address }) => wallet_address),
      )
    }
  })()
}

function bytes(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

function addressBytes(text: string): Buffer {
  const [workchain, hash = ''] = text.split(':')
  return Buffer.concat([Buffer.from([Number(workchain) & 0xff]), Buffer.from(hash, 'hex')])
}
