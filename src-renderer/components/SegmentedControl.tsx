import type { ReactNode } from 'react'
import styles from './SegmentedControl.module.css'

type SegmentedControlProps<Value> = {
  /** Accessible name of the group. */
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[]
  readonly current: Value | undefined
  readonly disabled?: boolean
  readonly onChange: (value: Value) => void
}

/** A choice between a few exclusive values. */
export function SegmentedControl<Value extends string | number | boolean>({
  label,
  options,
  current,
  disabled = false,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset className={styles.control} aria-label={label} disabled={disabled}>
      {options.map(({ value, label: text }) => (
        <button
          key={String(value)}
          type="button"
          aria-pressed={value === current}
          onClick={() => value !== current && onChange(value)}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}
