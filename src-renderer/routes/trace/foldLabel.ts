import type { TraceStep } from '../../decode/traceModel.ts'
import { valueOfSteps, wordsOfSteps } from './edgeLabel.ts'
import type { GraphItem, StepItem } from './graphItem.ts'

/** Returns the number of steps and of all that followed from them. */
function sizeOf(steps: readonly TraceStep[]): number {
  const waiting = [...steps]
  let size = 0
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    size += 1
    for (const child of step.children) waiting.push(child)
  }
  return size
}

function more(count: number): string {
  return `${count} more ${count === 1 ? 'transaction' : 'transactions'}`
}

/**
 * Returns a fold in one line for screen readers: `17 equal branches: transfer, Σ 17 TON; 33 more transactions`, or
 * `Chain: 23 more transactions`.
 */
export function foldLabel(item: StepItem | Extract<GraphItem, { kind: 'chain' }>): string {
  if (item.kind === 'chain') return `Chain: ${more(item.steps.length)}`
  const value = valueOfSteps(item.steps)
  const what = `${wordsOfSteps(item.steps)}${value === undefined ? '' : `, ${value}`}`
  return `${item.steps.length} equal branches: ${what}; ${more(sizeOf(item.steps) - 1)}`
}
