/** Writes an opcode with all its digits: `0x0f8a7ea5`. */
export function opcodeHex(opcode: number): string {
  return `0x${opcode.toString(16).padStart(8, '0')}`
}
