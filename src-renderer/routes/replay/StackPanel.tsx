import { bytesToBase64, hexToBytes } from '#shared/ton/base64.ts'
import { Chip } from '../../components/Chip.tsx'
import { CellValue, NumberValue } from '../../components/StackView.tsx'
import { readStackText, type StackText } from '../../decode/stackText.ts'
import styles from './StackPanel.module.css'

const MAX_ITEMS = 100

function Value({ value }: { readonly value: StackText }) {
  switch (value.kind) {
    case 'number':
      return <NumberValue text={String(value.value)} />
    case 'cell':
    case 'slice':
    case 'builder':
      return <CellValue boc={bocOfHex(value.boc)} />
    case 'continuation':
      return 'boc' in value ? (
        <CellValue boc={bocOfHex(value.boc)} />
      ) : (
        <code className={styles.text}>{value.name}</code>
      )
    case 'tuple':
      return <Values values={value.items} />
    case 'other':
      return <code className={styles.text}>{value.text}</code>
    case 'null':
    case 'NaN':
      return null
  }
}

function bocOfHex(hex: string): string {
  const bytes = hexToBytes(hex.toLowerCase())
  return bytes ? bytesToBase64(bytes) : ''
}

function Values({ values }: { readonly values: readonly string[] }) {
  return (
    <ol className={styles.inner}>
      {values.slice(0, MAX_ITEMS).map((text, i) => (
        <Entry key={i} place={String(i)} text={text} />
      ))}
    </ol>
  )
}

type EntryProps = { readonly place: string; readonly text: string; readonly isNew?: boolean }

function Entry({ place, text, isNew = false }: EntryProps) {
  const value = readStackText(text)
  return (
    <li className={styles.entry} data-new={isNew ? '' : undefined}>
      <span className={styles.place}>{place}</span>
      <span className={styles.type}>
        <Chip>{value.kind}</Chip>
        {isNew && <span className="visually-hidden">changed</span>}
      </span>
      <div className={styles.value}>
        <Value value={value} />
      </div>
    </li>
  )
}

type StackPanelProps = {
  /** Bottom first. */
  readonly stack: readonly string[]
  /** The stack with which it is compared: other values are marked. */
  readonly before: readonly string[] | undefined
}

/** The values of a stack, the top first, named as instructions name them. */
export function StackPanel({ stack, before }: StackPanelProps) {
  const top = stack.length - 1
  return (
    <ol className={styles.stack}>
      {stack
        .map((text, i) => (
          <Entry
            key={i}
            place={`s${top - i}`}
            text={text}
            isNew={before !== undefined && before[i] !== text}
          />
        ))
        .reverse()}
    </ol>
  )
}
