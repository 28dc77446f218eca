import { Link } from '@tanstack/react-router'
import { useAccountName } from '../api/useAccountName.ts'
import { accountKey } from '../decode/accountKey.ts'
import { shortAddress } from '../format/shorten.ts'
import { AccountNameText } from './AccountName.tsx'
import { Identicon } from './Identicon.tsx'
import styles from './links.module.css'

type AccountLinkProps = {
  readonly address: string
  /** Shows the small picture before it. */
  readonly pictured?: boolean
  /** The account whose page this is: named, not linked. */
  readonly here?: boolean
}

/** The name or shortened address of an account: leads to it, and marks its other mentions while pointed at. */
export function AccountLink({ address, pictured = false, here = false }: AccountLinkProps) {
  const name = useAccountName(address)
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
