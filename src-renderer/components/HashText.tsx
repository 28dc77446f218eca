import { hexOfBase64 } from '../format/hexOfBase64.ts'
import { shortHash } from '../format/shorten.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './links.module.css'

type HashTextProps = {
  /** Hash in base64. */
  readonly hash: string
  /** The name of what is copied: "root hash". */
  readonly what: string
}

/** A hash in hexadecimal, shortened in the middle. The whole hash is copied. */
export function HashText({ hash, what }: HashTextProps) {
  const hex = hexOfBase64(hash)
  return (
    <span className={styles.hash}>
      <span className={styles.code} title={`${hex}\n${hash}`} data-mark={hex}>
        {shortHash(hex)}
      </span>
      <CopyButton text={hex} what={what} />
    </span>
  )
}
