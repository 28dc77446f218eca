import type { V2Result } from '#shared/schema/v2/operations.ts'
import { codeTitle } from '../../decode/codeTitle.ts'
import { readBoc } from '../../decode/transactionView.ts'

export type AccountState = V2Result<'getAddressInformation'>

/** Returns the name of an account's code if its hash is a known one. */
export function contractNameOf(state: AccountState): string | undefined {
  const code = readBoc(state.code)
  const hash = code?.hash()
  return hash && codeTitle(hash)
}
