import { useMemo, useState } from 'react'
import type { Action } from '../../actions/action.ts'
import type { TraceStep } from '../../decode/traceModel.ts'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'

export type Marks = {
  /** Hashes (hexadecimal) of the transactions of the action under the pointer, or of the chosen one. */
  readonly lit: ReadonlySet<string> | undefined
  readonly point: (action: Action | undefined) => void
  readonly choose: (action: Action) => void
}

/** Remembers which action marks its transactions. A chosen one does until a transaction outside of it is selected. */
export function useMarks(selected: TraceStep | undefined): Marks {
  const [pointed, point] = useState<Action>()
  const [chosen, choose] = useState<Action>()
  const isOfChosen = selected !== undefined && chosen?.transactions.includes(selected.json.hash) === true
  const action = pointed ?? (isOfChosen ? chosen : undefined)
  const lit = useMemo(() => action && new Set(action.transactions.map(hexOfBase64)), [action])
  return { lit, point, choose }
}
