import { useEffect, useState } from 'react'

/** Returns whether the component has been shown for a time, in ms: for notes about what usually takes less. */
export function useIsLate(ms: number): boolean {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isLate
}
