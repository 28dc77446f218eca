/** A strict reader of Prometheus' text format 0.0.4, which throws for any other line. */

export type ReadMetric = {
  readonly type: string
  readonly help: string
  /** By name and labels, as they are written. */
  readonly samples: ReadonlyMap<string, number>
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
const HELP = new RegExp(`^# HELP (${NAME}) ([^\\n]+)$`)
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`)
const SAMPLE = new RegExp(
  `^((${NAME})(?:\\{${LABEL}(?:,${LABEL})*\\})?) ([+-]Inf|NaN|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`,
)
const SUFFIXES: Readonly<Record<string, readonly string[]>> = {
  histogram: ['_bucket', '_sum', '_count'],
}

export function readMetrics(text: string): ReadonlyMap<string, ReadMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const metrics = new Map<string, ReadMetric>()
  const lines = text.slice(0, -1).split('\n')
  while (lines.length > 0) {
    const [, name = '', help = ''] = match(HELP, lines.shift())
    const [, typed, type = ''] = match(TYPE, lines.shift())
    if (typed !== name) throw new Error(`the type of ${typed} after the help of ${name}`)
    if (metrics.has(name)) throw new Error(`${name} is told twice`)
    const samples = new Map<string, number>()
    while (lines[0] !== undefined && !lines[0].startsWith('#')) {
      const [, series = '', sampled = '', value = ''] = match(SAMPLE, lines.shift())
      const names = (SUFFIXES[type] ?? ['']).map((suffix) => name + suffix)
      if (!names.includes(sampled)) throw new Error(`${sampled} among the samples of ${name}`)
      if (samples.has(series)) throw new Error(`${series} is told twice`)
      samples.set(series, Number(value.replace('Inf', 'Infinity')))
    }
    if (samples.size === 0) throw new Error(`${name} has no samples`)
    if (type === 'counter' && !name.endsWith('_total')) throw new Error(`the counter ${name} is no total`)
    metrics.set(name, { type, help, samples })
  }
  return metrics
}

function match(pattern: RegExp, line: string | undefined): RegExpExecArray {
  const found = pattern.exec(line ?? '')
  if (!found) throw new Error(`not understood: ${line}`)
  return found
}
