import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import { CELL_PATH, type CellInspection, cellRequestSchema } from '#shared/schema/cellInspection.ts'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { recognizeCell } from '../../chain/recognizeCell.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal } from '../request/methods.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { type Clock, success } from '../v2/envelope.ts'

const HEX = /^(?:[0-9a-f]{2})+$/i
const MAX_CELLS = 100_000

function rootOf(text: string) {
  try {
    return parseBocRoot(Buffer.from(text, HEX.test(text) ? 'hex' : 'base64'), { maxCells: MAX_CELLS })
  } catch (error) {
    if (error instanceof BocError) throw new ApiError(422, `boc: ${error.message}`)
    throw error
  }
}

/** Adds `POST /api/tonscope/cell` (see the schema), with v2's envelope and errors. */
export function addCellRoute(app: Hono<AppEnv>, clock: Clock): void {
  app.post(CELL_PATH, async (c) => {
    const { boc } = await readBodyFields(c, cellRequestSchema)
    const cell = rootOf(boc)
    const types = recognizeCell(cell)
    return success(c, clock, { hash: cell.hash().toString('hex'), types } satisfies CellInspection)
  })
  app.all(CELL_PATH, (c) => {
    throw methodRefusal(c, 'POST')
  })
}
