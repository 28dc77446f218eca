import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ShownAddress, useShownAddress } from './useAddress.ts'

/**
 * Replaces an address in the page's path by the form that the explorer shows, so that an account's pages have
 * one URL.
 * @param written the address in the path
 * @param known its form, if the page has loaded the account's state
 */
export function useCanonicalUrl(written: string, known?: ShownAddress): void {
  const { history } = useRouter()
  const shown = useShownAddress(written)
  const { text, isSettled } = known ?? shown
  useEffect(() => {
    if (!isSettled || text === written) return
    const { pathname, href } = history.location
    const segments = pathname
      .split('/')
      .map((segment) => (decodeURIComponent(segment) === written ? text : segment))
    history.replace(segments.join('/') + href.slice(pathname.length))
  }, [history, isSettled, text, written])
}
