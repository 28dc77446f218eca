import { operationWords } from '../decode/indexedTransaction.ts'
import { type PlainValue, plainDecoded } from '../decode/plainDecoded.ts'
import { formatBytes } from '../format/bytes.ts'
import { friendlyAddress } from '../format/friendlyAddress.ts'
import { shorten } from '../format/shorten.ts'
import { AccountLink } from './AccountLink.tsx'
import { Amount, Figure } from './Amount.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './DecodedBody.module.css'

/** Hashes, keys, signatures: their ends tell them apart. */
const LONG_HEX = /^[0-9a-fA-F]{40,}$/

function Text({ text }: { readonly text: string }) {
  if (LONG_HEX.test(text)) {
    return (
      <span className={styles.bytes}>
        <code title={text}>{shorten(text.toLowerCase(), 8, 6)}</code>
        <CopyButton text={text} what="bytes" />
      </span>
    )
  }
  return <bdi className={styles.text}>{text}</bdi>
}

function Value({ value }: { readonly value: PlainValue }) {
  switch (value.kind) {
    case 'nothing':
      return <span className={styles.quiet}>none</span>
    case 'account':
      return <AccountLink address={friendlyAddress(value.raw)} />
    case 'coins':
      return <Amount value={value.value} />
    case 'number':
      return <Figure value={value.digits} />
    case 'flag':
      return value.value ? 'yes' : 'no'
    case 'cell':
      return (
        <span className={styles.bytes}>
          cell, {formatBytes(Math.floor((value.boc.replace(/=+$/, '').length * 3) / 4))}
          <CopyButton text={value.boc} what="cell as base64" />
        </span>
      )
    case 'text':
      return <Text text={value.text} />
    case 'fields':
      return <Fields value={value} inside />
  }
}

type FieldsProps = {
  readonly value: Extract<PlainValue, { kind: 'fields' }>
  /** Within other fields: says what it is. */
  readonly inside?: boolean
}

function Fields({ value: { type, fields }, inside = false }: FieldsProps) {
  const isNamed = inside && type !== undefined
  if (fields.length === 0) return isNamed ? operationWords(type) : null
  return (
    <dl className={styles.fields}>
      {isNamed && (
        <div className={styles.field}>
          <dt>is</dt>
          <dd>{operationWords(type)}</dd>
        </div>
      )}
      {fields.map(([name, value]) => (
        <div
          key={name}
          className={value.kind === 'fields' && value.fields.length > 0 ? styles.nested : styles.field}
        >
          <dt>{name === '' ? 'value' : operationWords(name)}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The fields of a message body that the index could name. */
export function DecodedBody({ decoded }: { readonly decoded: Readonly<Record<string, unknown>> }) {
  const value = plainDecoded(decoded)
  return value.kind === 'fields' ? <Fields value={value} /> : null
}
