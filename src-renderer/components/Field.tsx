import { type ReactNode, useId } from 'react'
import { classNames } from './classNames.ts'
import styles from './Field.module.css'

/** Attributes of the control inside a field. */
export type FieldControl = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

type FieldProps = {
  readonly label: ReactNode
  /** Shown while the value is valid. */
  readonly hint?: ReactNode
  /** A sentence about an invalid value. */
  readonly fault?: string | undefined
  readonly className?: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** A labelled control with a hint or a fault. */
export function Field({ label, hint, fault, className, children }: FieldProps) {
  const id = useId()
  const note = fault ?? hint
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={styles.note} data-fault={fault === undefined ? undefined : ''}>
          {fault !== undefined && <span aria-hidden="true">✕ </span>}
          {note}
        </p>
      )}
    </div>
  )
}
