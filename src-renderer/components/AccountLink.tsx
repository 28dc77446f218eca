import { useAccountName } from '../api/useAccountName.ts'
import { useShownAddress } from '../api/useAddress.ts'
import { accountKey } from '../decode/accountKey.ts'
import { shortAddress } from '../format/shorten.ts'
import { AccountNameText } from './AccountName.tsx'
import { AccountPageLink } from './AccountPageLink.tsx'
import { SHORT_ADDRESS_WIDTH } from './AddressText.tsx'
import { Identicon } from './Identicon.tsx'
import styles from './links.module.css'
import { Skeleton } from './states.tsx'

type AccountLinkProps = {
  /** In any form; it is shown in the form that fits the account. */
  readonly address: string
  /** Shows the small picture before it. */
  readonly pictured?: boolean
  /** The account whose page this is: named, not linked. */
  readonly here?: boolean
}

/** The name or shortened address of an account: leads to it, and marks its other mentions while pointed at. */
export function AccountLink({ address: given, pictured = false, here = false }: AccountLinkProps) {
  const name = useAccountName(given)
  const { text: address, isSettled } = useShownAddress(given)
  const inner = (
    <>
      {pictured && <Identicon address={address} size={16} />}
      {name ? (
        <AccountNameText name={name} />
      ) : (
        <span className={styles.code}>
          {isSettled ? shortAddress(address) : <Skeleton width={SHORT_ADDRESS_WIDTH} />}
        </span>
      )}
    </>
  )
  if (!here) {
    return (
      <AccountPageLink address={given} className={styles.account} name={name?.text}>
        {inner}
      </AccountPageLink>
    )
  }
  const title = [name?.text, isSettled ? address : undefined].filter((line) => line !== undefined).join('\n')
  return (
    <span className={styles.here} title={title} data-mark={accountKey(address)}>
      {inner}
    </span>
  )
}
