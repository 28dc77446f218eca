import { splitStackText } from '#shared/ton/stackText.ts'

/** A step as the emulator's log has it. Gas is undefined if the log does not tell it. */
export type LoggedStep = {
  readonly text: string
  cell: string | undefined
  offset: number | undefined
  /** The gas left after the step; of a step that threw, after its exception was handled. */
  gasLeft: number | undefined
  /** Indexes in StepLog.values, bottom first: the stack before the step. */
  readonly stack: readonly number[] | undefined
  error: { readonly code: number; readonly text: string } | undefined
  /** The gas limit that the step set. */
  limit: number | undefined
}

/** The steps of a run, in order. */
export type StepLog = {
  readonly steps: readonly LoggedStep[]
  readonly values: readonly string[]
  /** Number of first steps that were left out: a run can have more than can be kept. */
  readonly dropped: number
  /** The gas at which a run out of gas ended. */
  readonly outOfGas: number | undefined
  /** The exception that ended the run, as its handler logged it. */
  readonly ended: number | undefined
}

/** Above the steps of a transaction of a million gas, below those of the longest get-methods. */
const MAX_STEPS = 100_000
/** Longer values, such as a dictionary of a megabyte, are cut. */
const MAX_VALUE_LENGTH = 20_000

const STACK = 'stack:'
const LOCATION = /^code cell hash: ?([0-9A-Fa-f]{64}) offset: (\d+)/
const EXECUTE = 'execute '
const REMAINING = /^gas remaining: (-?\d+)/
const LIMIT = /^changing gas limit to (\d+)/
const THROWN = /^handling exception code (-?\d+): ?(.*)/
const ENDED = /^default exception handler, terminating vm with exit code (-?\d+)/
const OUT_OF_GAS = /^unhandled out-of-gas exception: gas consumed=(\d+)/

/** Parses the log of a run with stacks, places and gas. Lines before its first step are ignored. */
export function parseStepLog(log: string): StepLog {
  const parser = new StepParser()
  let from = 0
  while (from < log.length) {
    const end = log.indexOf('\n', from)
    const to = end < 0 ? log.length : end
    parser.line(log.slice(from, to))
    from = to + 1
  }
  const { steps, values, outOfGas, ended } = parser
  const dropped = Math.max(0, steps.length - MAX_STEPS)
  return { steps: dropped > 0 ? steps.slice(dropped) : steps, values, dropped, outOfGas, ended }
}

class StepParser {
  readonly steps: LoggedStep[] = []
  readonly values: string[] = []
  outOfGas: number | undefined
  ended: number | undefined
  readonly #indexes = new Map<string, number>()
  #stack: readonly number[] | undefined
  #place: { readonly cell: string; readonly offset: number } | undefined

  line(line: string): void {
    const last = this.steps.at(-1)
    if (line.startsWith(STACK)) {
      this.#stack = splitStackText(line, line.indexOf('[') + 1).map((value) => this.#indexOf(value))
      this.#place = undefined
    } else if (line.startsWith('code cell hash')) {
      const [, cell = '', offset] = LOCATION.exec(line) ?? []
      const place = { cell: cell.toLowerCase(), offset: Number(offset) }
      // Of an implicit jump the place comes after its line, and is that of the target.
      if (last?.text === 'implicit JMPREF' && last.cell === undefined && this.#stack === undefined)
        Object.assign(last, place)
      else this.#place = place
    } else if (line.startsWith(EXECUTE)) this.#step(line.slice(EXECUTE.length))
    else if (last) this.#about(last, line)
  }

  #step(text: string): void {
    this.steps.push({
      text: text.trim(),
      cell: this.#place?.cell,
      offset: this.#place?.offset,
      gasLeft: undefined,
      stack: this.#stack,
      error: undefined,
      limit: undefined,
    })
    this.#stack = undefined
    this.#place = undefined
  }

  #about(last: LoggedStep, line: string): void {
    const remaining = REMAINING.exec(line)
    if (remaining) {
      last.gasLeft = Number(remaining[1])
      return
    }
    const limit = LIMIT.exec(line)
    if (limit) last.limit = Number(limit[1])
    const thrown = THROWN.exec(line)
    if (thrown) last.error = { code: Number(thrown[1]), text: thrown[2] ?? '' }
    const ended = ENDED.exec(line)
    if (ended) this.ended = Number(ended[1])
    const outOfGas = OUT_OF_GAS.exec(line)
    if (outOfGas) this.outOfGas = Number(outOfGas[1])
  }

  #indexOf(value: string): number {
    const shown = value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value
    const known = this.#indexes.get(shown)
    if (known !== undefined) return known
    const index = this.values.push(shown) - 1
    this.#indexes.set(shown, index)
    return index
  }
}
