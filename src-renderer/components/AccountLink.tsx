import { Link } from '@tanstack/react-router'
import { useIdentity } from '../api/identityContext.tsx'
import { useAccountName } from '../api/useAccountName.ts'
import { accountKey } from '../decode/accountKey.ts'
import { friendlyAddress } from '../format/friendlyAddress.ts'
import { shortAddress } from '../format/shorten.ts'
import { AccountNameText } from './AccountName.tsx'
import { Identicon } from './Identicon.tsx'
import styles from './links.module.css'

type AccountLinkProps = {
  /** In any form; a raw one is shown in the friendly form that fits the account. */
  readonly address: string
  /** Shows the small picture before it. */
  readonly pictured?: boolean
  /** The account whose page this is: named, not linked. */
  readonly here?: boolean
}

/** The name or shortened address of an account: leads to it, and marks its other mentions while pointed at. */
export function AccountLink({ address: given, pictured = false, here = false }: AccountLinkProps) {
  const name = useAccountName(given)
  const { identity } = useIdentity(given)
  const address = given.includes(':') ? (identity?.friendly ?? friendlyAddress(given)) : given
  const title = name ? `${name.text}\n${address}` : address
  const inner = (
    <>
      {pictured && <Identicon address={address} size={16} />}
      {name ? <AccountNameText name={name} /> : <span className={styles.code}>{shortAddress(address)}</span>}
    </>
  )
  const mark = accountKey(address)
  return here ? (
    <span className={styles.here} title={title} data-mark={mark}>
      {inner}
    </span>
  ) : (
    <Link
      to="/account/$address"
      params={{ address }}
      className={styles.account}
      title={title}
      data-mark={mark}
    >
      {inner}
    </Link>
  )
}
