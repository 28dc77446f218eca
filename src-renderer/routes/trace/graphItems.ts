import { isFailure } from '../../decode/outcome.ts'
import type { TraceModel, TraceStep } from '../../decode/traceModel.ts'
import { branchSignatures } from './branchSignatures.ts'
import { foldChains } from './foldChains.ts'
import type { GraphItem, StepItem } from './graphItem.ts'

/** Number of equal branches that are drawn as one in any trace. */
export const MANY_EQUAL = 10
/** Number of equal branches that are drawn as one in a trace that is too large to be seen at once. */
export const SOME_EQUAL = 5
/** Maximum number of steps of a trace that can be seen at once. */
const SMALL_TRACE = 24

/** The opened folds and the selected step of a graph. */
export type GraphState = {
  /** Names of opened folds. */
  readonly opened: ReadonlySet<string>
  readonly selected: TraceStep | undefined
}

type Context = {
  readonly signatures: ReadonlyMap<TraceStep, number>
  readonly opened: ReadonlySet<string>
  /** Number of equal branches that are drawn as one. */
  readonly minEqual: number
  /** The selected step and its causes, which are never part of a fold. */
  readonly path: ReadonlySet<TraceStep>
}

type Mutable<Item> = Item extends unknown ? Omit<Item, 'children'> & { children: GraphItem[] } : never

function itemOf(steps: readonly TraceStep[], fold: string | undefined): Mutable<StepItem> | undefined {
  const [step] = steps
  return step && { kind: 'step', key: step.hash, step, steps, fold, children: [] }
}

/** Splits steps by signature, in the order of the first of each. */
function groupsOf(steps: readonly TraceStep[], { signatures }: Context): Map<number, TraceStep[]> {
  const groups = new Map<number, TraceStep[]>()
  for (const step of steps) {
    const signature = signatures.get(step) ?? -1
    const group = groups.get(signature)
    if (group) group.push(step)
    else groups.set(signature, [step])
  }
  return groups
}

/** Returns the items of the steps that one step caused: equal ones as one item if they are many. */
function childrenOf({ hash, children }: TraceStep, context: Context): Mutable<StepItem>[] {
  const { opened, path, minEqual } = context
  const items: (Mutable<StepItem> | undefined)[] = []
  for (const [signature, group] of groupsOf(children, context)) {
    const fold = `equal ${hash} ${signature}`
    const others = group.filter((step) => !path.has(step))
    if (others.length < minEqual || opened.has(fold))
      items.push(...group.map((step) => itemOf([step], undefined)))
    else {
      items.push(itemOf(others, fold))
      items.push(...group.filter((step) => path.has(step)).map((step) => itemOf([step], undefined)))
    }
  }
  return items.filter((item) => item !== undefined)
}

/** Returns the items below equal branches: as one item for all of them where they are equal again. */
function commonChildren({ steps, fold }: StepItem, context: Context): Mutable<StepItem>[] {
  const children = steps.flatMap((step) => step.children)
  return [...groupsOf(children, context).values()].flatMap((group) => itemOf(group, fold) ?? [])
}

/** Returns the stubs of messages without a step: those that left the trace or wait, and those that were not sent. */
function stubsOf({ step, steps }: StepItem): GraphItem[] {
  const times = steps.length
  const { outcome } = step
  const stubs = step.unmatched.map(
    (message): GraphItem => ({
      kind: 'unmatched',
      key: message.json.hash,
      message,
      count: times,
      children: [],
    }),
  )
  if (outcome.kind !== 'unsent' && outcome.kind !== 'partly') return stubs
  return [
    ...stubs,
    { kind: 'unsent', key: `unsent ${step.hash}`, count: outcome.skipped * times, children: [] },
  ]
}

/**
 * Returns the graph of a trace. Of many equal branches one is drawn, and of a long chain its ends, until opened.
 * @param signatures those of the branches of the trace
 */
export function graphItems(
  model: TraceModel,
  { opened, selected }: GraphState,
  signatures: ReadonlyMap<TraceStep, number> = branchSignatures(model),
): GraphItem {
  const path = new Set<TraceStep>()
  for (let step = selected; step; step = step.parent) path.add(step)
  const minEqual = model.steps.length > SMALL_TRACE ? SOME_EQUAL : MANY_EQUAL
  const context = { signatures, opened, minEqual, path }
  const roots = model.roots.flatMap((root) => itemOf([root], undefined) ?? [])
  const waiting = [...roots]
  // Without recursion, which a long chain would exhaust.
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const below = item.steps.length > 1 ? commonChildren(item, context) : childrenOf(item.step, context)
    item.children = [...below, ...stubsOf(item)]
    waiting.push(...below)
  }
  foldChains(roots, {
    opened,
    isKept: ({ steps }) => steps.some((step) => step === selected || isFailure(step.outcome)),
  })
  return { kind: 'origin', key: 'origin', children: roots }
}

/** Returns all items of a graph, each before those below it. */
export function allItems(root: GraphItem): GraphItem[] {
  const items: GraphItem[] = []
  const waiting: GraphItem[] = [root]
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    items.push(item)
    waiting.push(...item.children.toReversed())
  }
  return items
}
