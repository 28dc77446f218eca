import { deployBlocks, rowsOf, traceEnds, unknownRow } from './actionRows.ts'
import { JOINS, RULES } from './allActions.ts'
import { Block, breadthFirst, isDeployment } from './block.ts'
import type { FactsSource } from './factsSource.ts'
import { ghostBlocks } from './ghostMessages.ts'
import { joinBlocks } from './joinBlocks.ts'
import { mergeBlocks } from './merge.ts'
import { type MessageTree, messageTree } from './messageTree.ts'
import { type MatchBudget, matchAt, type RuleContext } from './pattern.ts'
import { basicContent } from './protocols/basic.ts'
import type { ActionRow, Classification } from './row.ts'
import type { Rule } from './rule.ts'
import type { ClassifierTrace } from './trace.ts'

/** Larger traces are not classified (docs/actions §2). */
export const MAX_CLASSIFIED_TRANSACTIONS = 4000

/**
 * Returns the actions of a trace before any version filter (docs/actions §2): `failed` with the actions of single
 * messages if the trace cannot be assembled, `unclassified` if it is too large. Never throws.
 */
export function classifyTrace(trace: ClassifierTrace, facts: FactsSource): Classification {
  const { transactions } = trace
  if (transactions.length === 0 || transactions.length > MAX_CLASSIFIED_TRANSACTIONS) {
    return { state: 'unclassified', rows: [] }
  }
  if (transactions.length === 1 && transactions[0]?.isTickTock) return { state: 'ok', rows: [] }
  // Rules throw errors for unexpected bodies; their stacks are never read, so they are not captured.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return classifyWhole(trace, { facts })
  } catch {
    return { state: 'failed', rows: basicRows(trace) }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function classifyWhole(trace: ClassifierTrace, context: RuleContext): Classification {
  const root = matched(blockTree(messageTree(trace)), context)
  const rows = rowsWithDeployments(trace, root)
  if (rows.length > 0) return { state: 'ok', rows }
  const ghosts = ghostBlocks(trace, context)
  const ghostRows = rowsOf(ghosts, traceEnds(trace))
  return { state: 'ok', rows: ghostRows.length > 0 ? ghostRows : [unknownRow(trace, traceEnds(trace))] }
}

/** Returns the actions of single messages; a trace of one message is unknown. */
export function basicRows(trace: ClassifierTrace): ActionRow[] {
  try {
    const root = blockTree(messageTree(trace))
    const rows = root.children.length > 0 ? rowsWithDeployments(trace, root) : []
    if (rows.length > 0) return rows
  } catch {
    // The transactions do not form a tree: no actions can be derived.
  }
  return [unknownRow(trace, traceEnds(trace))]
}

function rowsWithDeployments(trace: ClassifierTrace, root: Block): ActionRow[] {
  const blocks = breadthFirst(root)
  const deployed = deployBlocks(blocks.flatMap(({ nodes }) => nodes).filter(isDeployment))
  return rowsOf([...blocks, ...deployed], traceEnds(trace))
}

/** Makes one block of each message. */
function blockTree(tree: MessageTree): Block {
  const root = basicBlock(tree)
  const waiting = [{ tree, block: root }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { block } = next
    block.children = next.tree.children.map((child) => {
      const made = basicBlock(child)
      made.parent = block
      waiting.push({ tree: child, block: made })
      return made
    })
  }
  return root
}

function basicBlock({ node }: MessageTree): Block {
  const { content, failed } = basicContent(node)
  return new Block(content, [node], failed)
}

/** Maximum number of blocks that a rule can visit: a base for every trace, and more for each of its blocks. */
const BUDGET = { base: 10_000, perBlock: 100 }

/** Runs all rules over the tree, in order; returns the root of the result. */
function matched(tree: Block, context: RuleContext): Block {
  let root = tree
  let blocks = breadthFirst(root)
  let present = presentIn(blocks)
  for (const rule of RULES) {
    if (!mayFit(rule, present)) continue
    const budget = { left: BUDGET.base + BUDGET.perBlock * blocks.length }
    let hasMerged = false
    for (const block of blocks) hasMerged = applyRule(rule, block, context, budget) || hasMerged
    if (!hasMerged) continue
    root = topOf(root)
    blocks = breadthFirst(root)
    present = presentIn(blocks)
  }
  joinBlocks(root, JOINS)
  return topOf(root)
}

type Present = { readonly opcodes: ReadonlySet<number | undefined>; readonly types: ReadonlySet<string> }

function presentIn(blocks: readonly Block[]): Present {
  return {
    opcodes: new Set(blocks.map(({ opcode }) => opcode)),
    types: new Set(blocks.map(({ type }) => type)),
  }
}

/** Returns false if the trace has no block with which the rule can begin. */
function mayFit({ pattern: { opcodes, types } }: Rule, present: Present): boolean {
  if (opcodes) return [...opcodes].some((opcode) => present.opcodes.has(opcode))
  return !types || [...types].some((type) => present.types.has(type))
}

function topOf(block: Block): Block {
  let top = block
  while (top.mergedInto) top = top.mergedInto
  return top
}

/** Returns whether the rule has made blocks. An error in a rule means that it does not match (docs/actions §2). */
function applyRule(rule: Rule, block: Block, context: RuleContext, budget: MatchBudget): boolean {
  if (block.mergedInto) return false
  let hasMerged = false
  try {
    const match = matchAt(block, rule.pattern, context, budget)
    const results = match ? (rule.build(match, context) ?? []) : []
    for (const { content, failed, blocks } of Array.isArray(results) ? results : [results]) {
      const made = mergeBlocks(blocks ?? match?.blocks ?? [], content, failed)
      hasMerged ||= made !== undefined
    }
  } catch {
    // A body that is truncated or has another layout.
  }
  return hasMerged
}
