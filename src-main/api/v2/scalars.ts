import type { Cell, CurrencyCollection } from '@ton/core'
import type {
  AccountAddressJson,
  BlockIdExtJson,
  ExtraCurrencyJson,
  TransactionIdJson,
  TvmCellJson,
} from '#shared/schema/v2/common.ts'
import { friendlyAddressBytes, hasFriendlyForm, type TonAddress } from '#shared/ton/address.ts'
import { ZERO_HASH_BASE64 } from '#shared/ton/hash.ts'
import { shardToSigned } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { hashKey } from '../../chain/cells/cellData.ts'
import { bocBase64 } from '../../chain/cells/serializeBoc.ts'

/** Values that v2's answers share: compatibility-v2 §2.2 and §2.3. Keys are in toncenter's order. */

export function base64(bytes: Buffer): string {
  return bytes.toString('base64')
}

/** The hash of a cell. */
export function hashText(cell: Cell): string {
  // btoa takes latin1 characters, which is the form of the key: no Buffer is needed.
  return btoa(hashKey(cell))
}

/** Returns a bag of one root without index, with CRC32C (`te6cck…`); an empty text for no cell. */
export function bocText(cell: Cell | undefined | null): string {
  return cell ? bocBase64(cell) : ''
}

export function tvmCell(cell: Cell | undefined): TvmCellJson {
  return { '@type': 'tvm.cell', bytes: bocText(cell) }
}

export function blockIdExt(id: BlockIdExt): BlockIdExtJson {
  return {
    '@type': 'ton.blockIdExt',
    workchain: id.workchain,
    shard: shardToSigned(id.shard).toString(),
    seqno: id.seqno,
    root_hash: base64(id.rootHash),
    file_hash: base64(id.fileHash),
  }
}

export function transactionId(lt: bigint, hash: Buffer): TransactionIdJson {
  return { '@type': 'internal.transactionId', lt: lt.toString(), hash: base64(hash) }
}

/** The id of no transaction: before the first one, or of an account without any. */
export function noTransaction(): TransactionIdJson {
  return { '@type': 'internal.transactionId', lt: '0', hash: ZERO_HASH_BASE64 }
}

/** Returns the url-safe bounceable form of an address with any flags; an empty text without an address. */
export function friendlyAddress(address: TonAddress | undefined): string {
  if (!address || !hasFriendlyForm(address)) return ''
  const bytes = friendlyAddressBytes(address, { bounceable: true, testOnly: false })
  return Buffer.from(bytes.buffer).toString('base64url')
}

export function accountAddress(address: TonAddress | undefined): AccountAddressJson {
  return { '@type': 'accountAddress', account_address: friendlyAddress(address) }
}

/** Returns extra currencies in the order of their dictionary; ids are signed 32-bit numbers here. */
export function extraCurrencies(currencies: CurrencyCollection): ExtraCurrencyJson[] {
  const amounts = [...(currencies.other ?? [])]
  return amounts.map(([id, amount]) => ({
    '@type': 'extraCurrency',
    id: id | 0,
    amount: amount.toString(),
  }))
}
