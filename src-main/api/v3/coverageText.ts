import type { SeqnoRange } from '../../store/indexStore.ts'

/** Value of X-Index-Coverage: `1-12849`, several by comma, or `none`. */
export function coverageText(ranges: readonly SeqnoRange[]): string {
  return ranges.length === 0 ? 'none' : ranges.map(({ first, last }) => `${first}-${last}`).join()
}
