import type { Cell } from '@ton/core'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'

/** A cell inside a decoded body: without a checksum, unlike the bodies themselves. */
export function bocBase64Plain(cell: Cell): string {
  return serializeBoc(cell).toString('base64')
}
