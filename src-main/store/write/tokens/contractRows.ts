import { type DetectedTokenContract, type DetectionResult, SALE_KINDS } from '../../detectedTokens.ts'
import type { StdAddress } from '../../parsedBlock.ts'
import type { Connection } from '../../sqlite/driver.ts'
import { type Insert, insertInto } from '../../sqlite/insertInto.ts'
import type { AccountRows } from '../accounts.ts'
import type { CellRows } from '../cells.ts'
import {
  CONTRACT_COLUMNS,
  CONTRACT_TABLES,
  type ContractKind,
  contractValues,
  keyColumn,
} from './contractColumns.ts'

/** Rows of verified contracts: one per account and table. */
export type ContractRows = {
  /** Writes a contract's row; replaces an older one. */
  write(account: bigint, facts: DetectedTokenContract, result: DetectionResult): void
  /** Removes rows of other kinds than `contracts`. */
  removeOthers(account: bigint, contracts: readonly DetectedTokenContract[]): void
}

const KINDS = Object.keys(CONTRACT_TABLES) as readonly ContractKind[]

/** Prepares the insertion or replacement of a row; older states never replace newer ones. */
function upsert(connection: Connection, kind: ContractKind): Insert<string> {
  const [table, columns, key] = [CONTRACT_TABLES[kind], CONTRACT_COLUMNS[kind], keyColumn(kind)]
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
    KINDS.map((kind) => [
      kind,
      connection.prepare(`DELETE FROM ${CONTRACT_TABLES[kind]} WHERE ${keyColumn(kind)} = ?`),
    ]),
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

  return {
    write(account, facts, { codeHash, dataHash, lastTxLt, mcSeqno }) {
      const state = { last_tx_lt: lastTxLt, mc_seqno: mcSeqno }
      const code =
        facts.kind === 'dns_entry'
          ? {}
          : { code: codeHash ? cells.codeId(codeHash) : null, data_hash: dataHash ?? null }
      const row = { [keyColumn(facts.kind)]: account, ...contractValues(facts, idOf), ...code, ...state }
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
      const hasMembers = ['multisig', 'multisig_order', 'vesting'].some((kind) =>
        kinds.has(kind as ContractKind),
      )
      if (!hasMembers) removeMembers.run(account)
    },
  }
}
