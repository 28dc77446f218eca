import { useAccountName } from '../../api/useAccountName.ts'
import { useAddress } from '../../api/useAddress.ts'
import type { TraceAccount } from '../../decode/traceModel.ts'
import { shorten } from '../../format/shorten.ts'
import { safeText } from '../../format/untrustedText.ts'

type TraceNameProps = {
  readonly account: Pick<TraceAccount, 'address'>
  /** Characters of a name that are drawn. */
  readonly max: number
}

/** A short name of an account for graph and outline: its name, or both ends of its address. Text alone. */
export function TraceName({ account, max }: TraceNameProps) {
  const name = useAccountName(account.address)
  const address = useAddress(account.address)
  if (!name) return shorten(address, 4, 4)
  const { text } = safeText(name.text, max)
  return name.imitation ? `⚠ ${text}` : text
}
