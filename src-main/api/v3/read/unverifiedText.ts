import { MAX_UNVERIFIED } from '../../../store/queries/unverified.ts'

/** Adds the number of accounts that are not verified yet to the text of a coverage. */
export function unverifiedText(covered: string, unverified: number): string {
  if (unverified === 0) return covered
  const number = unverified >= MAX_UNVERIFIED ? `${MAX_UNVERIFIED} or more` : String(unverified)
  return `${covered}; ${number} ${unverified === 1 ? 'contract' : 'contracts'} not verified yet`
}
