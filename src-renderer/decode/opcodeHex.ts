/** Formats an opcode with eight digits: `0x0f8a7ea5`. */
export function opcodeHex(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`
}

/** Smaller opcodes are numbered and not derived from a name, so that many contracts use them. */
const MIN_DISTINCTIVE = 0x10000

/** Returns whether an opcode is enough to recognize its message. */
export function isDistinctive(opcode: number): boolean {
  return opcode >>> 0 >= MIN_DISTINCTIVE
}
