import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Time within which the content of a page that was left must be there again, ms. */
const LIMIT_MS = 8_000
/** Positions of the last pages; older ones are forgotten. */
const MAX_POSITIONS = 200
/** Events by which the user moves the page. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls a page to where it was left when the history goes back or forward to it. The router's own restoration
 * does so once, when lists that are still loading are too short for it; this follows the page while it grows,
 * until the user moves it.
 */
export function useScrollReturn(): void {
  const { history } = useRouter()
  useEffect(() => {
    const positions = new Map<string, number>()
    const keyOf = () => String(history.location.state.__TSR_key ?? history.location.href)
    let present = keyOf()
    let end: (() => void) | undefined
    const remember = () => {
      if (end) return
      positions.delete(present)
      positions.set(present, window.scrollY)
      const [oldest] = positions.keys()
      if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest)
    }
    const follow = (target: number) => {
      const scroll = () => {
        if (Math.abs(window.scrollY - target) > 1) window.scrollTo({ top: target, behavior: 'instant' })
      }
      const observer = new ResizeObserver(scroll)
      observer.observe(document.documentElement)
      const timer = setTimeout(() => end?.(), LIMIT_MS)
      const stop = () => end?.()
      for (const move of MOVES) window.addEventListener(move, stop, { passive: true })
      end = () => {
        end = undefined
        observer.disconnect()
        clearTimeout(timer)
        for (const move of MOVES) window.removeEventListener(move, stop)
      }
      scroll()
    }
    const unsubscribe = history.subscribe(({ action }) => {
      end?.()
      present = keyOf()
      const target = positions.get(present)
      if (['BACK', 'FORWARD', 'GO'].includes(action.type) && target !== undefined && target > 0)
        follow(target)
    })
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      end?.()
      unsubscribe()
      window.removeEventListener('scroll', remember)
    }
  }, [history])
}
