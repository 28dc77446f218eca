import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { AccountStateFacts } from '../facts.ts'
import { isLeftOut, lacksParts, rewrite, wholeHash } from '../leftOut.ts'
import type { Connection } from '../sqlite/driver.ts'
import type { AccountRows } from './accounts.ts'

/**
 * A state update doesn't show those extra currencies of an account that its block left as they were: they are taken
 * from the state that is kept of it. What nobody ever showed stays a pruned branch.
 */
export type ExtraCurrencies = { completed(state: AccountStateFacts): AccountStateFacts }

export function createExtraCurrencies(connection: Connection, accounts: AccountRows): ExtraCurrencies {
  const find = connection
    .prepare<[bigint], Buffer | null>('SELECT extra FROM latest_states WHERE account = ?')
    .pluck()
  return {
    completed(state) {
      if (state.extra === undefined || !lacksParts(state.extra)) return state
      const before = find.get(accounts.idOf(state.account))
      if (!before) return state
      const known = new Map<string, Cell>()
      rewrite(parseBocRoot(before, { trusted: true }), (cell) => {
        if (!isLeftOut(cell, 0)) known.set(wholeHash(cell), cell)
        return undefined
      })
      const extra = rewrite(parseBocRoot(state.extra, { trusted: true }), (cell, merkleDepth) =>
        isLeftOut(cell, merkleDepth) ? known.get(wholeHash(cell)) : undefined,
      )
      return { ...state, extra: serializeBoc(extra, PROOF_BOC) }
    },
  }
}
