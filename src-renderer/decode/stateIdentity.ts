import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { formatFriendlyAddress, hasFriendlyForm, parseAddress } from '#shared/ton/address.ts'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { cellHash } from './cell.ts'
import { type Identity, UNKNOWN } from './identity.ts'
import { readBoc } from './transactionView.ts'

/**
 * Returns the identity of an account by its state alone, where there is no index to ask: the form of its address, as an
 * address book has it. Coins sent to a wallet, or to an account without code, are not to come back.
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
  const hash = cell && cellHash(cell)
  const isWallet = hash !== undefined && CONTRACTS.wallets.has(bytesToBase64(hash))
  const bounceable = cell !== undefined && !isWallet
  return { ...UNKNOWN, friendly: formatFriendlyAddress(parsed, { bounceable, testOnly }) }
}
