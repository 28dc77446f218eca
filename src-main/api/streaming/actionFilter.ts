import { isServed, supportedTypes } from '../../indexer/actions/versions.ts'
import type { SnapshotAction } from './streamReading.ts'
import type { Subscription } from './subscription.ts'

/**
 * Returns the actions of a snapshot that a client gets (docs/actions §6): its types are among the
 * types that the client supports and filters by, and no other sent action contains it (docs/streaming §4).
 */
export function servedActions(
  actions: readonly SnapshotAction[],
  { actionTypes, supportedActionTypes = LATEST }: Pick<Subscription, 'actionTypes' | 'supportedActionTypes'>,
): readonly SnapshotAction[] {
  const supported = expanded(supportedActionTypes)
  return actions.filter(
    (action) => isServed(action, { supported }) && (!actionTypes || actionTypes.includes(action.type)),
  )
}

const LATEST: readonly string[] = []
/** Types by the list that a subscription names them with. */
const EXPANDED = new WeakMap<readonly string[], ReadonlySet<string>>()

function expanded(names: readonly string[]): ReadonlySet<string> {
  const types = EXPANDED.get(names) ?? supportedTypes(names)
  EXPANDED.set(names, types)
  return types
}
