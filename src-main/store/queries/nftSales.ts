import { SALE_KINDS, type SaleKind } from '../detectedTokens.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { type Addresses, accountNumbers } from './accountNumbers.ts'
import { among, where } from './conditions.ts'
import { loadItemsOf, type NftItemRecord } from './nftItems.ts'
import type { Reader } from './reader.ts'
import { type ContractState, loadRowNames, STATE_COLUMNS, type StateRow } from './tokenRows.ts'

/** A verified sale contract with its state and its item. */
export type NftSaleRecord = ContractState & {
  readonly kind: SaleKind
  readonly nft: StdAddress
  readonly nftOwner: StdAddress | undefined
  readonly marketplace: StdAddress | undefined
  /** Unix seconds. */
  readonly createdAt: number | undefined
  /** The fields of the kind (compatibility-v3 §7.8) as JSON. */
  readonly details: string
  /** Undefined if the item is not indexed. */
  readonly item: NftItemRecord | undefined
}

type Row = StateRow & {
  readonly id: bigint
  readonly kind: bigint
  readonly nft: bigint
  readonly nft_owner: bigint | null
  readonly marketplace: bigint | null
  readonly created_at: bigint | null
  readonly details: string
}

/** Returns the sale contracts at `addresses`: sales, then auctions, then Telegram's auctions. */
export function findNftSales(reader: Reader, addresses: NonNullable<Addresses>): NftSaleRecord[] {
  const accounts = accountNumbers(reader, addresses) ?? []
  if (accounts.length === 0) return []
  const { sql, values } = where([among('x.account', accounts)])
  const rows = reader.all<Row>(
    `SELECT ${STATE_COLUMNS}, x.kind, x.nft, x.nft_owner, x.marketplace, x.created_at, x.details
     FROM nft_sales x${sql} ORDER BY x.kind, x.id`,
    values,
  )
  const names = loadRowNames(
    reader,
    rows,
    rows.flatMap(({ nft, nft_owner, marketplace }) => [nft, nft_owner, marketplace]),
  )
  const items = loadItemsOf(
    reader,
    rows.map(({ nft }) => nft),
  )
  return rows.map((row) => ({
    ...names.state(row),
    kind: saleKind(row.kind),
    nft: names.address(row.nft),
    nftOwner: names.optionalAddress(row.nft_owner),
    marketplace: names.optionalAddress(row.marketplace),
    createdAt: row.created_at === null ? undefined : Number(row.created_at),
    details: row.details,
    item: items.get(row.nft),
  }))
}

function saleKind(code: bigint): SaleKind {
  const kind = SALE_KINDS[Number(code)]
  if (kind === undefined) throw new Error(`the index has a sale of kind ${code}`)
  return kind
}
