import { ListCollapse, Maximize2, Minus, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { isTyping } from '../../components/isTyping.ts'
import styles from './GraphToolbar.module.css'

type GraphToolbarProps = {
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  readonly fit: () => void
  /** Folds again what the user opened; undefined if nothing is open. */
  readonly onFold: (() => void) | undefined
}

/** The controls of the graph. They stand beside the tabs, so that they never cover it. */
export function GraphToolbar({ zoomIn, zoomOut, fit, onFold }: GraphToolbarProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'f' && !isTyping(event)) fit()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
  return (
    <fieldset className={styles.bar} aria-label="Graph">
      {onFold && (
        <button type="button" aria-label="Fold again" title="Fold again what was opened" onClick={onFold}>
          <ListCollapse aria-hidden="true" size={15} strokeWidth={1.75} />
        </button>
      )}
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={zoomIn}>
        <Plus aria-hidden="true" size={16} strokeWidth={1.75} />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={zoomOut}>
        <Minus aria-hidden="true" size={16} strokeWidth={1.75} />
      </button>
      <button type="button" aria-label="Fit the trace" title="Fit (f)" onClick={fit}>
        <Maximize2 aria-hidden="true" size={14} strokeWidth={1.75} />
      </button>
    </fieldset>
  )
}
