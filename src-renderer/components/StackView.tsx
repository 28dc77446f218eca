import type { StackEntryJson } from '#shared/schema/v2/runMethod.ts'
import { visibleText } from '#shared/untrustedText.ts'
import { cellContent } from '../decode/cellContent.ts'
import { readBoc } from '../decode/transactionView.ts'
import { AccountLink } from './AccountLink.tsx'
import { CopyAddress } from './AddressText.tsx'
import { Figure } from './Amount.tsx'
import { CellTree } from './CellTree.tsx'
import { Chip } from './Chip.tsx'
import { CopyButton } from './CopyButton.tsx'
import styles from './StackView.module.css'

/** The minimum number that is also shown in hexadecimal. */
const FIRST_HEX = 10n

function hexOf(number: bigint): string {
  return number < 0n ? `-0x${(-number).toString(16)}` : `0x${number.toString(16)}`
}

/** A number in decimal and hexadecimal. */
export function NumberValue({ text }: { readonly text: string }) {
  const number = BigInt(text)
  const magnitude = number < 0n ? -number : number
  const hex = hexOf(number)
  return (
    <>
      <span className={styles.number}>
        <span>
          {number < 0n && '−'}
          <Figure value={magnitude} />
        </span>
        <CopyButton text={text} what="number" />
      </span>
      {magnitude >= FIRST_HEX && (
        <span className={styles.hex}>
          <code>{hex}</code>
          <CopyButton text={hex} what="number in hexadecimal" />
        </span>
      )}
    </>
  )
}

/** A cell or slice: its address, text, or tree. */
export function CellValue({ boc }: { readonly boc: string }) {
  const cell = readBoc(boc)
  if (!cell) return <code className={styles.plain}>{boc}</code>
  const content = cellContent(cell)
  if (content.kind === 'address') {
    return (
      <span className={styles.number}>
        <AccountLink address={content.address} pictured />
        <CopyAddress address={content.address} />
      </span>
    )
  }
  if (content.kind === 'no address') return <span className={styles.quiet}>no address (addr_none)</span>
  if (content.kind === 'empty') return <span className={styles.quiet}>empty</span>
  return (
    <>
      {content.kind === 'text' && (
        <q className={styles.text}>
          <bdi>{visibleText(content.text)}</bdi>
        </q>
      )}
      <span className={styles.cell}>
        <CellTree cell={cell} />
        <CopyButton text={boc} what="as base64" label="Copy base64" />
      </span>
    </>
  )
}

function typeName(entry: StackEntryJson): string {
  switch (entry['@type']) {
    case 'tvm.stackEntryNumber':
      return 'number'
    case 'tvm.stackEntryCell':
      return 'cell'
    case 'tvm.stackEntrySlice': {
      const cell = readBoc(entry.slice.bytes)
      return cell && cellContent(cell).kind === 'address' ? 'address' : 'slice'
    }
    case 'tvm.stackEntryTuple':
      return 'tuple'
    case 'tvm.stackEntryList':
      return entry.list.elements.length === 0 ? 'null' : 'list'
    case 'tvm.stackEntryUnsupported':
      return 'other'
  }
}

function Value({ entry }: { readonly entry: StackEntryJson }) {
  switch (entry['@type']) {
    case 'tvm.stackEntryNumber':
      return <NumberValue text={entry.number.number} />
    case 'tvm.stackEntryCell':
      return <CellValue boc={entry.cell.bytes} />
    case 'tvm.stackEntrySlice':
      return <CellValue boc={entry.slice.bytes} />
    case 'tvm.stackEntryTuple':
      return <StackView entries={entry.tuple.elements} />
    case 'tvm.stackEntryList':
      return entry.list.elements.length === 0 ? (
        <span className={styles.quiet}>null, or an empty list</span>
      ) : (
        <StackView entries={entry.list.elements} />
      )
    case 'tvm.stackEntryUnsupported':
      return <span className={styles.quiet}>a value that the API has no form for</span>
  }
}

type StackViewProps = {
  readonly entries: readonly StackEntryJson[]
  /** Names of the entries, if known. */
  readonly names?: readonly string[]
}

/** Values of the TVM's stack, one per row, the top first. Tuples and lists are nested. */
export function StackView({ entries, names = [] }: StackViewProps) {
  const named = names.length === entries.length
  return (
    <ol className={styles.stack}>
      {entries.map((entry, i) => (
        <li key={i} className={styles.entry}>
          <span className={styles.place}>{i}</span>
          <span className={styles.type}>
            <Chip>{typeName(entry)}</Chip>
          </span>
          <div className={styles.value}>
            {named && <span className={styles.name}>{names[i]}</span>}
            <Value entry={entry} />
          </div>
        </li>
      ))}
    </ol>
  )
}
