import type { RegisterJson, StepJson } from '#shared/schema/replay.ts'
import type { LoggedStep, StepLog } from './stepLog.ts'

/** The end of a run, from its result. */
export type RunEnd = {
  /** Gas that could be used before the run set its limit: limit and credit. */
  readonly gasBase: number
  readonly gasUsed: number
  /** The machine's count of steps; undefined if it is not known. */
  readonly vmSteps: number | undefined
}

/** The steps of a run with the gas of each. */
export type ReplaySteps = {
  readonly steps: readonly StepJson[]
  readonly values: readonly string[]
  /** Number of steps before the first one that the log does not contain. */
  readonly lost: number
  readonly threw: number | null
}

/** Returns the steps of a log with the gas that each used. */
export function replaySteps(log: StepLog, end: RunEnd): ReplaySteps {
  const { steps: logged, values, ended, outOfGas } = log
  const meter = new GasMeter(end.gasBase)
  const exceptions = logged.filter(({ error }) => error).length
  const missing = end.vmSteps === undefined ? 0 : end.vmSteps - logged.length - exceptions
  const lost = Math.max(0, log.dropped, missing)
  const steps = logged.map((step, index) => stepJson(step, meter, lost > 0 && index === 0))
  const last = steps.at(-1)
  const isEnded = outOfGas !== undefined || (ended !== undefined && ended !== 0 && ended !== 1)
  if (!last || !isEnded) return { steps, values, lost, threw: null }
  const text = outOfGas === undefined ? '' : 'out of gas'
  const error = last.error ?? { code: outOfGas === undefined ? (ended ?? 0) : OUT_OF_GAS, text }
  const isOpen = logged.at(-1)?.gasLeft === undefined && lost === 0
  const rest = isOpen ? { gas: end.gasUsed - sumOfGas(steps), gas_left: meter.base - end.gasUsed } : {}
  const closed = { ...last, ...rest, error }
  return { steps: [...steps.slice(0, -1), closed], values, lost, threw: steps.length - 1 }
}

function sumOfGas(steps: readonly StepJson[]): number {
  return steps.reduce((sum, { gas }) => sum + gas, 0)
}

const OUT_OF_GAS = 13

class GasMeter {
  left: number
  base: number

  constructor(base: number) {
    this.base = base
    this.left = base
  }

  /** Returns the gas between the step before and this one, whose limit can be new. */
  step({ gasLeft, limit }: LoggedStep, isFirstKnown: boolean): number {
    if (limit !== undefined) {
      this.left += limit - this.base
      this.base = limit
    }
    if (gasLeft === undefined) return 0
    const used = isFirstKnown ? 0 : this.left - gasLeft
    this.left = gasLeft
    // A machine within the machine (RUNVM) has gas of its own.
    return Math.max(0, used)
  }
}

function stepJson(step: LoggedStep, meter: GasMeter, isFirstKnown: boolean): StepJson {
  const { text, cell, offset, stack, error } = step
  const gas = meter.step(step, isFirstKnown)
  return {
    text,
    ...(cell !== undefined && offset !== undefined && { cell, offset }),
    gas,
    gas_left: meter.left,
    ...(stack && { stack }),
    ...(error && { error }),
  }
}

const POP_REGISTER = /^POP (c[45])$/

/** Returns the values that steps gave to registers c4 and c5: the top of the stack before the step. */
export function registersOf({ steps, values }: Pick<ReplaySteps, 'steps' | 'values'>): RegisterJson[] {
  return steps.flatMap(({ text, stack }, step): RegisterJson[] => {
    const [, name] = POP_REGISTER.exec(text) ?? []
    const value = values[stack?.at(-1) ?? -1]
    return name === undefined || value === undefined
      ? []
      : [{ step, name: name as RegisterJson['name'], value }]
  })
}
