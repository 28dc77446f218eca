import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from './Button.tsx'
import styles from './ConfirmDialog.module.css'

type ConfirmDialogProps = {
  /** A dialog to open with `showModal()`. The browser restores the focus when it closes. */
  readonly dialog: RefObject<HTMLDialogElement | null>
  readonly title: string
  readonly children: ReactNode
  /** The text of the button: "Reset the devnet". */
  readonly action: string
  readonly onConfirm: () => void
}

/** Asks for confirmation of an action that cannot be undone. */
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
