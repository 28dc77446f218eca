import { Block, type BlockContent, breadthFirst, byLt } from './block.ts'

/** Blocks that form a unit although no message leads from one to the other, with the content of the unit. */
export type Joined = {
  readonly blocks: readonly Block[]
  readonly content: BlockContent
  readonly failed: boolean
}

/** Finds the blocks of a trace that form units. An error means that there are none. */
export type Join = (blocks: readonly Block[]) => readonly Joined[]

/** Joins blocks that the rules made separately, after all rules (docs/actions §2, step 4). */
export function joinBlocks(root: Block, joins: readonly Join[]): void {
  for (const join of joins) {
    let top = root
    while (top.mergedInto) top = top.mergedInto
    for (const joined of found(join, breadthFirst(top))) joinApart(joined)
  }
}

function found(join: Join, blocks: readonly Block[]): readonly Joined[] {
  try {
    return join(blocks)
  } catch {
    // An error of a join counts as no match, like that of a rule.
    return []
  }
}

/** Replaces blocks by one new block at the place of the earliest; the children of all of them become its children. */
function joinApart({ blocks, content, failed }: Joined): void {
  // A message is later than its cause, so no block is below a later one.
  const members = [...new Set(blocks)].sort(byLt)
  const [earliest] = members
  if (!earliest || members.some(({ mergedInto }) => mergedInto)) return
  const isMember = (block: Block) => members.includes(block)
  const made = new Block(content, [...new Set(members.flatMap(({ nodes }) => nodes))], failed, members)
  made.parent = earliest.parent
  made.children = members.flatMap(({ children }) => children.filter((child) => !isMember(child)))
  for (const child of made.children) child.parent = made
  for (const { parent } of members) {
    if (!parent || isMember(parent)) continue
    parent.children = parent.children.flatMap((child) => {
      if (child === earliest) return [made]
      return isMember(child) ? [] : [child]
    })
  }
  for (const block of members) block.mergedInto = made
}
