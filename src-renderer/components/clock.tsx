import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'

const ClockContext = createContext(0)
const TICK_MS = 1_000

/** Provides the time for all ages of the page. Its timer stops while the page is hidden. */
export function ClockProvider({ children }: { readonly children: ReactNode }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    let timer: number | undefined
    const start = () => {
      window.clearInterval(timer)
      if (document.hidden) return
      setNow(Date.now())
      timer = window.setInterval(() => setNow(Date.now()), TICK_MS)
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', start)
    }
  }, [])
  return <ClockContext value={now}>{children}</ClockContext>
}

/** Returns the time in ms since 1970, updated every second. */
export function useNow(): number {
  return useContext(ClockContext)
}
