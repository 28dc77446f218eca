import { FolderOpen, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { DesktopBridge } from '#shared/desktop.ts'
import styles from '../components/CopyButton.module.css'
import { desktopBridge } from './bridge.ts'

/** Opens the data folder in the system's file manager. Absent in a browser, which cannot do this. */
export function DataFolderButton() {
  const bridge = desktopBridge()
  return bridge ? <OpenFolder bridge={bridge} /> : null
}

function OpenFolder({ bridge }: { readonly bridge: DesktopBridge }) {
  const [failure, setFailure] = useState('')
  const Icon = failure ? TriangleAlert : FolderOpen
  return (
    <button
      type="button"
      className={styles.button}
      data-state={failure ? 'refused' : 'idle'}
      title={failure || 'Open data folder'}
      aria-label="Open data folder"
      onClick={() =>
        bridge.openDataDir().then(
          () => setFailure(''),
          (error: unknown) => setFailure(`The data folder did not open. ${String(error)}`),
        )
      }
    >
      <Icon aria-hidden="true" size={14} strokeWidth={1.75} />
      <span className="visually-hidden" role="status">
        {failure}
      </span>
    </button>
  )
}
