import field from './Field.module.css'
import { Field } from './Field.tsx'

type LimitFieldProps = {
  readonly label: string
  readonly hint: string
  readonly fault: string | undefined
  readonly text: string
  readonly unit: string
  readonly onChange: (text: string) => void
  readonly className?: string | undefined
}

/** A field for a number with its unit. An empty field means no limit. */
export function LimitField({ label, hint, fault, text, unit, onChange, className }: LimitFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault} className={className}>
      {(control) => (
        <div className={field.withUnit}>
          <input
            {...control}
            className={field.input}
            value={text}
            inputMode="decimal"
            autoComplete="off"
            placeholder="no limit"
            onChange={(event) => onChange(event.target.value)}
          />
          <span className={field.unit}>{unit}</span>
        </div>
      )}
    </Field>
  )
}
