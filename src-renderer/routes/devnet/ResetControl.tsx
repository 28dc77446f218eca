import { useRef } from 'react'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Panel } from '../../components/Panel.tsx'
import styles from './DevnetPage.module.css'
import type { Control } from './useControl.ts'

/** The button that resets the devnet to its first start. */
export function ResetControl({ control }: { readonly control: Control }) {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <Panel title="Reset">
      <p className={styles.text}>
        Starts a new chain with the same seed and the same scenario. All blocks, accounts and settings since
        the first start are lost.
      </p>
      <Button tone="danger" disabled={control.working} onClick={() => dialog.current?.showModal()}>
        Reset the devnet …
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title="Reset the devnet?"
        action="Reset the devnet"
        onConfirm={() =>
          control.run({
            name: 'reset',
            sent: {},
            what: 'resetting the devnet',
            done: ({ seqno }) => `The devnet was reset: its latest block is ${seqno}`,
          })
        }
      >
        <p>
          A new chain replaces this one, and everything on it is lost. Clients must load the new zero state
          from the global config.
        </p>
      </ConfirmDialog>
    </Panel>
  )
}
