import { STEPS_PAGE, type StepsJson } from '#shared/schema/replay.ts'
import type { ReplaySteps } from '../../tvm/replay/replaySteps.ts'

/** Returns the steps from number `from` on, at most STEPS_PAGE, with the values that they refer to. */
export function stepsPage({ steps, values, lost, threw }: ReplaySteps, from: number): StepsJson {
  const indexes = new Map<number, number>()
  const indexOf = (value: number) => {
    const known = indexes.get(value)
    if (known !== undefined) return known
    indexes.set(value, indexes.size)
    return indexes.size - 1
  }
  const page = steps
    .slice(from, from + STEPS_PAGE)
    .map((step) => (step.stack ? { ...step, stack: step.stack.map(indexOf) } : step))
  return {
    from,
    total: steps.length,
    lost,
    threw,
    values: [...indexes.keys()].map((index) => values[index] ?? ''),
    steps: page,
  }
}
