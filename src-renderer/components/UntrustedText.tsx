import { useState } from 'react'
import { safeText } from '#shared/untrustedText.ts'
import styles from './UntrustedText.module.css'

/** Maximum length of the whole text. */
const MAX_WHOLE = 10_000

type UntrustedTextProps = {
  readonly text: string
  /** Number of characters shown at first. */
  readonly max?: number
}

/** A short untrusted text on one line. */
export function UntrustedText({ text, max = 64 }: UntrustedTextProps) {
  const { text: shown, isCut } = safeText(text, max)
  if (shown === '') return <span className={styles.quiet}>empty</span>
  return <bdi title={isCut ? safeText(text, 500).text : undefined}>{shown}</bdi>
}

/** A longer untrusted text, of which the rest is shown on demand. */
export function UntrustedParagraph({ text, max = 280 }: UntrustedTextProps) {
  const [isWhole, setWhole] = useState(false)
  const short = safeText(text, max)
  const { text: shown, hadHidden } = isWhole ? safeText(text, MAX_WHOLE) : short
  if (short.text === '') return null
  return (
    <div className={styles.paragraph}>
      <p className={styles.words} data-whole={isWhole || undefined}>
        <bdi>{shown}</bdi>
      </p>
      {(short.isCut || hadHidden) && (
        <p className={styles.more}>
          {short.isCut && (
            <button type="button" className={styles.toggle} onClick={() => setWhole(!isWhole)}>
              {isWhole ? 'Show less' : 'Show more'}
            </button>
          )}
          {hadHidden && <span>Invisible characters are left out.</span>}
        </p>
      )}
    </div>
  )
}
