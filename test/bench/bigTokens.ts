/** Token rows of a large index (bigIndex.ts): contracts of their own accounts, events of its transactions. */

import { PROOF_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { collectionCode } from '../../src-main/devnet/scenario/code/collection.ts'
import { multisigCode } from '../../src-main/devnet/scenario/code/multisig.ts'
import { multisigOrderCode } from '../../src-main/devnet/scenario/code/multisigOrder.ts'
import { tokenCode } from '../../src-main/devnet/scenario/code/tokens.ts'
import { vestingWalletCode } from '../../src-main/devnet/scenario/code/vestingWallet.ts'
import { accountId } from '../../src-main/store/accountId.ts'
import { sortableInteger } from '../../src-main/store/sortableInteger.ts'
import type { Connection } from '../../src-main/store/sqlite/driver.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { accountAddress } from '../fixtures/store/generatedChain.ts'

export type BigTokens = {
  /** Addresses (33 bytes); jettons and owners begin with those that have the most rows. */
  readonly jettons: readonly Buffer[]
  readonly wallets: readonly Buffer[]
  readonly owners: readonly Buffer[]
  readonly collections: readonly Buffer[]
  readonly items: readonly Buffer[]
  readonly multisigs: readonly Buffer[]
  readonly orders: readonly Buffer[]
  readonly vestings: readonly Buffer[]
  readonly domains: readonly string[]
}

const COUNTS = {
  jettons: 100,
  wallets: 200_000,
  collections: 500,
  items: 100_000,
  domains: 20_000,
  multisigs: 1_000,
  orders: 10_000,
  vestings: 2_000,
} as const
/** Of all transactions, one in so many is such an event. */
const EVENTS = { transfers: 4, burns: 60, items: 30 } as const
/** Accounts of contracts begin here; those of bigIndex.ts have smaller numbers. */
const FIRST_ACCOUNT = 1_000_000
const HASH = Buffer.alloc(32, 7)
const CODES = {
  jettons: tokenCode('jetton minter'),
  wallets: tokenCode('jetton wallet'),
  collections: collectionCode(),
  items: tokenCode('nft item'),
  multisigs: multisigCode(),
  orders: multisigOrderCode(),
  vestings: vestingWalletCode(),
}

/**
 * Writes the rows into an index without indexes yet.
 * @param owners addresses of the index's accounts
 * @param lastCode number of the last code in the index
 */
export function writeBigTokens(
  connection: Connection,
  owners: readonly Buffer[],
  lastCode: number,
): BigTokens {
  const random = new SeededRandom(2)
  const below = (limit: number) => random.below(limit)
  /** Few have most: the share of the first ones grows with the square. */
  const skewed = (limit: number) => Math.floor(limit * random.next() ** 3)
  let next = FIRST_ACCOUNT
  const account = connection.prepare('INSERT INTO accounts (id, address, code) VALUES (?, ?, ?)')
  const codes = writeCodes(connection, lastCode)
  const made = (kind: keyof typeof CODES) =>
    Array.from({ length: COUNTS[kind] }, () => {
      const address = accountAddress(next++)
      account.run(accountId(address), address, codes[kind])
      return address
    })
  const insert = (table: string, columns: number) =>
    connection.prepare(`INSERT INTO ${table} VALUES (${Array(columns).fill('?').join(', ')})`)
  connection.exec('BEGIN')
  const contracts = {
    jettons: made('jettons'),
    wallets: made('wallets'),
    collections: made('collections'),
    items: made('items'),
    multisigs: made('multisigs'),
    orders: made('orders'),
    vestings: made('vestings'),
  }
  const ids = (addresses: readonly Buffer[]) => addresses.map(accountId)
  const jettons = ids(contracts.jettons)
  const wallets = ids(contracts.wallets)
  const people = ids(owners)
  const person = () => people[skewed(people.length)] as bigint
  const state = (kind: keyof typeof CODES) => [codes[kind], HASH, 1_000_000_000 + below(1e9), 2_000]
  const content = (name: string) => JSON.stringify({ name, symbol: name.slice(0, 4), decimals: '9' })

  const master = insert('jetton_masters', 12)
  jettons.forEach((id, i) => {
    master.run(
      i + 1,
      id,
      sortableInteger(10n ** 15n),
      1,
      person(),
      content(`Jetton ${i}`),
      null,
      HASH,
      ...state('jettons'),
    )
  })
  const wallet = insert('jetton_wallets', 10)
  const jettonOf = wallets.map(() => jettons[skewed(jettons.length)] as bigint)
  wallets.forEach((id, i) => {
    const balance = random.next() < 0.2 ? 0n : BigInt(below(1e12)) * BigInt(1 + below(1e6))
    wallet.run(i + 1, id, sortableInteger(balance), person(), jettonOf[i], null, ...state('wallets'))
  })
  const collections = ids(contracts.collections)
  const collection = insert('nft_collections', 10)
  collections.forEach((id, i) => {
    collection.run(
      i + 1,
      id,
      sortableInteger(1_000n),
      person(),
      content(`Collection ${i}`),
      null,
      ...state('collections'),
    )
  })
  const items = ids(contracts.items)
  const collectionOf = items.map(() => collections[skewed(collections.length)] as bigint)
  const item = insert('nft_items', 13)
  items.forEach((id, i) => {
    const owner = person()
    item.run(
      i + 1,
      id,
      1,
      sortableInteger(BigInt(i)),
      collectionOf[i],
      owner,
      owner,
      content(`Item ${i}`),
      null,
      ...state('items'),
    )
  })
  const entry = insert('dns_entries', 9)
  const domains = Array.from({ length: COUNTS.domains }, (_, i) => `name-${i.toString(36)}.ton`)
  domains.forEach((domain, i) => {
    const owner = person()
    entry.run(items[i], owner, domain, null, i % 3 === 0 ? owner : null, null, null, 1_000_000_000, 2_000)
  })
  const member = insert('contract_members', 4)
  const members = (contract: bigint, role: number, count: number) => {
    for (let position = 0; position < count; position++) member.run(contract, role, position, person())
  }
  const multisigs = ids(contracts.multisigs)
  const multisig = insert('multisigs', 9)
  multisigs.forEach((id, i) => {
    multisig.run(i + 1, id, sortableInteger(10n), 2, 1, ...state('multisigs'))
    members(id, 0, 5)
    members(id, 1, 2)
  })
  const order = insert('multisig_orders', 14)
  for (const [i, id] of ids(contracts.orders).entries()) {
    const of = multisigs[i % multisigs.length]
    const seqno = sortableInteger(BigInt(Math.floor(i / multisigs.length)))
    const mask = sortableInteger(3n)
    order.run(i + 1, id, of, seqno, 2, 0, mask, 2, 1_800_000_000, Buffer.alloc(80), ...state('orders'))
    members(id, 0, 5)
  }
  const vesting = insert('vesting_contracts', 13)
  for (const [i, id] of ids(contracts.vestings).entries()) {
    const amount = sortableInteger(10n ** 12n)
    vesting.run(
      i + 1,
      id,
      1_700_000_000,
      31_104_000,
      2_592_000,
      0,
      amount,
      person(),
      person(),
      ...state('vestings'),
    )
    members(id, 2, 2)
  }
  connection.exec('COMMIT')
  writeEvents(connection, { wallets, jettonOf, items, collectionOf, person, below })
  return { ...contracts, owners, domains }
}

/** Returns the codes' numbers. */
function writeCodes(connection: Connection, lastCode: number): Record<keyof typeof CODES, number> {
  const insert = connection.prepare('INSERT INTO codes VALUES (?, ?, ?)')
  const numbers = Object.entries(CODES).map(([kind, code], i) => {
    const number = lastCode + 1 + i
    insert.run(number, code.hash(), serializeBoc(code, PROOF_BOC))
    return [kind, number]
  })
  return Object.fromEntries(numbers)
}

type EventParties = {
  readonly wallets: readonly bigint[]
  readonly jettonOf: readonly bigint[]
  readonly items: readonly bigint[]
  readonly collectionOf: readonly bigint[]
  person(): bigint
  below(limit: number): number
}

/** Events of every few transactions, at their times, of other accounts than the transactions'. */
function writeEvents(connection: Connection, parties: EventParties): void {
  const { wallets, jettonOf, items, collectionOf, person, below } = parties
  const rows = connection
    .prepare<[], [bigint, bigint, bigint]>('SELECT id, lt, now FROM transactions')
    .raw()
    .safeIntegers()
    .all()
  const insert = (table: string, columns: number) =>
    connection.prepare(`INSERT INTO ${table} VALUES (${Array(columns).fill('?').join(', ')})`)
  const transfer = insert('jetton_transfers', 16)
  const burn = insert('jetton_burns', 12)
  const moved = insert('nft_transfers', 15)
  const amount = () => sortableInteger(BigInt(1 + below(1e12)))
  connection.exec('BEGIN')
  for (const [tx, lt, now] of rows) {
    const number = Number(tx)
    const at = below(wallets.length)
    const base = [lt, now, number % 97 === 0 ? 1 : 0, number]
    const response = [person(), 0, null]
    const forward = [sortableInteger(1n), null]
    if (number % EVENTS.transfers === 0) {
      const sides = [person(), person(), 0]
      transfer.run(tx, wallets[at], ...base, jettonOf[at], amount(), ...sides, ...response, ...forward)
    } else if (number % EVENTS.burns === 1) {
      burn.run(tx, wallets[at], ...base, jettonOf[at], amount(), person(), ...response)
    } else if (number % EVENTS.items === 2) {
      const which = below(items.length)
      const sides = [person(), person(), 0]
      moved.run(tx, items[which], ...base, collectionOf[which], ...sides, ...response, ...forward)
    }
  }
  connection.exec('COMMIT')
}
