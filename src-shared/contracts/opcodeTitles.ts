import { CONTRACTS } from './lookups.ts'

/**
 * Displayed names of opcodes. The explorer's build replaces this module with its value
 * (`electron.vite.config.ts`): a page that shows an operation needs this table and not the facts of all contracts.
 */
export const OPCODE_TITLES: ReadonlyMap<number, string> = CONTRACTS.opcodeTitles

/** Returns the displayed name of an opcode, or undefined if it has none. */
export function opcodeTitle(opcode: number): string | undefined {
  return OPCODE_TITLES.get(opcode >>> 0)
}
