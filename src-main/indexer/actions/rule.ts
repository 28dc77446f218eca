import type { ActionKind, Block, BlockContent } from './block.ts'
import type { Match, Pattern, RuleContext } from './pattern.ts'

/** Recognizes one kind of action at a block and those around it. */
export type Rule = {
  readonly name: string
  readonly pattern: Pattern
  /** Returns what the match is; nothing where it is not that after all. An error means the same. */
  build(match: Match, context: RuleContext): Built | readonly Built[] | undefined
}

/** A block that a rule makes. */
export type Built = {
  readonly content: BlockContent
  readonly failed: boolean
  readonly isBroken: boolean
  /** What it is made of; all of the match where absent. */
  readonly blocks: Iterable<Block> | undefined
}

export type BuiltOptions = {
  /** Default false: the pattern already holds only where the action succeeded. */
  readonly failed?: boolean
  readonly isBroken?: boolean
  readonly blocks?: Iterable<Block>
}

/** Returns a block to be made. */
export function built<F>(kind: ActionKind<F>, facts: F, options: BuiltOptions = {}): Built {
  const { failed = false, isBroken = false, blocks } = options
  return { content: { kind: kind as ActionKind<never>, facts }, failed, isBroken, blocks }
}
