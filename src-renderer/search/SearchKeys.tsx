import styles from './SearchBox.module.css'

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

/** The keys that focus the search field. */
export function SearchKeys() {
  return (
    <span className={styles.keys} aria-hidden="true">
      <kbd>/</kbd>
      <kbd>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
    </span>
  )
}
