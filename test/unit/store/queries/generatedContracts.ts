import { ROLES, type Role } from '../../../../src-main/store/detectedTokens.ts'
import { sortableInteger } from '../../../../src-main/store/sortableInteger.ts'
import { createAccountRows } from '../../../../src-main/store/write/accounts.ts'
import { openBeside } from '../../../fixtures/store/openBeside.ts'
import type { TestIndex } from './sampleIndex.ts'

/** Domains, multisigs and vesting wallets, written into an index and given as plain lists, for tests to compare both. */

export type GeneratedMultisig = {
  readonly id: bigint
  readonly account: Buffer
  readonly signers: readonly Buffer[]
  readonly proposers: readonly Buffer[]
}
export type GeneratedOrder = { readonly id: bigint; readonly account: Buffer; readonly multisig: Buffer }
export type GeneratedVesting = {
  readonly id: bigint
  readonly account: Buffer
  readonly sender: Buffer
  readonly owner: Buffer
  readonly whitelist: readonly Buffer[]
}
export type GeneratedDomain = {
  readonly item: Buffer
  readonly domain: string
  readonly wallet: Buffer | undefined
}

export type GeneratedContracts = {
  readonly multisigs: readonly GeneratedMultisig[]
  readonly orders: readonly GeneratedOrder[]
  readonly vestings: readonly GeneratedVesting[]
  readonly domains: readonly GeneratedDomain[]
  readonly people: readonly Buffer[]
}

/** Fills the tables of an index that has blocks. */
export function generateContracts(index: TestIndex): GeneratedContracts {
  const connection = openBeside(index.file)
  const accounts = createAccountRows(connection)
  const address = (kind: number, i: number) =>
    Buffer.concat([Buffer.from([i % 4 === 3 ? 0xff : 0]), Buffer.alloc(31, kind), Buffer.from([i])])
  const idOf = (one: Buffer | undefined) => (one ? accounts.idOf(one) : null)
  const people = Array.from({ length: 6 }, (_, i) => address(200, i))
  const someOf = (i: number, every: number) => people.filter((_, j) => (i * 7 + j * 3) % every === 0)
  const personOf = (i: number) => people[i % people.length] as Buffer

  function insert(table: string, columns: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(columns)
    connection
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(columns))
  }
  function insertMembers(contract: Buffer, role: Role, members: readonly Buffer[]): void {
    for (const [position, member] of members.entries())
      insert('contract_members', {
        contract: idOf(contract),
        role: ROLES.indexOf(role),
        position,
        member: idOf(member),
      })
  }
  const state = (id: bigint, account: Buffer) => ({ id, account: idOf(account), last_tx_lt: 5, mc_seqno: 30 })
  // Row numbers are not in the order of addresses.
  const multisigs = Array.from({ length: 15 }, (_, i) => ({
    id: BigInt(1 + ((i * 7) % 15)),
    account: address(201, i),
    signers: someOf(i, 2),
    proposers: someOf(i, 3),
  }))
  const orders = Array.from({ length: 60 }, (_, i) => ({
    id: BigInt(1 + ((i * 37) % 60)),
    account: address(202 + (i >> 5), i),
    multisig: multisigs[(i * i) % multisigs.length]!.account,
  }))
  const vestings = Array.from({ length: 25 }, (_, i) => ({
    id: BigInt(1 + ((i * 12) % 25)),
    account: address(210, i),
    sender: personOf(i),
    owner: personOf(i * i + 1),
    whitelist: someOf(i, 4),
  }))
  const domains = Array.from({ length: 40 }, (_, i) => ({
    item: address(220 + (i >> 5), i),
    domain: `${'x'.repeat(1 + (i % 5))}${i % 7}.ton`,
    wallet: i % 4 === 0 ? undefined : personOf(i % 3),
  }))
  connection.transaction(() => {
    for (const { id, account, signers, proposers } of multisigs) {
      insert('multisigs', {
        ...state(id, account),
        next_order_seqno: sortableInteger(9n),
        threshold: 1,
        has_proposers: 1,
      })
      insertMembers(account, 'signer', signers)
      insertMembers(account, 'proposer', proposers)
    }
    for (const { id, account, multisig } of orders) {
      insert('multisig_orders', {
        ...state(id, account),
        multisig: idOf(multisig),
        order_seqno: sortableInteger(id),
        threshold: 1,
        sent_for_execution: 0,
        approvals_mask: sortableInteger(0n),
        approvals_num: 0,
        expires_at: 1,
        order_boc: Buffer.alloc(1),
      })
      insertMembers(account, 'signer', people)
    }
    for (const { id, account, sender, owner, whitelist } of vestings) {
      insert('vesting_contracts', {
        ...state(id, account),
        start_time: 1,
        total_duration: 2,
        unlock_period: 1,
        cliff_duration: 0,
        total_amount: sortableInteger(7n),
        sender: idOf(sender),
        owner: idOf(owner),
      })
      insertMembers(account, 'whitelisted', whitelist)
    }
    for (const { item, domain, wallet } of domains) {
      insert('dns_entries', {
        item: idOf(item),
        owner: idOf(people[0]),
        domain,
        wallet: idOf(wallet),
        last_tx_lt: 5,
        mc_seqno: 30,
      })
    }
  })()
  connection.close()
  return { multisigs, orders, vestings, domains, people }
}
