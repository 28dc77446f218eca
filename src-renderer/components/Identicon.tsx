import { parseAddress } from '#shared/ton/address.ts'
import { identiconShape } from '../format/identiconShape.ts'
import styles from './Identicon.module.css'

type IdenticonProps = { readonly address: string; readonly size: number }

/** A two-tone picture that identifies an account. It is decorative for screen readers. */
export function Identicon({ address, size }: IdenticonProps) {
  const parsed = parseAddress(address)
  if (!parsed) return null
  const { hue, path } = identiconShape(parsed.hash)
  return (
    <svg
      aria-hidden="true"
      className={styles.identicon}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      style={{ '--hue': hue }}
    >
      <rect width="40" height="40" className={styles.ground} />
      <path d={path} className={styles.shape} />
    </svg>
  )
}
