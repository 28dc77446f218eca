import { countUnverified, MAX_UNVERIFIED } from '../../../store/queries/unverified.ts'
import { coverageText } from '../coverageText.ts'
import type { ReadContext } from './context.ts'

/**
 * Value of X-Index-Coverage for operations about token contracts: `1-40`, or `1-40; 3 contracts not verified yet` while
 * some rows can be missing or old.
 */
export function tokenCoverage({ reader, coverage }: Pick<ReadContext, 'reader' | 'coverage'>): string {
  return unverifiedText(coverageText(coverage), countUnverified(reader))
}

/** Adds how many accounts are not verified yet to the text of a coverage. */
export function unverifiedText(covered: string, unverified: number): string {
  if (unverified === 0) return covered
  const number = unverified >= MAX_UNVERIFIED ? `${MAX_UNVERIFIED} or more` : String(unverified)
  return `${covered}; ${number} ${unverified === 1 ? 'contract' : 'contracts'} not verified yet`
}
