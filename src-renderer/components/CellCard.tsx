import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { base64ToBytes, bytesToHex } from '#shared/ton/base64.ts'
import { type Cell, cellTotals } from '#shared/ton/cells/cell.ts'
import { codeTitle } from '../decode/codeTitle.ts'
import { readBoc } from '../decode/transactionView.ts'
import { formatBytes } from '../format/bytes.ts'
import { Figure } from './Amount.tsx'
import styles from './CellCard.module.css'
import { CellTree } from './CellTree.tsx'
import { Chip } from './Chip.tsx'
import { CopyButton } from './CopyButton.tsx'
import { DescriptionList } from './DescriptionList.tsx'
import { Panel } from './Panel.tsx'
import { EmptyState } from './states.tsx'

type CellCardProps = {
  readonly title: string
  /** Bag of cells in base64, or an empty text. */
  readonly boc: string
  /** Shown if there is no cell. */
  readonly empty: string
  /** The content in another form, shown first. */
  readonly children?: ReactNode
  /** Opens the tree of cells. */
  readonly hasTree?: boolean
}

function HashLine({ hex }: { readonly hex: string }) {
  return (
    <span className={styles.hash}>
      <code>{hex}</code>
      <CopyButton text={hex} what="hash" />
    </span>
  )
}

/** Returns the hash of a library from a reference to it: the type `2`, then 32 bytes. */
function libraryOf(cell: Cell): string | undefined {
  return cell.exotic === 2 ? bytesToHex(cell.data.subarray(1, 33)) : undefined
}

/** Hash, size, known name and bytes of a tree of cells. */
export function CellCard({ title, boc, empty, children, hasTree = false }: CellCardProps) {
  const parts = useMemo(() => {
    const cell = readBoc(boc)
    const hash = cell?.hash()
    return {
      cell,
      totals: cell && cellTotals(cell),
      hash: hash && bytesToHex(hash),
      name: hash && codeTitle(hash),
      bytes: base64ToBytes(boc, 'standard') ?? new Uint8Array(),
    }
  }, [boc])
  const { cell, totals, hash, name, bytes } = parts
  if (boc === '') {
    return (
      <Panel title={title} flush>
        <EmptyState>{empty}</EmptyState>
      </Panel>
    )
  }
  const library = cell && libraryOf(cell)
  return (
    <Panel
      title={title}
      note={name !== undefined && <Chip>{name}</Chip>}
      actions={
        <>
          <CopyButton text={boc} what={`${title} as base64`} label="Copy base64" />
          <CopyButton text={bytesToHex(bytes)} what={`${title} as hex`} label="Copy hex" />
        </>
      }
    >
      <DescriptionList
        items={[
          hash !== undefined && { name: 'Hash', wide: true, value: <HashLine hex={hash} /> },
          { name: 'Bag of cells', value: formatBytes(bytes.length) },
          totals && {
            name: 'Content',
            value: (
              <span>
                <Figure value={totals.cells} /> {totals.cells === 1 ? 'cell' : 'cells'},{' '}
                <Figure value={totals.bits} /> bits, depth {totals.depth}
              </span>
            ),
          },
          library !== undefined && {
            name: 'Refers to library',
            wide: true,
            value: (
              <Link to="/library/$hash" params={{ hash: library }}>
                <code>{library}</code>
              </Link>
            ),
          },
        ]}
      />
      {children !== undefined && <div className={styles.content}>{children}</div>}
      {cell && (
        <div className={styles.content}>
          {/* A tree reads whether it is open once. */}
          <CellTree key={String(hasTree)} cell={cell} open={hasTree} />
        </div>
      )}
      <details className={styles.content}>
        <summary className={styles.summary}>Base64</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.boc} tabIndex={0} aria-label={`${title} in base64`}>
          <pre>{boc}</pre>
        </section>
      </details>
    </Panel>
  )
}
