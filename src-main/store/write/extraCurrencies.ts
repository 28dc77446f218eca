import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { hasDedupedCells, isDeduped, rewrite, wholeHash } from '../dedupedCells.ts'
import type { ParsedAccountState } from '../parsedBlock.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'

/**
 * Completes the extra currencies of account states. A state update omits those that the block did not change: they
 * are taken from the stored state. Parts that no update ever showed stay pruned branches.
 */
export type ExtraCurrencies = { completed(state: ParsedAccountState): ParsedAccountState }

/** Prepares the statements of extra currencies on the writer's connection. */
export function createExtraCurrencies(connection: Connection, accounts: AccountRows): ExtraCurrencies {
  const find = connection
    .prepare<[bigint], Buffer | null>('SELECT extra FROM latest_states WHERE account = ?')
    .pluck()
  return {
    completed(state) {
      if (state.extra === undefined || !hasDedupedCells(state.extra)) return state
      const before = find.get(accounts.idOf(state.account))
      if (!before) return state
      const known = new Map<string, Cell>()
      rewrite(parseBocRoot(before, { trusted: true }), (cell) => {
        if (!isDeduped(cell, 0)) known.set(wholeHash(cell), cell)
        return undefined
      })
      const extra = rewrite(parseBocRoot(state.extra, { trusted: true }), (cell, merkleDepth) =>
        isDeduped(cell, merkleDepth) ? known.get(wholeHash(cell)) : undefined,
      )
      return { ...state, extra: serializeBoc(extra, PROOF_BOC) }
    },
  }
}
