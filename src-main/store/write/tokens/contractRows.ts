import type { DetectedTokenContract, DetectionResult, TokenContentJson } from '../../detectedTokens.ts'
import { SALE_KINDS } from '../../detectedTokens.ts'
import { imageHash } from '../../metadataContent.ts'
import type { StdAddress } from '../../parsedBlock.ts'
import { sortableInteger } from '../../sortableInteger.ts'
import type { Connection } from '../../sqlite/driver.ts'
import { type Insert, insertInto, type SqlValue } from '../../sqlite/insertInto.ts'
import type { AccountRows } from '../accounts.ts'
import type { CellRows } from '../cells.ts'

/** Rows of verified contracts: one per account and table. */
export type ContractRows = {
  /** Writes a contract's row; replaces an older one. */
  write(account: bigint, facts: DetectedTokenContract, result: DetectionResult): void
  /** Removes rows of other kinds than `contracts`. */
  removeOthers(account: bigint, contracts: readonly DetectedTokenContract[]): void
}

type Kind = DetectedTokenContract['kind']

const TABLES = {
  jetton_master: 'jetton_masters',
  jetton_wallet: 'jetton_wallets',
  nft_collection: 'nft_collections',
  nft_item: 'nft_items',
  nft_sale: 'nft_sales',
  dns_entry: 'dns_entries',
  multisig: 'multisigs',
  multisig_order: 'multisig_orders',
  vesting: 'vesting_contracts',
} as const satisfies { readonly [K in Kind]: string }

const STATE_COLUMNS = ['code', 'data_hash', 'last_tx_lt', 'mc_seqno'] as const
const COLUMNS = {
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
} as const satisfies { readonly [K in Kind]: readonly string[] }

const KINDS = Object.keys(TABLES) as readonly Kind[]

/** The values of a kind's columns but for STATE_COLUMNS. */
type Values<K extends Kind> = {
  readonly [Name in Exclude<(typeof COLUMNS)[K][number], (typeof STATE_COLUMNS)[number]>]: SqlValue
}

/** Returns the values of the columns `content` and `image_hash`. */
function contentValues(content: TokenContentJson | undefined) {
  const { image } = content ?? {}
  return { content: content ? JSON.stringify(content) : null, image_hash: image ? imageHash(image) : null }
}

function keyOf(kind: Kind): string {
  return kind === 'dns_entry' ? 'item' : 'account'
}

/** Prepares the insertion or replacement of a row; older states never replace newer ones. */
function upsert(connection: Connection, kind: Kind): Insert<string> {
  const [table, columns, key] = [TABLES[kind], COLUMNS[kind], keyOf(kind)]
  const target = kind === 'nft_sale' ? 'account, kind' : key
  const updates = columns.map((column) => `${column} = excluded.${column}`)
  return insertInto<string>(
    connection,
    table,
    [key, ...columns],
    `ON CONFLICT (${target}) DO UPDATE SET ${updates.join(', ')} WHERE excluded.last_tx_lt >= ${table}.last_tx_lt`,
  )
}

/** Prepares the statements of token contracts on the writer's connection. */
export function createContractRows(
  connection: Connection,
  accounts: AccountRows,
  cells: CellRows,
): ContractRows {
  const upserts = new Map(KINDS.map((kind) => [kind, upsert(connection, kind)]))
  const removals = new Map(
    KINDS.map((kind) => [kind, connection.prepare(`DELETE FROM ${TABLES[kind]} WHERE ${keyOf(kind)} = ?`)]),
  )
  const removeSale = connection.prepare('DELETE FROM nft_sales WHERE account = ? AND kind = ?')
  const salesOf = connection
    .prepare<[bigint], { kind: bigint; nft: bigint }>('SELECT kind, nft FROM nft_sales WHERE account = ?')
    .safeIntegers()
  // A sale without a seller does not change the item's owner.
  const renewRealOwner = connection.prepare(
    `UPDATE nft_items SET real_owner = coalesce((SELECT nft_owner FROM nft_sales
      WHERE nft_sales.account = nft_items.owner AND nft_sales.nft = nft_items.account AND nft_owner IS NOT NULL
      ORDER BY kind LIMIT 1), owner)
    WHERE account = ?`,
  )
  const removeMembers = connection.prepare('DELETE FROM contract_members WHERE contract = ?')
  const insertMember = connection.prepare(
    'INSERT INTO contract_members (contract, role, position, member) VALUES (?, ?, ?, ?)',
  )

  const idOf = (address: StdAddress | undefined) => (address ? accounts.idOf(address) : null)

  function writeMembers(account: bigint, lists: readonly (readonly StdAddress[])[]): void {
    removeMembers.run(account)
    for (const [role, members] of lists.entries()) {
      for (const [position, member] of members.entries()) {
        insertMember.run(account, role, position, accounts.idOf(member))
      }
    }
  }

  /** Returns the Values of the kind. */
  function valuesOf(facts: DetectedTokenContract): { readonly [column: string]: SqlValue } {
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

  return {
    write(account, facts, { codeHash, dataHash, lastTxLt, mcSeqno }) {
      const state = { last_tx_lt: lastTxLt, mc_seqno: mcSeqno }
      const code =
        facts.kind === 'dns_entry'
          ? {}
          : { code: codeHash ? cells.codeId(codeHash) : null, data_hash: dataHash ?? null }
      const row = { [keyOf(facts.kind)]: account, ...valuesOf(facts), ...code, ...state }
      const before = facts.kind === 'nft_sale' ? salesOf.all(account) : []
      upserts.get(facts.kind)?.(row)
      switch (facts.kind) {
        case 'nft_item':
          renewRealOwner.run(account)
          break
        case 'nft_sale':
          for (const nft of new Set([...before.map((sale) => sale.nft), accounts.idOf(facts.nft)])) {
            renewRealOwner.run(nft)
          }
          break
        case 'multisig':
          writeMembers(account, [facts.signers, facts.proposers ?? []])
          break
        case 'multisig_order':
          writeMembers(account, [facts.signers])
          break
        case 'vesting':
          writeMembers(account, [[], [], facts.whitelist])
      }
    },
    removeOthers(account, contracts) {
      const kinds = new Set(contracts.map(({ kind }) => kind))
      for (const kind of KINDS) {
        if (kinds.has(kind)) continue
        if (kind === 'nft_sale') continue
        removals.get(kind)?.run(account)
      }
      const sales = contracts.flatMap((facts) =>
        facts.kind === 'nft_sale' ? [BigInt(SALE_KINDS.indexOf(facts.sale))] : [],
      )
      for (const { kind, nft } of salesOf.all(account)) {
        if (sales.includes(kind)) continue
        removeSale.run(account, kind)
        renewRealOwner.run(nft)
      }
      const hasMembers = ['multisig', 'multisig_order', 'vesting'].some((kind) => kinds.has(kind as Kind))
      if (!hasMembers) removeMembers.run(account)
    },
  }
}
