import type { SnapshotAction } from './streamReading.ts'
import type { Subscription } from './subscription.ts'

/**
 * Returns the actions of a snapshot that a client gets (actions-contract §5): those of types that it knows, outside of
 * actions that it knows too, and of the types that it filters by (streaming-contract §4).
 */
export function servedActions(
  actions: readonly SnapshotAction[],
  { actionTypes }: Pick<Subscription, 'actionTypes' | 'supportedActionTypes'>,
): readonly SnapshotAction[] {
  return actions.filter(({ type }) => !actionTypes || actionTypes.includes(type))
}
