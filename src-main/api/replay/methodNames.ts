import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { BlockRefJson, CodeBlockJson } from '#shared/schema/disassembly.ts'

/** Entry points that compilers give fixed ids. */
const ENTRY_POINTS: ReadonlyMap<number, string> = new Map([
  [0, 'recv_internal'],
  [-1, 'recv_external'],
  [-2, 'run_ticktock'],
  [-3, 'split_prepare'],
  [-4, 'split_install'],
])

/** Returns the name of a method id: an entry point, or a get-method of a known contract. */
function methodName(id: number): string | undefined {
  return ENTRY_POINTS.get(id) ?? CONTRACTS.methodsById.get(id)?.name
}

/** Adds the known names of methods to blocks. */
export function withMethodNames(blocks: readonly CodeBlockJson[]): readonly CodeBlockJson[] {
  const named = (ref: BlockRefJson): BlockRefJson => {
    const method = ref.method_id === undefined ? undefined : methodName(ref.method_id)
    return method === undefined ? ref : { ...ref, method }
  }
  return blocks.map((block) => ({
    ...block,
    instructions: block.instructions.map((instruction) =>
      instruction.blocks ? { ...instruction, blocks: instruction.blocks.map(named) } : instruction,
    ),
  }))
}

/** The method to which a block belongs. */
export type BlockMethod = Pick<BlockRefJson, 'method_id' | 'method'>

/** Returns the methods of blocks, by their number: that of the dictionary entry from which a block is first reached. */
export function methodsOfBlocks(blocks: readonly CodeBlockJson[]): ReadonlyMap<number, BlockMethod> {
  const methods = new Map<number, BlockMethod>()
  // Blocks are listed after the first that refers to them.
  for (const [index, { instructions }] of blocks.entries()) {
    const own = methods.get(index)
    for (const { block, method_id, method } of instructions.flatMap(({ blocks: refs = [] }) => refs)) {
      if (methods.has(block)) continue
      if (method_id !== undefined) methods.set(block, { method_id, ...(method !== undefined && { method }) })
      else if (own) methods.set(block, own)
    }
  }
  return methods
}
