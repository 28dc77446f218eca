import { type ReactNode, useState } from 'react'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { visibleText } from '#shared/untrustedText.ts'
import { cellContent } from '../decode/cellContent.ts'
import { cellBits } from '../format/cellBits.ts'
import { AccountLink } from './AccountLink.tsx'
import styles from './CellTree.module.css'

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

/** Renders additional content below a cell. `path`: the index of the reference at each level. */
export type CellTools = (cell: Cell, path: readonly number[]) => ReactNode

type NodeProps = {
  readonly cell: Cell
  readonly open: boolean
  readonly path: readonly number[]
  readonly tools: CellTools | undefined
}

/** Children are rendered only when they are opened, since a tree can be large. */
function Node({ cell, open: openFirst, path, tools }: NodeProps) {
  const [open, setOpen] = useState(openFirst)
  return (
    <details className={styles.node} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>
        <span className={styles.counts}>{counts(cell)}</span>
      </summary>
      {open && (
        <div className={styles.inside}>
          <code className={styles.bits}>{cell.bits === 0 ? 'no bits' : cellBits(cell)}</code>
          <Content cell={cell} />
          {tools?.(cell, path)}
          {cell.refs.map((ref, i) => (
            <Node key={i} cell={ref} open={path.length < 1} path={[...path, i]} tools={tools} />
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
  readonly tools?: CellTools
}

/** A cell with its references, which can be opened one by one. */
export function CellTree({ cell, open = false, tools }: CellTreeProps) {
  return <Node cell={cell} open={open} path={[]} tools={tools} />
}
