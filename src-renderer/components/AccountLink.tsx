import { useShownAddress } from '../api/useAddress.ts'
import { useCalledAccount } from '../api/useCalledAccount.ts'
import { accountKey } from '../decode/accountKey.ts'
import { shortAddress } from '../format/shorten.ts'
import { AccountNameText, ImitationSign, nameTitle } from './AccountName.tsx'
import { AccountPageLink } from './AccountPageLink.tsx'
import { SHORT_ADDRESS_WIDTH } from './AddressText.tsx'
import { Identicon } from './Identicon.tsx'
import styles from './links.module.css'
import { Skeleton } from './states.tsx'

type AccountLinkProps = {
  /** An address in any form. It is displayed in the form that fits the account. */
  readonly address: string
  /** Adds the identicon. */
  readonly pictured?: boolean
  /** True for the account of the page, which is not linked. */
  readonly here?: boolean
  /** The collection of an NFT item, if it is known: its name can make the item suspicious. */
  readonly collection?: string | null | undefined
}

/**
 * The name or short address of an account as a link, which highlights its other occurrences while the pointer
 * is on it.
 */
export function AccountLink({
  address: given,
  pictured = false,
  here = false,
  collection,
}: AccountLinkProps) {
  const { name, suspicion } = useCalledAccount(given, collection)
  const { text: address, isSettled } = useShownAddress(given)
  const inner = (
    <>
      {pictured && <Identicon address={address} size={16} />}
      {name ? (
        <AccountNameText name={name} suspicion={suspicion} />
      ) : (
        <>
          {suspicion && <ImitationSign imitation={suspicion} />}
          <span className={styles.code}>
            {isSettled ? shortAddress(address) : <Skeleton width={SHORT_ADDRESS_WIDTH} />}
          </span>
        </>
      )}
    </>
  )
  if (!here) {
    return (
      <AccountPageLink address={given} className={styles.account} name={name && nameTitle(name)}>
        {inner}
      </AccountPageLink>
    )
  }
  const title = [name && nameTitle(name), isSettled ? address : undefined]
    .filter((line) => line !== undefined)
    .join('\n')
  return (
    <span className={styles.here} title={title} data-mark={accountKey(address)}>
      {inner}
    </span>
  )
}
