import { safeText } from '#shared/untrustedText.ts'
import { useShownAddress } from '../../api/useAddress.ts'
import { useCalledAccount } from '../../api/useCalledAccount.ts'
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
  const { name, suspicion } = useCalledAccount(account.address)
  const { text: address, isSettled } = useShownAddress(account.address)
  const unnamed = isSettled ? shorten(address, 4, 4) : UNSETTLED
  // Brackets are the mark of a label of a public list where only plain text fits.
  const listed = name?.known && `[${safeText(name.text, max - 2).text}]`
  const text = listed ?? (name ? safeText(name.text, max).text : unnamed)
  return suspicion ? `⚠ ${text}` : text
}
