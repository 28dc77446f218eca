import { useState } from 'react'
import { safeText } from '../format/untrustedText.ts'
import styles from './UntrustedText.module.css'

/** Of the whole text on demand: what follows is not drawn. */
const MAX_WHOLE = 10_000

type UntrustedTextProps = {
  readonly text: string
  /** Characters drawn at once. */
  readonly max?: number
}

/** A short text of a stranger, on one line. */
export function UntrustedText({ text, max = 64 }: UntrustedTextProps) {
  const { text: shown, isCut } = safeText(text, max)
  if (shown === '') return <span className={styles.quiet}>empty</span>
  return <bdi title={isCut ? safeText(text, 500).text : undefined}>{shown}</bdi>
}

/** A longer text of a stranger, of which the rest is drawn on demand. */
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
