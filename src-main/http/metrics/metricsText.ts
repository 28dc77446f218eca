/** Prometheus' text format, version 0.0.4. */

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export type Labels = Readonly<Record<string, string | number>>

export type Sample = {
  readonly value: number
  readonly labels?: Labels
  /** `_bucket`, `_sum` or `_count` of a histogram. */
  readonly suffix?: string
}

export type Metric = {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** One line of help, with the unit if the name has none. */
  readonly help: string
  readonly samples: readonly Sample[]
}

/** A metric without samples is omitted. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(textOf)
    .join('')
}

function textOf({ name, type, help, samples }: Metric): string {
  const lines = samples.map(
    ({ value, labels = {}, suffix = '' }) => `${name}${suffix}${labelsText(labels)} ${numberText(value)}\n`,
  )
  return `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join()}}`
}

/** Formats a number as Go does, which writes infinities differently from JavaScript. */
export function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  if (value === Number.NEGATIVE_INFINITY) return '-Inf'
  return String(value)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
