import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { formatFriendlyAddress, hasFriendlyForm, parseAddress } from '#shared/ton/address.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { readBoc } from './transactionView.ts'

/**
 * Returns the friendly form of an account's address by its state, as in an address book: wallets and accounts without
 * code are not bounceable. Returns undefined for an address without a friendly form.
 * @param address in any form
 */
export function formOfState(
  address: string,
  { code }: Pick<V2Result<'getAddressInformation'>, 'code'>,
  testOnly: boolean,
): string | undefined {
  const parsed = parseAddress(address)
  if (!parsed || !hasFriendlyForm(parsed)) return undefined
  const cell = readBoc(code)
  const hash = cell?.hash()
  const isWallet = hash !== undefined && CONTRACTS.wallets.has(bytesToBase64(hash))
  const bounceable = cell !== undefined && !isWallet
  return formatFriendlyAddress(parsed, { bounceable, testOnly })
}
