import type { FilteredTraces } from '../../../actions/filterTraces.ts'

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

export function tracesWord(count: number): string {
  return plural(count, 'trace', 'traces')
}

/** Returns what the filters hide on a page, in words. */
export function hiddenWords({ spam, system, succeeded, unchecked }: Omit<FilteredTraces, 'shown'>): string[] {
  return [
    spam > 0 ? `${spam} hidden as spam` : '',
    system > 0 ? `${plural(system, 'system trace', 'system traces')} hidden` : '',
    succeeded > 0 ? `${succeeded} successful hidden` : '',
    unchecked > 0 ? `${unchecked} still being checked` : '',
  ].filter((words) => words !== '')
}
