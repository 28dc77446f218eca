/** Writes an opcode with all its digits: `0x0f8a7ea5`. */
export function opcodeHex(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`
}

/** Smaller opcodes are counted, not derived from a name: many contracts use them for messages of their own. */
const MIN_DISTINCTIVE = 0x10000

/** Checks that an opcode alone tells its message. */
export function isDistinctive(opcode: number): boolean {
  return opcode >>> 0 >= MIN_DISTINCTIVE
}
