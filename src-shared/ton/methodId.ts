import { crc16 } from './crc16.ts'

/** The bit set in ids of get-methods; smaller ids are entry points for messages and transactions. */
export const GET_METHOD_BIT = 0x10000

/** Returns the id under which compilers store a get-method by default: `seqno` is 85143. */
export function methodIdOf(name: string): number {
  return crc16(utf8Bytes(name)) | GET_METHOD_BIT
}

function utf8Bytes(text: string): Uint8Array {
  const escaped = encodeURIComponent(text.toWellFormed())
  const bytes = escaped.match(/%..|[^%]/g) ?? []
  return Uint8Array.from(bytes, (byte) =>
    byte.length === 1 ? byte.charCodeAt(0) : Number.parseInt(byte.slice(1), 16),
  )
}
