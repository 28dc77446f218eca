import { CONTRACTS } from './lookups.ts'

/**
 * Names of opcodes that are shown to people. The explorer's build replaces this module with its value
 * (`electron.vite.config.ts`): a page that shows an operation needs this table and not the facts of all contracts.
 */
export const OPCODE_TITLES: ReadonlyMap<number, string> = CONTRACTS.opcodeTitles

/** Returns the name of an opcode that is shown to people, undefined where it has none. */
export function opcodeTitle(opcode: number): string | undefined {
  return OPCODE_TITLES.get(opcode >>> 0)
}
