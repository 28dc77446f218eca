import { memo } from 'react'
import type { PlacedItem } from './layout.ts'
import styles from './TraceGraph.module.css'

/** Nodes that are not buttons: messages without a receiving transaction, and those that were not sent. */
export const StillNode = memo(function StillNode({
  placed: { item, x, y },
}: {
  readonly placed: PlacedItem
}) {
  const place = `translate(${x} ${y})`
  switch (item.kind) {
    case 'unmatched':
      return item.message.to ? (
        <g transform={place}>
          <circle r="6" className={styles.unmatched} data-kind="awaited" />
          <text x="14" y="4" className={styles.aside}>
            {item.message.to.letter} · not delivered
          </text>
        </g>
      ) : (
        <path transform={place} d="M0 -5L5 0L0 5L-5 0z" className={styles.unmatched} />
      )
    case 'unsent':
      return (
        <g transform={place} data-kind="unsent">
          <circle r="6" className={styles.unmatched} data-kind="unsent" />
          <path d="M-7 7L7 -7" className={styles.strike} />
          <text x="14" y="4" className={styles.aside}>
            {item.count === 1 ? 'not sent' : `${item.count} not sent`}
          </text>
        </g>
      )
    case 'origin':
    case 'chain':
    case 'step':
      return null
  }
})
