import styles from './Code.module.css'
import { CopyButton } from './CopyButton.tsx'

type CodeProps = {
  readonly text: string
  /** "curl command", "VM log": names the region and what is copied. */
  readonly what: string
}

/** A block of code or log, to read and to copy. */
export function Code({ text, what }: CodeProps) {
  return (
    <div className={styles.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={what}>
        <pre>{text}</pre>
      </section>
      <CopyButton text={text} what={what} className={styles.copy} />
    </div>
  )
}
