import type { ActionType } from './actionType.ts'
import { BASIC_TYPES } from './protocols/basic.ts'
import { JETTON_TYPES, jettonBurnRule, jettonMintRule, jettonTransferRules } from './protocols/jettons.ts'
import type { Rule } from './rule.ts'

/** Every type of action. */
export const ACTION_TYPES: readonly ActionType[] = [...BASIC_TYPES, ...JETTON_TYPES]

/** Every rule, in the order in which they run over a trace (actions-contract §12): each sees what those before made. */
export const RULES: readonly Rule[] = [...jettonTransferRules, jettonBurnRule, jettonMintRule]
