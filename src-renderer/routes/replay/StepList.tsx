import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import styles from './StepList.module.css'
import type { Steps } from './useReplay.ts'

const ROW_HEIGHT = 24

type StepListProps = {
  readonly total: number
  readonly selected: number
  readonly steps: Steps
  readonly onSelect: (step: number) => void
  /** Called with the first and the last visible step. */
  readonly onShown: (first: number, last: number) => void
}

/** The steps of a run, of which only the visible ones are rendered. */
export function StepList({ total, selected, steps, onSelect, onShown }: StepListProps) {
  const id = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const { scrollToIndex } = virtualizer
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onShown(first, last), [onShown, first, last])
  useEffect(() => scrollToIndex(selected, { align: 'auto' }), [selected, scrollToIndex])
  const isShown = items.some(({ index }) => index === selected)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
  }
  return (
    <div
      ref={scroll}
      className={styles.scroll}
      role="listbox"
      tabIndex={0}
      aria-label="Steps"
      aria-activedescendant={isShown ? `${id}-${selected}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ key, index, start }) => {
          const step = steps.at(index)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys of the page select steps
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === selected}
              aria-setsize={total}
              aria-posinset={index + 1}
              className={styles.row}
              data-failed={step?.error ? '' : undefined}
              style={{ translate: `0 ${start}px` }}
              onClick={() => onSelect(index)}
            >
              <span className={styles.number}>{index + 1}</span>
              <span className={styles.text} title={step?.text}>
                {step ? step.text : '…'}
                {step?.error && <span className={styles.error}> ✕ {step.error.code}</span>}
              </span>
              <span className={styles.gas}>{step?.gas}</span>
            </div>
          )
        })}
      </div>
    </div>
  )
}
