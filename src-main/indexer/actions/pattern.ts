import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { type ActionKind, type Block, factsOf } from './block.ts'
import type { FactsSource } from './factsSource.ts'

/** The environment of rules while a trace is classified. */
export type RuleContext = { readonly facts: FactsSource }

/**
 * Number of blocks that one rule can still visit in a trace: with a hostile trace, patterns would branch without end.
 */
export type MatchBudget = { left: number }

/** Conditions on a block and its neighbours for a rule to match (docs/actions §4). */
export type Pattern = {
  /** Returns false if the block does not match. */
  test(block: Block, context: RuleContext): boolean
  readonly links: PatternLinks
  /** Replaces `test` and `links`: the first matching pattern is taken. */
  readonly alternatives?: readonly Pattern[]
  /** Opcodes of calls that can match; undefined for other patterns. */
  readonly opcodes?: ReadonlySet<number>
  /** Block types that can match; undefined for other patterns. */
  readonly types?: ReadonlySet<string>
}

/** Conditions on the neighbours of a block. */
export type PatternLinks = {
  /** Name of the block in the match. */
  readonly name?: string
  /** True if the pattern need not match. */
  readonly optional?: boolean
  /** Pattern of the parent block. */
  readonly parent?: Pattern
  /** Pattern of children: all matching ones are taken, and there must be at least one. */
  readonly child?: Pattern
  /** Patterns of children: each takes the first matching child that is not taken yet. */
  readonly children?: readonly Pattern[]
}

/** Matches a call with one of these opcodes. */
export function call(opcode: number | readonly number[], links: PatternLinks = {}): Pattern {
  const opcodes = new Set(typeof opcode === 'number' ? [opcode] : opcode)
  return { test: (block) => block.opcode !== undefined && opcodes.has(block.opcode), links, opcodes }
}

/** Matches a block of an earlier rule for which the test holds. */
export function made<F>(
  kind: ActionKind<F> | readonly ActionKind<F>[],
  links: PatternLinks = {},
  test: (facts: F, block: Block, context: RuleContext) => boolean = () => true,
): Pattern {
  const kinds = Array.isArray(kind) ? (kind as readonly ActionKind<F>[]) : [kind as ActionKind<F>]
  return {
    test: (block, context) =>
      kinds.some((candidate) => {
        const facts = factsOf(block, candidate)
        return facts !== undefined && test(facts, block, context)
      }),
    links,
    types: new Set(kinds.map(({ block }) => block)),
  }
}

/** Matches a block for which the test holds. */
export function blockWhere(
  test: (block: Block, context: RuleContext) => boolean,
  links: PatternLinks = {},
): Pattern {
  return { test, links }
}

/** Adds a test to a pattern. */
export function where(pattern: Pattern, test: (block: Block, context: RuleContext) => boolean): Pattern {
  return { ...pattern, test: (block, context) => pattern.test(block, context) && test(block, context) }
}

/** Matches the first matching pattern. */
export function either(patterns: readonly Pattern[], links: { readonly optional?: boolean } = {}): Pattern {
  return { test: () => true, links, alternatives: patterns }
}

/** Builds a pattern that contains itself, for chains of any length. */
export function repeated(pattern: () => Pattern): Pattern {
  return {
    test: () => true,
    links: {},
    get alternatives() {
      return [pattern()]
    },
  }
}

/** The blocks that match a pattern. */
export class Match {
  readonly anchor: Block
  readonly blocks: ReadonlySet<Block>
  readonly #named: ReadonlyMap<string, readonly Block[]>

  constructor(anchor: Block, found: readonly Found[]) {
    this.anchor = anchor
    this.blocks = new Set(found.map(({ block }) => block))
    const named = new Map<string, Block[]>()
    for (const { name, block } of found) {
      if (name === undefined) continue
      const blocks = named.get(name)
      if (!blocks) named.set(name, [block])
      else if (!blocks.includes(block)) blocks.push(block)
    }
    this.#named = named
  }

  /** Returns the first block with a name. */
  get(name: string): Block | undefined {
    return this.#named.get(name)?.[0]
  }

  /** Returns all blocks with a name, in the order of matching. */
  all(name: string): readonly Block[] {
    return this.#named.get(name) ?? []
  }
}

type Found = { readonly block: Block; readonly name: string | undefined }

/** Maximum length of a chain of messages that a pattern follows. */
const MAX_DEPTH = 512

/** Matches a pattern at a block; undefined if it does not match or the budget is used up. */
export function matchAt(
  anchor: Block,
  pattern: Pattern,
  context: RuleContext,
  budget: MatchBudget,
): Match | undefined {
  const found = matchBlock(anchor, pattern, { context, budget, depth: 0 }, true)
  return found && new Match(anchor, found)
}

type Walk = { readonly context: RuleContext; readonly budget: MatchBudget; readonly depth: number }

function matchBlock(block: Block, pattern: Pattern, walk: Walk, isAnchor = false): Found[] | undefined {
  if (walk.depth > MAX_DEPTH || --walk.budget.left < 0) return undefined
  const { alternatives, links } = pattern
  if (!pattern.test(block, walk.context)) return undefined
  if (alternatives) {
    for (const alternative of alternatives) {
      const found = matchBlock(block, alternative, walk, isAnchor)
      if (found) return found
    }
    return undefined
  }
  const deeper = { ...walk, depth: walk.depth + 1 }
  const found: Found[] = [{ block, name: links.name }]
  const below = matchChildren(block, links, deeper)
  if (!below) return undefined
  found.push(...below)
  if (links.parent) {
    const above = block.parent && matchBlock(block.parent, links.parent, deeper)
    if (above) found.push(...above)
    else if (!isOptional(links.parent)) return undefined
  }
  if (!isAnchor) found.push(...refunds(block))
  return found
}

function matchChildren(block: Block, { child, children }: PatternLinks, walk: Walk): Found[] | undefined {
  const found: Found[] = []
  if (child) {
    for (const candidate of block.children) found.push(...(matchBlock(candidate, child, walk) ?? []))
    if (found.length === 0 && !isOptional(child)) return undefined
  }
  const taken = new Set<Block>()
  for (const pattern of children ?? []) {
    const fitting = firstFitting(block, pattern, taken, walk)
    if (fitting) found.push(...fitting)
    else if (!isOptional(pattern)) return undefined
  }
  return found
}

function firstFitting(block: Block, pattern: Pattern, taken: Set<Block>, walk: Walk): Found[] | undefined {
  for (const candidate of block.children) {
    if (taken.has(candidate)) continue
    const found = matchBlock(candidate, pattern, walk)
    if (!found) continue
    taken.add(candidate)
    return found
  }
  return undefined
}

function isOptional({ links }: Pattern): boolean {
  return links.optional === true
}

const REFUNDS: readonly number[] = [opcodeOf(BASIC_MESSAGES, 'excess'), opcodeOf(BASIC_MESSAGES, 'bounce')]

/** Returns excesses and bounced messages below a message: they belong to the same action. */
function refunds(block: Block): Found[] {
  return block.children
    .filter(({ opcode }) => opcode !== undefined && REFUNDS.includes(opcode))
    .map((child) => ({ block: child, name: undefined }))
}
