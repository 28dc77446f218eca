import { Link } from '@tanstack/react-router'
import { accountKey } from '../decode/accountKey.ts'
import { shortAddress } from '../format/shorten.ts'
import { Identicon } from './Identicon.tsx'
import styles from './links.module.css'

type AccountLinkProps = {
  readonly address: string
  /** Shows the small picture before it. */
  readonly pictured?: boolean
  /** The account whose page this is: named, not linked. */
  readonly here?: boolean
}

/** A shortened address that leads to its account and marks its other mentions while pointed at. */
export function AccountLink({ address, pictured = false, here = false }: AccountLinkProps) {
  const inner = (
    <>
      {pictured && <Identicon address={address} size={16} />}
      <span className={styles.code}>{shortAddress(address)}</span>
    </>
  )
  const mark = accountKey(address)
  return here ? (
    <span className={styles.here} title={address} data-mark={mark}>
      {inner}
    </span>
  ) : (
    <Link
      to="/account/$address"
      params={{ address }}
      className={styles.account}
      title={address}
      data-mark={mark}
    >
      {inner}
    </Link>
  )
}
