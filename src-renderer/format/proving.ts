import type { Status } from '#shared/schema/status.ts'

/** Formats the progress of proving: `Proving key block 812 of about 1,400`. */
export function formatProving({ proved, expected }: NonNullable<Status['verification']['proving']>): string {
  const count = (value: number) => value.toLocaleString('en-US')
  const of = expected > proved ? ` of about ${count(expected)}` : ''
  return `Proving key block ${count(proved + 1)}${of}`
}
