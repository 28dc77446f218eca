import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useNetworkState } from '../api/network.tsx'
import { markEquals } from '../components/markEquals.ts'
import { accountKey } from '../decode/accountKey.ts'
import styles from './Frame.module.css'
import { OfflineBar } from './OfflineBar.tsx'
import { Rail } from './Rail.tsx'
import { ReloadNotice } from './ReloadNotice.tsx'
import { StatusLine } from './StatusLine.tsx'
import { TopBar } from './TopBar.tsx'
import { Waiting } from './Waiting.tsx'

/** Returns one key for all spellings of a page: a colon can be encoded, and an address has several forms. */
function pageKey(pathname: string): string {
  try {
    return pathname.split('/').map(decodeURIComponent).map(accountKey).join('/')
  } catch {
    // A stray percent sign: such a path has one spelling.
    return pathname
  }
}

/** What stands around every page. */
export function Frame() {
  const { network } = useNetworkState()
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => (main.current ? markEquals(main.current) : undefined), [])
  return (
    <div className={styles.frame}>
      <a href="#page" className={styles.skip}>
        Skip to the page
      </a>
      <Rail />
      <TopBar />
      <main ref={main} id="page" tabIndex={-1} className={styles.main}>
        <OfflineBar />
        <ReloadNotice />
        <div className={styles.page} key={network?.id}>
          {network ? <Outlet key={pageKey(pathname)} /> : <Waiting />}
        </div>
      </main>
      <StatusLine />
    </div>
  )
}
