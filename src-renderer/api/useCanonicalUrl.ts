import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useShownAddress } from './useAddress.ts'

/**
 * Replaces an address in the path of the page by the form that the explorer shows, so that an account's pages have one
 * URL.
 * @param written the address as it is in the path
 */
export function useCanonicalUrl(written: string): void {
  const { history } = useRouter()
  const { text, isSettled } = useShownAddress(written)
  useEffect(() => {
    if (!isSettled || text === written) return
    const { pathname, href } = history.location
    const segments = pathname
      .split('/')
      .map((segment) => (decodeURIComponent(segment) === written ? text : segment))
    history.replace(segments.join('/') + href.slice(pathname.length))
  }, [history, isSettled, text, written])
}
