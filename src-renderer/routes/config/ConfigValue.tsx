import { AccountLink } from '../../components/AccountLink.tsx'
import { Amount, Figure } from '../../components/Amount.tsx'
import { HashText } from '../../components/HashText.tsx'
import type { ConfigUnit } from '../../decode/configFields.ts'
import { capabilityNames } from '../../decode/configParams.ts'
import { formatMoment, isoTime } from '../../format/age.ts'
import { formatBytes } from '../../format/bytes.ts'
import { durationText } from '../../format/duration.ts'
import { base64OfHex } from '../../format/hexOfBase64.ts'
import { scaledText } from '../../format/scaledNumber.ts'
import styles from './ConfigPage.module.css'

type ConfigValueProps = {
  readonly unit: ConfigUnit
  readonly value: string | number | boolean | null
}

/** A field of the configuration in its unit. The number that is stored is in the tooltip where it differs. */
export function ConfigValue({ unit, value }: ConfigValueProps) {
  if (value === null) return <span className={styles.quiet}>no limit</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const digits = String(value)
  switch (unit) {
    case 'account':
      return <AccountLink address={`-1:${digits}`} pictured />
    case 'address':
      return <AccountLink address={digits} pictured />
    case 'param':
      return <a href={`#p${digits}`}>#{digits}</a>
    case 'publicKey':
      return <HashText hash={base64OfHex(BigInt(value).toString(16).padStart(64, '0'))} what="public key" />
    case 'hash':
      return <HashText hash={base64OfHex(digits)} what="hash" />
    case 'time':
      return digits === '0' ? (
        <span>from the beginning</span>
      ) : (
        <time dateTime={isoTime(Number(value))}>{formatMoment(Number(value))}</time>
      )
    case 'capabilities':
      return <span title={digits}>{capabilityNames(BigInt(value)).join(', ') || 'none'}</span>
    default:
      return /^-?\d+$/.test(digits) ? <Quantity unit={unit} value={BigInt(value)} /> : <code>{digits}</code>
  }
}

/** A decimal number whose whole part is grouped. */
function Decimal({ text }: { readonly text: string }) {
  const [whole = '', fraction] = text.split('.')
  return (
    <>
      <Figure value={whole} />
      {fraction !== undefined && `.${fraction}`}
    </>
  )
}

function Quantity({ unit, value }: { readonly unit: ConfigUnit; readonly value: bigint }) {
  switch (unit) {
    case 'nanoton':
      return <Amount value={value} />
    case 'price16':
      return (
        <span title={`${value} nanoton × 2⁻¹⁶`}>
          <Decimal text={scaledText(value, 16)} /> nanoton
        </span>
      )
    case 'share16':
      return <span title={`${value} / 2¹⁶`}>{scaledText(value * 100n, 16, 2)} %</span>
    case 'share32':
      return <span title={`${value} / 2³²`}>{scaledText(value * 100n, 32, 2)} %</span>
    case 'factor16':
      return <span title={`${value} / 2¹⁶`}>× {scaledText(value, 16, 3)}</span>
    case 'seconds':
      return <span title={`${value} s`}>{durationText(Number(value))}</span>
    case 'milliseconds':
      return (
        <>
          <Figure value={value} /> ms
        </>
      )
    case 'bytes':
      return <span title={`${value} bytes`}>{formatBytes(Number(value))}</span>
    case 'gas':
      return (
        <>
          <Figure value={value} /> gas
        </>
      )
    default:
      return <Figure value={value} />
  }
}
