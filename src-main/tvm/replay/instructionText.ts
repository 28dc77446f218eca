import type { AssemblyInstruction, AssemblySlice, TonAssembly } from './tonAssembly.ts'

/** Suffixes that tell encodings of one instruction apart. */
const ENCODING = /_(?:4|8|16|LONG|SHORT|REFS|ALT|VAR|1|2|0I|IJ|1I|0I_LONG)$/
/** Instructions whose names end like an encoding. */
const WHOLE_NAMES = /^(?:BLS_|RIST255_|PREVMCBLOCKS_100)/
/** Instructions that have another name here than in Fift and in the emulator. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['PUSHCTR', 'PUSH'],
  ['POPCTR', 'POP'],
  ['SWAP2', '2SWAP'],
  ['DROP2', '2DROP'],
  ['DUP2', '2DUP'],
  ['OVER2', '2OVER'],
])
/** Shifts by a constant: `LSHIFT#DIV` in Fift. */
const CONSTANT_SHIFT = /^(\w*(?:SHIFT|MODPOW2)[CR]?)_(\w*)$/

/** Returns an instruction as the emulator and Fift name it: `PUSHINT 5`, `XCHG s1,s2`. Code is left out. */
export function instructionText(assembly: TonAssembly, instruction: AssemblyInstruction): string {
  const plain = Object.entries(instruction).map(([key, value]) => [key, plainOperand(value)] as const)
  const printed = assembly.print(Object.fromEntries(plain) as AssemblyInstruction)
  const [name = '', ...operands] = printed.replaceAll('{}', '').trim().split(/\s+/)
  const text = nameOf(name)
  if (operands.length === 0) return text
  return `${text} ${operands.join(operands.every((one) => /^[sc]?-?\d+$/.test(one)) ? ',' : ' ')}`
}

function nameOf(name: string): string {
  const known = NAMES.get(name)
  if (known !== undefined) return known
  if (WHOLE_NAMES.test(name)) return name
  const short = name.replace(ENCODING, '')
  return short.replace(CONSTANT_SHIFT, '$1#$2')
}

/** Replaces code by an empty one, and slices by their bits. */
function plainOperand(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$' in value) {
    const isCode = value.$ === 'Instructions' || value.$ === 'Raw'
    return isCode ? { $: 'Instructions', instructions: [] } : { $: 'none' }
  }
  if ('remainingBits' in value) return withoutRefs(value as AssemblySlice)
  return value
}

/** A slice's operand as the printer reads it. */
function withoutRefs(slice: AssemblySlice): object {
  const copy = slice.clone()
  const bits = copy.loadBits(copy.remainingBits)
  return { remainingRefs: 0, asCell: () => ({ bits }) }
}
