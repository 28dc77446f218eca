import { sortableInteger } from '../../../../src-main/store/sortableInteger.ts'
import { createAccountRows } from '../../../../src-main/store/write/accounts.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { openBeside } from '../../../fixtures/store/openBeside.ts'
import type { TestIndex } from './sampleIndex.ts'

/** Token contracts and events, written into an index and given as a plain list, for tests to compare both. */

export type GeneratedContract = {
  readonly id: bigint
  readonly account: Buffer
  readonly lastTxLt: bigint
  /** Admin of a jetton, owner of the others. */
  readonly owner: Buffer | undefined
}
export type GeneratedWallet = GeneratedContract & {
  readonly owner: Buffer
  readonly jetton: Buffer
  readonly balance: bigint
}
export type GeneratedItem = GeneratedContract & {
  readonly collection: Buffer | undefined
  readonly index: bigint
  readonly realOwner: Buffer | undefined
}
export type GeneratedEvent = {
  readonly tx: bigint
  readonly contract: Buffer
  readonly lt: bigint
  readonly now: bigint
  readonly isAborted: boolean
  /** Source or old owner; owner of a burn. */
  readonly source: Buffer
  /** Destination or new owner. */
  readonly destination: Buffer | undefined
  /** Jetton or collection. */
  readonly token: Buffer | undefined
}
export type GeneratedTokens = {
  readonly masters: readonly GeneratedContract[]
  readonly wallets: readonly GeneratedWallet[]
  readonly collections: readonly GeneratedContract[]
  readonly items: readonly GeneratedItem[]
  readonly transfers: readonly GeneratedEvent[]
  readonly burns: readonly GeneratedEvent[]
  readonly nftTransfers: readonly GeneratedEvent[]
  readonly owners: readonly Buffer[]
}

const BALANCES = [0n, 0n, 1n, 255n, 256n, 10n ** 9n, 1n << 64n, (1n << 120n) - 1n]

/** Fills the token tables of an index that has blocks. */
export function generateTokens(index: TestIndex, seed = 5): GeneratedTokens {
  const random = new SeededRandom(seed)
  const connection = openBeside(index.file)
  const accounts = createAccountRows(connection)
  const oneOf = <T>(values: readonly T[]): T => random.pick(values)
  const address = (kind: number, i: number) =>
    Buffer.concat([
      Buffer.from([i % 5 === 4 ? 0xff : 0]),
      Buffer.alloc(31, (kind * 37 + i * 11) & 0xff),
      Buffer.from([i]),
    ])
  const addresses = (kind: number, count: number) => Array.from({ length: count }, (_, i) => address(kind, i))
  const idOf = (one: Buffer | undefined) => (one ? accounts.idOf(one) : null)

  function insert(table: string, columns: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(columns)
    connection
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(columns))
  }
  let count = 0n
  const contract = (account: Buffer) => ({
    id: ++count,
    account,
    lastTxLt: BigInt(1_000 + random.below(40)),
  })
  const state = ({ id, account, lastTxLt }: ReturnType<typeof contract>) => ({
    id,
    account: idOf(account),
    last_tx_lt: lastTxLt,
    mc_seqno: 30,
  })

  const owners = addresses(1, 8)
  const masters = addresses(2, 9).map((account) => ({
    ...contract(account),
    owner: random.below(4) === 0 ? undefined : oneOf(owners),
  }))
  const jettons = masters.map(({ account }) => account)
  const wallets = owners.flatMap((owner, i) =>
    jettons.flatMap((jetton, j) =>
      random.below(5) === 0
        ? []
        : [{ ...contract(address(3 + i, j)), owner, jetton, balance: oneOf(BALANCES) }],
    ),
  )
  const collections = addresses(20, 6).map((account) => ({
    ...contract(account),
    owner: random.below(3) === 0 ? undefined : oneOf(owners),
  }))
  const items = Array.from({ length: 90 }, (_, i) => ({
    ...contract(address(30 + Math.floor(i / 30), i)),
    collection: random.below(6) === 0 ? undefined : oneOf(collections).account,
    index: BigInt(i) << BigInt(random.below(3) * 60),
    owner: random.below(9) === 0 ? undefined : oneOf(owners),
    realOwner: random.below(9) === 0 ? undefined : oneOf(owners),
  }))
  const rows = index.reader.all<{ id: bigint; lt: bigint; now: bigint }>(
    'SELECT id, lt, now FROM transactions ORDER BY id',
    [],
  )
  const events = (contracts: readonly Buffer[], tokens: readonly Buffer[]): GeneratedEvent[] =>
    rows.flatMap(({ id, lt, now }) =>
      random.below(3) === 0
        ? []
        : [
            {
              tx: id,
              contract: oneOf(contracts),
              lt,
              now,
              isAborted: random.below(4) === 0,
              source: oneOf(owners),
              destination: random.below(7) === 0 ? undefined : oneOf(owners),
              token: random.below(9) === 0 ? undefined : oneOf(tokens),
            },
          ],
    )
  const walletAccounts = wallets.map(({ account }) => account).slice(0, 12)
  const hasToken = (event: GeneratedEvent) => event.token !== undefined
  const transfers = events(walletAccounts, jettons).filter(hasToken)
  const burns = events(walletAccounts, jettons).filter(hasToken)
  const nftTransfers = events(
    items.map(({ account }) => account).slice(0, 12),
    collections.map(({ account }) => account),
  )

  const payment = ({ tx, contract, lt, now, isAborted }: GeneratedEvent) => ({
    tx,
    account: idOf(contract),
    lt,
    now,
    aborted: Number(isAborted),
    query_id: -1,
    response: null,
    response_form: 1,
  })
  const forward = { forward_amount: sortableInteger(1n), forward_payload: null }
  connection.transaction(() => {
    for (const master of masters) {
      insert('jetton_masters', {
        ...state(master),
        total_supply: sortableInteger(5n),
        mintable: 1,
        admin: idOf(master.owner),
        content: '{}',
        wallet_code_hash: Buffer.alloc(32, 1),
      })
    }
    for (const wallet of wallets) {
      const { balance, owner, jetton } = wallet
      insert('jetton_wallets', {
        ...state(wallet),
        balance: sortableInteger(balance),
        owner: idOf(owner),
        jetton: idOf(jetton),
      })
    }
    for (const collection of collections) {
      insert('nft_collections', {
        ...state(collection),
        next_item_index: sortableInteger(-1n),
        owner: idOf(collection.owner),
        content: '{}',
      })
    }
    for (const item of items) {
      insert('nft_items', {
        ...state(item),
        init: 1,
        item_index: sortableInteger(item.index),
        collection: idOf(item.collection),
        owner: idOf(item.owner),
        real_owner: idOf(item.realOwner),
        content: null,
      })
    }
    for (const event of transfers) {
      insert('jetton_transfers', {
        ...payment(event),
        ...forward,
        jetton: idOf(event.token),
        amount: sortableInteger(7n),
        source: idOf(event.source),
        destination: idOf(event.destination),
        destination_form: event.destination ? 0 : 1,
      })
    }
    for (const event of burns) {
      const { token, source } = event
      insert('jetton_burns', {
        ...payment(event),
        jetton: idOf(token),
        amount: sortableInteger(7n),
        owner: idOf(source),
      })
    }
    for (const event of nftTransfers) {
      insert('nft_transfers', {
        ...payment(event),
        ...forward,
        collection: idOf(event.token),
        old_owner: idOf(event.source),
        new_owner: idOf(event.destination),
        new_owner_form: event.destination ? 0 : 1,
      })
    }
  })()
  connection.close()
  return { masters, wallets, collections, items, transfers, burns, nftTransfers, owners }
}
