import { useState } from 'react'
import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { visibleText } from '#shared/untrustedText.ts'
import { cellContent } from '../decode/cellContent.ts'
import { AccountLink } from './AccountLink.tsx'
import styles from './CellTree.module.css'

/** Formats bits like Fift: hexadecimal, with `_` if the last digit is completed with a tag. */
function bitsText({ bits, data }: Cell): string {
  if (bits === 0) return 'no bits'
  const whole = bits % 4 === 0
  const bytes = data.slice()
  if (!whole) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | (0x80 >> (bits % 8))
  const digits = bytesToHex(bytes).slice(0, Math.ceil(bits / 4))
  return whole ? digits : `${digits}_`
}

const EXOTIC: Readonly<Record<number, string>> = {
  1: 'pruned branch',
  2: 'library reference',
  3: 'Merkle proof',
  4: 'Merkle update',
}

function Content({ cell }: { readonly cell: Cell }) {
  const content = cellContent(cell)
  switch (content.kind) {
    case 'address':
      return <AccountLink address={content.address} pictured />
    case 'text':
      return (
        <q className={styles.text}>
          <bdi>{visibleText(content.text)}</bdi>
        </q>
      )
    case 'no address':
    case 'empty':
    case 'other':
      return null
  }
}

function counts({ bits, refs, exotic }: Cell): string {
  const references =
    refs.length === 0 ? '' : `, ${refs.length} ${refs.length === 1 ? 'reference' : 'references'}`
  const kind = exotic === undefined ? '' : `, ${EXOTIC[exotic] ?? `exotic of type ${exotic}`}`
  return `${bits} ${bits === 1 ? 'bit' : 'bits'}${references}${kind}`
}

type NodeProps = { readonly cell: Cell; readonly open: boolean; readonly level: number }

/** Children are rendered only when they are opened, since a tree can be large. */
function Node({ cell, open: openFirst, level }: NodeProps) {
  const [open, setOpen] = useState(openFirst)
  return (
    <details className={styles.node} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.counts}>{counts(cell)}</span>
      </summary>
      {open && (
        <div className={styles.inside}>
          <code className={styles.bits}>{bitsText(cell)}</code>
          <Content cell={cell} />
          {cell.refs.map((ref, i) => (
            <Node key={i} cell={ref} open={level < 1} level={level + 1} />
          ))}
        </div>
      )}
    </details>
  )
}

type CellTreeProps = {
  readonly cell: Cell
  /** Opens the root. */
  readonly open?: boolean
}

/** A cell with its references, which can be opened one by one. */
export function CellTree({ cell, open = false }: CellTreeProps) {
  return <Node cell={cell} open={open} level={0} />
}
