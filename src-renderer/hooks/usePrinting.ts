import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Returns whether the page is being printed. Its printed form is drawn before the browser takes the picture. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const print = window.matchMedia('print')
    const update = (isOn: boolean) => flushSync(() => setPrinting(isOn))
    const begin = () => update(true)
    const end = () => update(false)
    const change = () => update(print.matches)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    print.addEventListener('change', change)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
      print.removeEventListener('change', change)
    }
  }, [])
  return isPrinting
}
