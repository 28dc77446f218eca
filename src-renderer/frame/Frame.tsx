import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useNetworkState } from '../api/network.tsx'
import { markEquals } from '../components/markEquals.ts'
import styles from './Frame.module.css'
import { OfflineBar } from './OfflineBar.tsx'
import { Rail } from './Rail.tsx'
import { StatusLine } from './StatusLine.tsx'
import { TopBar } from './TopBar.tsx'
import { Waiting } from './Waiting.tsx'

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
        <div className={styles.page} key={network?.id}>
          {network ? <Outlet key={pathname} /> : <Waiting />}
        </div>
      </main>
      <StatusLine />
    </div>
  )
}
