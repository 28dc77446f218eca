import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { base } from '../api/base.ts'
import { useNetworkState } from '../api/network.tsx'
import { highlightEquals } from '../components/highlightEquals.ts'
import { accountKey } from '../decode/accountKey.ts'
import styles from './Layout.module.css'
import { NetworkLoading } from './NetworkLoading.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { ReloadNotice } from './ReloadNotice.tsx'
import { Sidebar } from './Sidebar.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'
import { usePageKeys } from './usePageKeys.ts'
import { useScrollReturn } from './useScrollReturn.ts'

/**
 * Returns a key that is the same for all spellings of a page: a colon can be encoded, and an address has
 * several forms.
 */
function pageKey(pathname: string): string {
  try {
    return pathname.split('/').map(decodeURIComponent).map(accountKey).join('/')
  } catch {
    // Malformed percent encoding: such a path has only one spelling.
    return pathname
  }
}

/** Removes a slash at the end of the path, so that a page has one URL. */
function useOneUrl(pathname: string): void {
  const { history } = useRouter()
  useEffect(() => {
    const bare = pathname.replace(/\/+$/, '') || '/'
    const href = base.within(history.location.href)
    if (bare !== pathname && href?.startsWith(pathname)) {
      history.replace(base.at(bare + href.slice(pathname.length)))
    }
  }, [history, pathname])
}

/** The sidebar, bars and notices around every page. */
export function Layout() {
  const { network } = useNetworkState()
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useOneUrl(pathname)
  useScrollReturn()
  usePageKeys()
  useEffect(() => (main.current ? highlightEquals(main.current) : undefined), [])
  return (
    <div className={styles.layout}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <Sidebar />
      <TopBar />
      <main ref={main} id="page" tabIndex={-1} className={styles.main}>
        <OfflineBanner />
        <ReloadNotice />
        <div className={styles.page} key={network?.id}>
          {network ? <Outlet key={pageKey(pathname)} /> : <NetworkLoading />}
        </div>
      </main>
      <StatusBar />
    </div>
  )
}
