import { createRequire } from 'node:module'

/** A slice of ton-assembly's own @ton/core. */
export type AssemblySlice = {
  readonly remainingBits: number
  readonly remainingRefs: number
  clone(): AssemblySlice
  loadBits(bits: number): AssemblyBits
}

/** An instruction of ton-assembly: its name and its operands. */
export type AssemblyInstruction = { readonly $: string; readonly [operand: string]: unknown }

type AssemblyBits = { readonly length: number; toString(): string }
type AssemblyCell = { beginParse(): AssemblySlice }
type AssemblyBuilder = { storeBit(bit: boolean): AssemblyBuilder; endCell(): AssemblyCell }
type Printer = { build(): string }

type Core = {
  readonly Cell: new (parts: { bits: AssemblyBits; refs: readonly AssemblyCell[] }) => AssemblyCell
  readonly BitString: new (data: Buffer, offset: number, length: number) => AssemblyBits
  beginCell(): AssemblyBuilder
}

/** The decoder of instructions, from ton-assembly. Its tables take some megabytes, so it is loaded on first use. */
export type TonAssembly = {
  /** Opens the bits `[from, from + length)` of a cell's data, with `refs` references that stand for the real ones. */
  open(data: Buffer, from: number, length: number, refs: number): AssemblySlice
  /** Reads an instruction. Throws if the bits are none. */
  read(slice: AssemblySlice): AssemblyInstruction
  /** Formats an instruction: its name, then its operands without code. */
  print(instruction: AssemblyInstruction): string
}

let loaded: TonAssembly | undefined

/** Loads the decoder. */
export function tonAssembly(): TonAssembly {
  loaded ??= load()
  return loaded
}

function load(): TonAssembly {
  const require = createRequire(import.meta.url)
  const path = require.resolve('ton-assembly/dist/runtime')
  const runtime: { instr: { load(slice: AssemblySlice): AssemblyInstruction } } = require(path)
  const printer: {
    Printer: new (indent: number) => Printer
    printInstr(printer: Printer, instruction: AssemblyInstruction): void
  } = require('ton-assembly/dist/text/printer')
  // ton-assembly checks cells by class. The bundled program has a second copy of @ton/core's classes.
  const core: Core = createRequire(path)('@ton/core')
  // Not read as code: one bit is none. An empty cell would be refused as a dictionary.
  const standIn = core.beginCell().storeBit(true).endCell()
  return {
    open(data, from, length, refs) {
      const bits = new core.BitString(data, from, length)
      return new core.Cell({ bits, refs: Array.from({ length: refs }, () => standIn) }).beginParse()
    },
    read: (slice) => runtime.instr.load(slice),
    print(instruction) {
      const line = new printer.Printer(0)
      printer.printInstr(line, instruction)
      return line.build()
    },
  }
}
