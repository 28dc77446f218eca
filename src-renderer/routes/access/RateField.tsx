import { LimitField } from '../../components/LimitField.tsx'
import type { RateReading } from './rateText.ts'

type RateFieldProps = {
  readonly label: string
  readonly hint: string
  readonly text: string
  readonly reading: RateReading
  readonly onChange: (text: string) => void
  readonly className?: string | undefined
}

/** A field for requests per second. An empty field means no limit. */
export function RateField({ label, hint, text, reading, onChange, className }: RateFieldProps) {
  const fault = reading.kind === 'fault' ? reading.fault : undefined
  return <LimitField {...{ label, hint, fault, text, onChange, className }} unit="per s" />
}
