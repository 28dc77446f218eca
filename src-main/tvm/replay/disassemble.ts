import type { Cell } from '@ton/core'
import type {
  BlockRefJson,
  CodeBlockJson,
  DisassemblyJson,
  InstructionJson,
} from '#shared/schema/disassembly.ts'
import { bitLengthOf, hashKey, paddedBytes } from '../../chain/cells/cellData.ts'
import { instructionText } from './instructionText.ts'
import { leavesOfCode } from './leavesOfCode.ts'
import { type AssemblyInstruction, type AssemblySlice, type TonAssembly, tonAssembly } from './tonAssembly.ts'

/** A code as blocks, without the names of its methods. */
export type Disassembly = Pick<DisassemblyJson, 'code_hash' | 'blocks' | 'is_whole'>

/** A part of a cell to read: its bits from `from` to `to`, and its references from `firstRef` to `lastRef`. */
type Part = {
  readonly cell: Cell
  readonly from: number
  readonly to: number
  readonly firstRef: number
  readonly lastRef: number
}

/** More would be hard to show; the largest contracts have about ten thousand. */
const MAX_INSTRUCTIONS = 50_000
/** Hexadecimal digits of data that are shown. */
const MAX_DATA_DIGITS = 64
const LIBRARY_TAG = 2
const LIBRARY_BITS = 264

/** Instructions that hold code in their own cell, with the length of what precedes it. */
const INLINE_CODE: ReadonlyMap<string, number> = new Map([
  ['PUSHCONT', 16],
  ['PUSHCONT_SHORT', 8],
])
/** Instructions that refer to cells with code. */
const REFERRED_CODE =
  /^(?:PUSHREFCONT|CALLREF|JMPREF|JMPREFDATA|IFREF|IFNOTREF|IFJMPREF|IFNOTJMPREF|IFREFELSE|IFELSEREF|IFREFELSEREF|IFN?BITJMPREF)$/
/** The instruction that refers to a dictionary of methods. */
const DICTIONARY = 'DICTPUSHCONST'

/**
 * Disassembles a code cell. Each cell is read once, however often it is referred to, so that the time is linear in the
 * size of the code. Bits that are no instruction are listed as data.
 * @param libraries public libraries by hash (lower-case hexadecimal), which take the place of references to them
 */
export function disassemble(code: Cell, libraries: ReadonlyMap<string, Cell> = new Map()): Disassembly {
  const reader = new CodeReader(tonAssembly(), libraries)
  reader.blockOf(code)
  return { code_hash: code.hash().toString('hex'), blocks: reader.read(), is_whole: reader.isWhole }
}

class CodeReader {
  isWhole = true
  readonly #assembly: TonAssembly
  readonly #libraries: ReadonlyMap<string, Cell>
  readonly #parts: Part[] = []
  /** Indexes of parts by cell and offset. */
  readonly #known = new Map<string, number>()
  #count = 0

  constructor(assembly: TonAssembly, libraries: ReadonlyMap<string, Cell>) {
    this.#assembly = assembly
    this.#libraries = libraries
  }

  /** Returns the number of the block of a whole cell, which is read later. */
  blockOf(cell: Cell): number {
    const real = this.#resolved(cell)
    return this.#add({ cell: real, from: 0, to: bitLengthOf(real), firstRef: 0, lastRef: real.refs.length })
  }

  read(): CodeBlockJson[] {
    const blocks: CodeBlockJson[] = []
    // Reading a part can add others.
    for (let at = 0; at < this.#parts.length; at++) {
      const part = this.#parts[at] as Part
      const instructions = part.cell.isExotic ? [exotic(part.cell)] : this.#instructionsOf(part)
      const cell = part.cell.hash().toString('hex')
      blocks.push({ cell, offset: part.from, bits: part.to - part.from, instructions })
    }
    return blocks
  }

  #resolved(cell: Cell): Cell {
    return this.#libraries.get(libraryOf(cell) ?? '') ?? cell
  }

  #add(part: Part): number {
    const key = `${hashKey(part.cell)}${part.from}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    this.#known.set(key, this.#parts.length)
    return this.#parts.push(part) - 1
  }

  #instructionsOf({ cell, from, to, firstRef, lastRef }: Part): InstructionJson[] {
    const instructions: InstructionJson[] = []
    const slice = this.#assembly.open(paddedBytes(cell), from, to - from, lastRef - firstRef)
    const offset = () => to - slice.remainingBits
    const nextRef = () => lastRef - slice.remainingRefs
    while (slice.remainingBits > 0) {
      if (this.#count >= MAX_INSTRUCTIONS) {
        this.isWhole = false
        return instructions
      }
      this.#count++
      const at = offset()
      const ref = nextRef()
      const rest = slice.clone()
      const instruction = this.#next(slice)
      if (!instruction) return [...instructions, data(rest, at, cell.refs.slice(ref, lastRef))]
      const here = { cell, from: at, to: offset(), firstRef: ref, lastRef: nextRef() }
      const text = instructionText(this.#assembly, instruction)
      instructions.push({ offset: at, text, ...this.#operandsOf(instruction, here) })
    }
    const next = cell.refs[nextRef()]
    if (next && nextRef() < lastRef)
      instructions.push({
        offset: to,
        text: 'implicit JMPREF',
        implicit: true,
        blocks: [{ block: this.blockOf(next) }],
      })
    return instructions
  }

  #next(slice: AssemblySlice): AssemblyInstruction | undefined {
    try {
      return this.#assembly.read(slice)
    } catch {
      // Data, or an instruction that is newer than the tables.
      return undefined
    }
  }

  /** Returns what an instruction refers to. `here` are its own bits and references. */
  #operandsOf({ $: name, arg0 }: AssemblyInstruction, here: Part): Pick<InstructionJson, 'blocks' | 'cells'> {
    const header = INLINE_CODE.get(name)
    if (header !== undefined) return { blocks: [{ block: this.#add({ ...here, from: here.from + header }) }] }
    const refs = here.cell.refs.slice(here.firstRef, here.lastRef)
    if (refs.length === 0) return {}
    if (REFERRED_CODE.test(name)) return { blocks: refs.map((ref) => ({ block: this.blockOf(ref) })) }
    const [first] = refs
    const methods = first && name === DICTIONARY ? this.#methodsOf(first, Number(arg0)) : undefined
    return methods ? { blocks: methods } : { cells: refs.map((ref) => ref.hash().toString('hex')) }
  }

  #methodsOf(dictionary: Cell, keyBits: number): BlockRefJson[] | undefined {
    return leavesOfCode(dictionary, keyBits)?.map(({ key, cell, offset, firstRef }) => {
      const part = { cell, from: offset, to: bitLengthOf(cell), firstRef, lastRef: cell.refs.length }
      return { block: this.#add(part), method_id: key }
    })
  }
}

/** Returns the hash of the library to which a cell refers, in lower-case hexadecimal. */
function libraryOf(cell: Cell): string | undefined {
  if (!cell.isExotic || bitLengthOf(cell) !== LIBRARY_BITS) return undefined
  const slice = cell.beginParse(true)
  return slice.loadUint(8) === LIBRARY_TAG ? slice.loadBuffer(32).toString('hex') : undefined
}

function exotic(cell: Cell): InstructionJson {
  const library = libraryOf(cell)
  const text = library === undefined ? 'exotic cell' : `library ${library}`
  return { offset: 0, text, is_data: true }
}

function data(rest: AssemblySlice, offset: number, refs: readonly Cell[]): InstructionJson {
  const bits = rest.loadBits(rest.remainingBits).toString()
  const shown = bits.length > MAX_DATA_DIGITS ? `${bits.slice(0, MAX_DATA_DIGITS)}…` : bits
  const cells = refs.map((ref) => ref.hash().toString('hex'))
  return { offset, text: `x{${shown}}`, is_data: true, ...(cells.length > 0 && { cells }) }
}
