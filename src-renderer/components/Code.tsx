import styles from './Code.module.css'
import { CopyButton } from './CopyButton.tsx'

type CodeProps = {
  readonly text: string
  /** The name of the region and of what is copied: "curl command", "VM log". */
  readonly what: string
}

/** A block of code or a log with a button to copy it. */
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
