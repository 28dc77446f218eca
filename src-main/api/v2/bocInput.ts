import type { Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { BocError } from '../../chain/cells/bocError.ts'
import { crc32c } from '../../chain/cells/crc32c.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'

/** The least that a bag of cells can be. */
const MIN_BYTES = 10

/** What tonlib says of bytes that are no bag of cells. */
function bocFault(bytes: Buffer, error: BocError): string {
  if (bytes.length < MIN_BYTES) {
    return `cannot deserialize bag-of-cells: not enough bytes (${bytes.length} present, ${MIN_BYTES} required)`
  }
  if (error.code === 'crc-mismatch') {
    const at = bytes.length - 4
    const [actual, stated] = [crc32c(bytes, at), bytes.readUInt32LE(at)].map((n) => `0x${n.toString(16)}`)
    return `bag-of-cells CRC32C mismatch: expected ${actual}, found ${stated}`
  }
  const reason = error.code === 'bad-magic' ? 'invalid header, error 0' : error.message
  return `cannot deserialize bag-of-cells: ${reason}`
}

/**
 * The root of a bag of cells that a client sent. Throws ApiError 500 (the reference leaves this to tonlib) with its
 * text behind `prefix`.
 */
export function readClientBoc(bytes: Uint8Array, prefix = ''): Cell {
  const data = Buffer.from(bytes)
  try {
    return parseBocRoot(data)
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    throw new ApiError(500, `${prefix}${bocFault(data, error)}`, { cause: error })
  }
}
