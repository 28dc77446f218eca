import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useRef } from 'react'
import type { CodeLine, CodeLines } from '../decode/codeLines.ts'
import styles from './CodeListing.module.css'

const ROW_HEIGHT = 20
/** Deeper lines are not indented further, so that they stay within a narrow listing. */
const MAX_INDENT = 12

type CodeListingProps = {
  readonly code: CodeLines
  /** The line to mark, which is scrolled into view. */
  readonly current?: number | undefined
  /** The line to scroll to. */
  readonly target?: number | undefined
  /** Called with the line of a repeated block. */
  readonly onJump?: (line: number) => void
  /** The height that the listing can take, as CSS. */
  readonly maxHeight: string
}

type LineProps = {
  readonly line: CodeLine
  readonly number: number
  readonly isCurrent: boolean
  readonly onJump: ((line: number) => void) | undefined
}

function Line({ line, number, isCurrent, onJump }: LineProps) {
  const { depth, text, kind, to } = line
  const indent: CSSProperties = { paddingInlineStart: Math.min(depth, MAX_INDENT) * 14 }
  return (
    <>
      <span className={styles.number}>{number}</span>
      <span className={styles.text} style={indent} data-kind={kind} title={text}>
        {kind === 'repeat' && to !== undefined && onJump ? (
          <button type="button" className={styles.jump} onClick={() => onJump(to)}>
            {text}
          </button>
        ) : (
          text
        )}
        {isCurrent && <span className="visually-hidden"> (current step)</span>}
      </span>
    </>
  )
}

/** The lines of a code, of which only the visible ones are rendered. */
export function CodeListing({ code: { lines }, current, target, onJump, maxHeight }: CodeListingProps) {
  const scroll = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  })
  const { scrollToIndex } = virtualizer
  useEffect(() => {
    if (current !== undefined) scrollToIndex(current, { align: 'auto' })
  }, [current, scrollToIndex])
  useEffect(() => {
    if (target !== undefined) scrollToIndex(target, { align: 'start' })
  }, [target, scrollToIndex])
  return (
    <section
      ref={scroll}
      className={styles.scroll}
      style={{ maxHeight }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Instructions"
    >
      <ol className={styles.lines} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ key, index, start }) => {
          const line = lines[index]
          return (
            line && (
              <li
                key={key}
                className={styles.line}
                aria-setsize={lines.length}
                aria-posinset={index + 1}
                data-current={index === current ? '' : undefined}
                style={{ translate: `0 ${start}px` }}
              >
                <Line line={line} number={index + 1} isCurrent={index === current} onJump={onJump} />
              </li>
            )
          )
        })}
      </ol>
    </section>
  )
}
