import { RotateCw, X } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Button } from '../components/Button.tsx'
import { missingParts } from '../loading/missingParts.ts'
import { reloadGuard } from '../loading/reloadGuard.ts'
import styles from './ReloadNotice.module.css'

function Bar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.notice} role="status">
      <RotateCw aria-hidden="true" size={16} strokeWidth={1.75} />
      {children}
    </div>
  )
}

/** Says that the window was reloaded because a script could not be loaded, or that it needs a reload for this reason. */
export function ReloadNotice() {
  const [isDismissed, setDismissed] = useState(false)
  const isIncomplete = useSyncExternalStore(missingParts.subscribe, missingParts.hasAny)
  if (isIncomplete) {
    return (
      <Bar>
        <p>
          A part of the explorer could not be loaded, as happens after an update of Tonscope. A reload loads
          the new version; text entered on this page is lost.
        </p>
        <Button className={styles.action} onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Bar>
    )
  }
  if (!reloadGuard.isReloaded || isDismissed) return null
  return (
    <Bar>
      <p>
        The explorer was reloaded because a part of it could not be loaded, as happens after an update of
        Tonscope.
      </p>
      <button
        type="button"
        className={styles.dismiss}
        onClick={() => setDismissed(true)}
        aria-label="Dismiss"
      >
        <X aria-hidden="true" size={16} strokeWidth={1.75} />
      </button>
    </Bar>
  )
}
