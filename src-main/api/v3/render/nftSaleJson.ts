import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import type { NftSaleJson } from '#shared/schema/v3/nftSale.ts'
import type { NftSaleRecord } from '../../../store/queries/nftSales.ts'
import type { Writer } from './jsonWriter.ts'
import {
  address,
  decimal,
  type FieldsOf,
  field,
  hash,
  integer,
  object,
  optional,
  text,
} from './jsonWriter.ts'
import { nftItemJson } from './nftJson.ts'

type Details = NftSaleJson['details']

/** Stored JSON of a sale's own fields; missing ones are omitted. */
const saleDetails: Writer<string, Details> = (buffer, json) => {
  const fields = Object.entries(JSON.parse(json) as Record<string, unknown>)
  buffer.putJson(v3JsonText(Object.fromEntries(fields.filter(([, value]) => value !== null))))
}

/** One kind for the compiler: the details of a sale follow from its type. */
type AnySaleJson = Omit<NftSaleJson, 'type' | 'details'> & {
  readonly type: NftSaleJson['type']
  readonly details: Details
}

const FIELDS: FieldsOf<NftSaleRecord, AnySaleJson> = {
  type: field(text<NftSaleJson['type']>(), ({ kind }) => kind),
  address: field(address, (sale) => sale.address),
  nft_address: field(address, ({ nft }) => nft),
  nft_owner_address: optional(address, ({ nftOwner }) => nftOwner),
  marketplace_address: optional(address, ({ marketplace }) => marketplace),
  created_at: optional(integer, ({ createdAt }) => createdAt),
  last_transaction_lt: field(decimal, ({ lastTxLt }) => lastTxLt),
  code_hash: optional(hash, ({ codeHash }) => codeHash),
  data_hash: optional(hash, ({ dataHash }) => dataHash),
  details: field(saleDetails, ({ details }) => details),
  // toncenter never sets the sale of an item here.
  nft_item: optional(nftItemJson, ({ item }) => item && { ...item, sale: undefined }),
}

/** compatibility-v3 §7.8. */
export const nftSaleJson = object<NftSaleRecord, AnySaleJson>(FIELDS) as Writer<NftSaleRecord, NftSaleJson>

/** Returns the accounts that a sale's details name. */
export function accountsOfDetails(json: string): string[] {
  return Object.entries(JSON.parse(json) as Record<string, unknown>).flatMap(([name, value]) =>
    ACCOUNT_FIELDS.has(name) && typeof value === 'string' ? [value] : [],
  )
}

const ACCOUNT_FIELDS: ReadonlySet<string> = new Set([
  'marketplace_fee_address',
  'royalty_address',
  'last_member',
  'mp_fee_address',
  'royalty_fee_address',
  'bidder_address',
  'beneficiary_address',
  'royalty_destination',
])
