import type { BlockRefJson, DisassemblyJson, InstructionJson } from '#shared/schema/disassembly.ts'

/** A line of a code listing. */
export type CodeLine = {
  readonly depth: number
  readonly text: string
  /** `label` begins a method. `repeat` stands for a block that is listed before, at line `to`. */
  readonly kind: 'instruction' | 'implicit' | 'data' | 'label' | 'repeat'
  /** The place of an instruction. */
  readonly cell?: string
  readonly offset?: number
  readonly to?: number
}

/** A method and the line where it begins. */
export type ListedMethod = { readonly name: string; readonly line: number }

/** A code as lines. */
export type CodeLines = {
  readonly lines: readonly CodeLine[]
  readonly methods: readonly ListedMethod[]
  /**
   * Returns the line of an instruction, or of the last one before an offset: where a block ends, nothing stands. Undefined
   * for a cell that is not listed.
   */
  lineOf(cell: string, offset: number): number | undefined
}

/** Returns the name of a method: `get_wallet_data`, or `method 102491`. */
export function methodTitle({
  method,
  method_id,
}: Pick<BlockRefJson, 'method' | 'method_id'>): string | undefined {
  return method ?? (method_id === undefined ? undefined : `method ${method_id}`)
}

/** Lists the blocks of a code, each where it is first referred to, within the instruction that refers to it. */
export function codeLines({ blocks }: Pick<DisassemblyJson, 'blocks'>): CodeLines {
  const lines: CodeLine[] = []
  const methods: ListedMethod[] = []
  /** The lines at which blocks begin. */
  const listed = new Map<number, number>()
  const byCell = new Map<string, { readonly offset: number; readonly line: number }[]>()

  function listBlock(index: number, depth: number): void {
    const block = blocks[index]
    if (!block) return
    const known = listed.get(index)
    if (known !== undefined) {
      lines.push({ depth, text: `as from line ${known + 1}`, kind: 'repeat', to: known })
      return
    }
    listed.set(index, lines.length)
    for (const instruction of block.instructions) listInstruction(instruction, block.cell, depth)
  }

  function listInstruction(instruction: InstructionJson, cell: string, depth: number): void {
    const { offset, text, implicit, is_data, blocks: refs = [], cells = [] } = instruction
    const kind = implicit ? 'implicit' : is_data ? 'data' : 'instruction'
    const places = byCell.get(cell) ?? []
    places.push({ offset, line: lines.length })
    byCell.set(cell, places)
    const shown =
      cells.length > 0 ? `${text} ${cells.map((hash) => `^${hash.slice(0, 8)}…`).join(' ')}` : text
    lines.push({ depth, text: shown, kind, cell, offset })
    for (const ref of refs) {
      const title = methodTitle(ref)
      if (title !== undefined) {
        methods.push({ name: title, line: lines.length })
        lines.push({ depth: depth + 1, text: title, kind: 'label' })
      }
      // The end of a cell goes on in the next one.
      listBlock(ref.block, implicit ? depth : depth + (title === undefined ? 1 : 2))
    }
  }

  listBlock(0, 0)
  return {
    lines,
    methods,
    lineOf(cell, offset) {
      const places = byCell.get(cell) ?? []
      const before = places.filter((place) => place.offset <= offset)
      // Equal offsets: the jump at the end of a cell, whose target has an offset of its own.
      return before.reduce<{ offset: number; line: number } | undefined>(
        (best, place) => (best && best.offset >= place.offset ? best : place),
        undefined,
      )?.line
    },
  }
}
