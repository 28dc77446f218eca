import { focusManager } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useHead } from '../../api/network.tsx'
import { headRate, pauseMs, type SeenHead, withHead } from './pace.ts'

type PacedHead = {
  /** Seqno up to which the lists are read. */
  readonly seqno: number
  /** Number of blocks after it. */
  readonly behind: number
  /** Moves it to the newest block. */
  readonly release: () => void
}

/**
 * Returns the head for lists whose blocks are read one by one: it follows the newest block as fast as a bounded number
 * of requests allows, and stands still while the page is hidden.
 * @param cost requests for a block; undefined to follow every block
 * @param window maximum number of blocks that are read for a head
 */
export function usePacedHead(cost: number | undefined, window: number): PacedHead {
  const head = useHead()?.seqno ?? 0
  const [shown, setShown] = useState(head)
  const movedAt = useRef(0)
  const isBehind = cost !== undefined && shown > 0 && head > shown
  useEffect(() => {
    if (shown === head) return
    const move = () => {
      movedAt.current = performance.now()
      setShown(head)
    }
    if (!isBehind) return move()
    const waitMs = movedAt.current + pauseMs(Math.min(head - shown, window), cost) - performance.now()
    const timer = setTimeout(() => focusManager.isFocused() && move(), Math.max(0, waitMs))
    return () => clearTimeout(timer)
  }, [head, shown, isBehind, cost, window])
  return isBehind
    ? { seqno: shown, behind: head - shown, release: () => setShown(head) }
    : { seqno: head, behind: 0, release: () => {} }
}

/** Returns the blocks a second that the network makes while the page is open; undefined until that is known. */
export function useHeadRate(): number | undefined {
  const head = useHead()?.seqno
  const [seen, setSeen] = useState<readonly SeenHead[]>([])
  useEffect(() => {
    if (head !== undefined) setSeen((before) => withHead(before, { seqno: head, atMs: performance.now() }))
  }, [head])
  return headRate(seen)
}
