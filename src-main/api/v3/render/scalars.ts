import type { BlockIdJson } from '#shared/schema/v3/common.ts'
import { v3JsonText } from '#shared/schema/v3/jsonText.ts'
import { crc32c } from '#shared/ton/crc32c.ts'
import { extraCurrencyAmounts } from '../../../chain/state/currencies.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import type { BlockRef } from '../../../store/queries/blocks.ts'
import type { Writer } from './jsonWriter.ts'

/** compatibility-v3 §4.1: the forms of single values. */

export function hashText(hash: Buffer): string {
  return hash.toString('base64')
}

/** `0:83DF…`. */
export function addressText(address: StdAddress): string {
  return `${address.readInt8(0)}:${address.toString('hex', 1).toUpperCase()}`
}

/** Upper-case hexadecimal without leading zeros, of a shard in either form. */
export function shardText(shard: bigint): string {
  return BigInt.asUintN(64, shard).toString(16).toUpperCase()
}

/** Decimal of an int32. */
export function opcodeText(opcode: number): string {
  return `0x${(opcode >>> 0).toString(16).padStart(8, '0')}`
}

export function blockIdJson({ workchain, shard, seqno }: BlockRef): BlockIdJson {
  return { workchain, shard: shardText(shard), seqno }
}

const NO_CURRENCIES = Buffer.from('{}', 'latin1')

/** Amounts by id of a stored ExtraCurrencyCollection. */
export const extraCurrencies: Writer<{ readonly dictionary: Buffer | undefined }, Record<string, string>> = (
  buffer,
  { dictionary },
) => {
  if (dictionary === undefined) buffer.put(NO_CURRENCIES)
  else buffer.putJson(v3JsonText(extraCurrencyAmounts(dictionary)))
}

/** Position of a bag of cells' checksum flag, and its bit. */
const FLAGS_AT = 4
const HAS_CRC = 0x40
const CRC_BYTES = 4

/** A stored bag of cells (without checksum) in base64. */
export function bocText(boc: Buffer): string {
  return boc.toString('base64')
}

/** Base64 of a bag of cells without its checksum, in which accounts are shown. */
export function bocWithoutChecksum(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  bytes[FLAGS_AT] = (bytes[FLAGS_AT] as number) & ~HAS_CRC
  return bytes.toString('base64', 0, bytes.length - CRC_BYTES)
}

/** A stored bag of cells (without checksum) with a checksum, in which messages are shown. */
export function bocWithChecksum(boc: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(boc.length + CRC_BYTES)
  boc.copy(bytes)
  bytes[FLAGS_AT] = (bytes[FLAGS_AT] as number) | HAS_CRC
  bytes.writeUInt32LE(crc32c(bytes, boc.length), boc.length)
  return bytes
}
