import type { V2Result } from '#shared/schema/v2/operations.ts'
import { cellHash } from '../../decode/cell.ts'
import { codeTitle } from '../../decode/codeTitle.ts'
import { readBoc } from '../../decode/transactionView.ts'
import { walletFacts } from './walletFacts.ts'

export type ContractStates = {
  readonly state: V2Result<'getAddressInformation'> | undefined
  readonly extended: V2Result<'getExtendedAddressInformation'> | undefined
}

/** The name of the code where it is a known one: by its hash, and failing that as the API decoded it. */
export function contractNameOf({ state, extended }: ContractStates): string | undefined {
  const code = state && readBoc(state.code)
  const hash = code && cellHash(code)
  return (hash && codeTitle(hash)) ?? (extended && walletFacts(extended).name)
}
