import type { SeqnoRange } from '../../store/indexStore.ts'
import { CoverageError } from '../indexer.ts'
import { formatRanges } from '../ranges.ts'

/**
 * Creates the error of data that the index does not have while no liteserver can be asked. Its message names the
 * coverage.
 */
export function notCovered(what: string, coverage: readonly SeqnoRange[]): CoverageError {
  const covered =
    coverage.length > 0 ? `covered are masterchain blocks ${formatRanges(coverage)}` : 'it covers nothing yet'
  return new CoverageError(`no liteserver is available, and ${what} is not in the index: ${covered}`)
}
