/**
 * Version of the rules that turn traces into actions. Raise it with every change of a rule that can give other actions:
 * indexes of the version before are classified again, after all other work.
 */
export const RULES_VERSION = 1
