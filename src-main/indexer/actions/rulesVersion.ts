/**
 * Version of the rules that derive actions from traces. Raise it with every change of a rule that can change actions:
 * indexes with an older version are then classified again, with the lowest priority.
 */
export const RULES_VERSION = 2
