import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'

type ConfirmDialogProps = {
  /** Opened by `showModal()`; the browser gives the focus back when it closes. */
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly title: string
  readonly children: ReactNode
  /** What is done: "Reset the devnet". */
  readonly action: string
  readonly onConfirm: () => void
}

/** Asks before something that can't be undone. */
export function ConfirmDialog({ dialog, title, children, action, onConfirm }: ConfirmDialogProps) {
  const id = useId()
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={id} closedby="any">
      <h2 id={id}>{title}</h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.buttons}>
        <Button onClick={close}>Cancel</Button>
        <Button
          tone="danger"
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          {action}
        </Button>
      </div>
    </dialog>
  )
}
