import type { IndexStatus, SeqnoRange } from '#shared/schema/indexer.ts'

/** A line about the index, and whether it is a warning. */
export type CoverageLine = { readonly text: string; readonly tone: 'plain' | 'warn' }

/** Maximum number of blocks behind the head that is not mentioned. */
const NEAR = 3
/** Maximum number of ranges in a line. */
const NAMED = 2

const digits = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** Formats a number with thin spaces (`12 849`), for plain text without CSS. */
export function groupedNumber(value: number): string {
  return digits.format(value).replaceAll(',', '\u2009')
}

function rangeText({ first, last }: SeqnoRange): string {
  return first === last ? groupedNumber(first) : `${groupedNumber(first)}–${groupedNumber(last)}`
}

/** Returns the number of masterchain blocks in the ranges. */
export function blocksIn(coverage: readonly SeqnoRange[]): number {
  return coverage.reduce((sum, { first, last }) => sum + last - first + 1, 0)
}

/** Returns whether the index has all blocks from the first one to the newest. */
export function isWhole({ coverage, behind }: Pick<IndexStatus, 'coverage' | 'behind'>): boolean {
  return coverage.length === 1 && coverage[0]?.first === 1 && behind !== null && behind <= NEAR
}

function rangesText({ coverage, behind }: IndexStatus): string {
  if (coverage.length === 0) return 'nothing indexed'
  // The most recent ranges are the most useful ones.
  const named = coverage.slice(-NAMED).map(rangeText).join(', ')
  const more = coverage.length > NAMED ? ` and ${coverage.length - NAMED} more` : ''
  return `indexed ${named}${more}${isWhole({ coverage, behind }) ? ' (all)' : ''}`
}

/** Returns the text of the status bar about the index. */
export function coverageLine(status: IndexStatus): CoverageLine {
  const ranges = rangesText(status)
  switch (status.state) {
    case 'following':
      return { text: ranges, tone: 'plain' }
    case 'catching_up':
      return {
        text:
          status.behind === null || status.behind <= NEAR
            ? ranges
            : `${ranges} · ${groupedNumber(status.behind)} behind`,
        tone: 'plain',
      }
    case 'paused':
      return { text: `${ranges} · paused`, tone: 'warn' }
    case 'offline':
      return { text: `${ranges} · offline`, tone: 'warn' }
    case 'stopped':
      return { text: `${ranges} · stopped`, tone: 'warn' }
    case 'idle':
      return status.coverage.length === 0
        ? { text: 'not indexed', tone: 'warn' }
        : { text: `${ranges} · not following`, tone: 'plain' }
  }
}
