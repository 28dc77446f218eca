import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import type { RateReading } from './rateText.ts'

type RateFieldProps = {
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly reading: RateReading
  readonly onChange: (text: string) => void
  readonly className?: string | undefined
}

/** Requests per second; empty is no limit. */
export function RateField({ label, hint, text, reading, onChange, className }: RateFieldProps) {
  const fault = reading.kind === 'fault' ? reading.fault : undefined
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
          <span className={field.unit}>per s</span>
        </div>
      )}
    </Field>
  )
}
