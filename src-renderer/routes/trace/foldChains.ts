import type { GraphItem, StepItem } from './graphItem.ts'

/** Minimum number of steps that a folded part of a chain has. */
export const MIN_CHAIN = 6
/** Number of steps that stay drawn at each end of a chain. */
const ENDS = 2

type Link = Omit<StepItem, 'children'> & { children: readonly GraphItem[] }

export type ChainOptions = {
  /** Names of opened folds. */
  readonly opened: ReadonlySet<string>
  /** Returns whether a step must be drawn. */
  readonly isKept: (item: Link) => boolean
}

/** Returns the only thing that followed from an item, if it is a step. */
function nextOf({ children }: Link): Link | undefined {
  const [only] = children
  return children.length === 1 && only?.kind === 'step' ? only : undefined
}

/** Returns the longest run of items from `first` on, each the only cause of the next one. */
function chainOf(first: Link): Link[] {
  const chain = [first]
  for (let next = nextOf(first); next; next = nextOf(next)) chain.push(next)
  return chain
}

/** Replaces the items of a chain from `from` until before `to` by a fold. */
function fold(chain: readonly Link[], from: number, to: number, name: string): void {
  const [before, after] = [chain[from - 1], chain[to]]
  if (!before || !after || to - from < MIN_CHAIN) return
  const hidden = chain.slice(from, to)
  const steps = hidden.flatMap((item) => item.steps)
  before.children = [
    { kind: 'chain', key: `chain ${steps[0]?.hash}`, steps, fold: name, children: [after as StepItem] },
  ]
}

/** Folds the inner parts of long chains in place. Steps that must be drawn split such a part. */
export function foldChains(roots: readonly Link[], { opened, isKept }: ChainOptions): void {
  const waiting: Link[] = [...roots]
  for (let first = waiting.pop(); first; first = waiting.pop()) {
    const chain = chainOf(first)
    const last = chain.at(-1)
    for (const child of last?.children ?? []) if (child.kind === 'step') waiting.push(child)
    const name = `chain ${first.key}`
    if (opened.has(name)) continue
    let from = ENDS
    const end = chain.length - ENDS
    for (let i = ENDS; i < end; i++) {
      const item = chain[i]
      if (!item || !isKept(item)) continue
      fold(chain, from, i, name)
      from = i + 1
    }
    if (from < end) fold(chain, from, end, name)
  }
}
