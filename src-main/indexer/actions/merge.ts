import { Block, type BlockContent } from './block.ts'

/**
 * Replaces blocks by one new block at the place of the earliest; children outside of the merged blocks become its
 * children (docs/actions §4).
 * @returns the new block; undefined, without a change, if the blocks are not connected
 */
export function mergeBlocks(
  blocks: Iterable<Block>,
  content: BlockContent,
  failed: boolean,
): Block | undefined {
  const members = [...new Set(blocks)].sort(byLt)
  const [earliest, ...others] = members
  if (!earliest || members.some(({ mergedInto }) => mergedInto)) return undefined
  const joined = new Set([earliest])
  for (const block of others) {
    if (!block.parent || !joined.has(block.parent)) return undefined
    joined.add(block)
  }
  const nodes = [...new Set(members.flatMap((block) => block.nodes))]
  const made = new Block(content, nodes, failed, members)
  made.parent = earliest.parent
  made.children = members.flatMap(({ children }) => children.filter((child) => !joined.has(child)))
  for (const child of made.children) child.parent = made
  for (const block of members) block.mergedInto = made
  if (made.parent) {
    made.parent.children = made.parent.children.map((child) => (child === earliest ? made : child))
  }
  return made
}

function byLt(a: Block, b: Block): number {
  const [x, y] = [a.first.lt, b.first.lt]
  return x < y ? -1 : x > y ? 1 : depth(a) - depth(b)
}

function depth({ first }: Block): number {
  let count = 0
  for (let node = first.parent; node; node = node.parent) count++
  return count
}
