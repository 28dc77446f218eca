import type { ActionKind, Block, BlockContent } from './block.ts'
import type { Match, Pattern, RuleContext } from './pattern.ts'

/** A rule that recognizes one kind of action at a block and its neighbours. */
export type Rule = {
  readonly name: string
  readonly pattern: Pattern
  /**
   * Returns the blocks to make from the match; undefined if it is not this action after all. An error has the same
   * meaning.
   */
  build(match: Match, context: RuleContext): Built | readonly Built[] | undefined
}

/** A block made by a rule. */
export type Built = {
  readonly content: BlockContent
  readonly failed: boolean
  /** The blocks to merge; undefined for all of the match. */
  readonly blocks: Iterable<Block> | undefined
}

/** Properties of a block made by a rule. */
export type BuiltOptions = {
  /** Default: false, for patterns that match only successful actions. */
  readonly failed?: boolean
  readonly blocks?: Iterable<Block>
}

/** Describes a block for a rule's result. */
export function built<F>(kind: ActionKind<F>, facts: F, options: BuiltOptions = {}): Built {
  const { failed = false, blocks } = options
  return { content: { kind: kind as ActionKind<never>, facts }, failed, blocks }
}
