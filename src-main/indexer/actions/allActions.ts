import type { ActionType } from './actionType.ts'

/** Every type of action, in the order of actions-contract §12. */
export const ACTION_TYPES: readonly ActionType[] = []
