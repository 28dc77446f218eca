import { safeText } from '#shared/untrustedText.ts'
import { useAccountName } from '../../api/useAccountName.ts'
import { useShownAddress } from '../../api/useAddress.ts'
import type { TraceAccount } from '../../decode/traceModel.ts'
import { shorten } from '../../format/shorten.ts'

/** Placeholder with the length of a shortened address, until the address form is loaded. */
const UNSETTLED = '·········'

type TraceNameProps = {
  readonly account: Pick<TraceAccount, 'address'>
  /** Maximum number of characters. */
  readonly max: number
}

/** The short name of an account in graph and outline: its name or its shortened address, as plain text. */
export function TraceName({ account, max }: TraceNameProps) {
  const name = useAccountName(account.address)
  const { text: address, isSettled } = useShownAddress(account.address)
  if (!name) return isSettled ? shorten(address, 4, 4) : UNSETTLED
  const { text } = safeText(name.text, max)
  return name.imitation ? `⚠ ${text}` : text
}
