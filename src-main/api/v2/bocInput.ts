import type { Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { bocFault } from '../../chain/cells/bocFault.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'

/**
 * Reads the root of a bag of cells that a client sent, as tonlib does: a checksum is optional, and bytes after a bag
 * without one are ignored. Throws ApiError 500 with tonlib's text behind `prefix`.
 */
export function readClientBoc(bytes: Uint8Array, prefix = ''): Cell {
  const data = Buffer.from(bytes)
  try {
    return parseBocRoot(data, { ignoreTrailing: true })
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    throw new ApiError(500, `${prefix}${bocFault(data, error)}`, { cause: error })
  }
}
