import { CircleHelp, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { isTyping } from '../components/isTyping.ts'
import styles from './ShortcutsHelp.module.css'
import bar from './TopBar.module.css'

const KEYS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search'],
  [['Ctrl', 'K'], 'Search, also while typing'],
  [['↑', '↓', 'Enter'], 'Select a result'],
  [['g', 'h'], 'Home'],
  [['g', 'b'], 'Blocks; t tokens, n NFTs, w watched, x tools, i index, c configuration'],
  [['j', 'k'], 'Next and previous row'],
  [['y'], 'Copy the address or hash of the page'],
  [['←', '→'], 'Previous and next block'],
  [['←', '→', '↑', '↓'], 'Move through the graph of a trace'],
  [['+', '−', 'f'], 'Zoom the graph, and fit it'],
  [['j', 'k'], 'Next and previous step of a replay'],
  [['Esc'], 'Close a menu or a dialog'],
  [['?'], 'Show this list'],
]

/** The list of keys, opened by its button or by `?`. */
export function ShortcutsHelp() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event) && !dialog.current?.open) dialog.current?.showModal()
    }
    document.addEventListener('keydown', open)
    return () => document.removeEventListener('keydown', open)
  }, [])
  return (
    <>
      <button
        type="button"
        className={`${bar.iconButton} ${bar.keys}`}
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => dialog.current?.showModal()}
      >
        <CircleHelp aria-hidden="true" size={18} strokeWidth={1.75} />
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="keys-title" closedby="any">
        <div className={styles.header}>
          <h2 id="keys-title">Keyboard shortcuts</h2>
          <button
            type="button"
            className={bar.iconButton}
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          >
            <X aria-hidden="true" size={18} strokeWidth={1.75} />
          </button>
        </div>
        <dl className={styles.keys}>
          {KEYS.map(([keys, what]) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </dialog>
    </>
  )
}
