import { useState } from 'react'
import { operationWords } from '../decode/indexedTransaction.ts'
import { type PlainValue, plainDecoded } from '../decode/plainDecoded.ts'
import { formatBytes } from '../format/bytes.ts'
import { shorten } from '../format/shorten.ts'
import { AccountLink } from './AccountLink.tsx'
import { Amount, Figure } from './Amount.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './DecodedBody.module.css'

/** Hashes, keys and signatures, which are shortened in the middle. */
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
      return <AccountLink address={value.raw} />
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
      return value.type === undefined ? (
        <span className={styles.quiet}>empty</span>
      ) : (
        operationWords(value.type)
      )
  }
}

type FieldsValue = Extract<PlainValue, { kind: 'fields' }>

/** Nested fields, which are rendered only when they are opened, since a body can have many. */
function Inner({ name, value }: { readonly name: string; readonly value: FieldsValue }) {
  const [open, setOpen] = useState(false)
  const { type, fields } = value
  return (
    <details className={styles.inner} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={styles.name}>{name}</span>
        <span>{type === undefined ? `${fields.length} inside` : operationWords(type)}</span>
      </summary>
      {open && <Fields value={value} />}
    </details>
  )
}

function Fields({ value: { fields } }: { readonly value: FieldsValue }) {
  return (
    <ul className={styles.fields}>
      {fields.map(([name, value]) => (
        <li key={name}>
          {value.kind === 'fields' && value.fields.length > 0 ? (
            <Inner name={fieldWords(name)} value={value} />
          ) : (
            <span className={styles.field}>
              <span className={styles.name}>{fieldWords(name)}</span>
              <span className={styles.value}>
                <Value value={value} />
              </span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

function fieldWords(name: string): string {
  return name === '' ? 'value' : operationWords(name)
}

/** The decoded fields of a message body. */
export function DecodedBody({ decoded }: { readonly decoded: Readonly<Record<string, unknown>> }) {
  const value = plainDecoded(decoded)
  return value.kind === 'fields' ? <Fields value={value} /> : null
}
