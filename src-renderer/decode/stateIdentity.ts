import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { formatFriendlyAddress, hasFriendlyForm, parseAddress } from '#shared/ton/address.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { type Identity, UNKNOWN } from './identity.ts'
import { readBoc } from './transactionView.ts'

/**
 * Returns the identity of an account by its state, for use without an index: the form of its address, as in an address
 * book. Wallets and accounts without code are not bounceable.
 * @param address in any form
 */
export function identityOfState(
  address: string,
  { code }: Pick<V2Result<'getAddressInformation'>, 'code'>,
  testOnly: boolean,
): Identity {
  const parsed = parseAddress(address)
  if (!parsed || !hasFriendlyForm(parsed)) return UNKNOWN
  const cell = readBoc(code)
  const hash = cell?.hash()
  const isWallet = hash !== undefined && CONTRACTS.wallets.has(bytesToBase64(hash))
  const bounceable = cell !== undefined && !isWallet
  return { ...UNKNOWN, friendly: formatFriendlyAddress(parsed, { bounceable, testOnly }) }
}
