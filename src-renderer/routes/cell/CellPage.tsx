import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bytesToBase64, bytesToHex } from '#shared/ton/base64.ts'
import { type Cell, cellTotals } from '#shared/ton/cells/cell.ts'
import { writeBagOfCells } from '#shared/ton/cells/writeBagOfCells.ts'
import { Figure } from '../../components/Amount.tsx'
import { BocInput } from '../../components/BocInput.tsx'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { emptyCell } from '../../decode/cellEdit.ts'
import { codeTitle } from '../../decode/codeTitle.ts'
import { type CellReading, readCellText } from '../../decode/readCell.ts'
import { formatBytes } from '../../format/bytes.ts'
import { MAX_LINKED_BOC } from '../searchParams.ts'
import { CellEditor } from './CellEditor.tsx'
import styles from './CellPage.module.css'
import { CellTypes } from './CellTypes.tsx'

const route = getRouteApi('/cell')

/** A text with the bag of cells in it. */
type Input = { readonly text: string; readonly reading: CellReading }

function inputOf(text: string): Input {
  return { text, reading: readCellText(text) }
}

/** Returns the bag of cells for a link; undefined if there is none, or it is too long. */
function linkOf({ reading }: Input): string | undefined {
  if (reading.kind !== 'cell') return undefined
  const boc = bytesToBase64(reading.bytes)
  return boc.length <= MAX_LINKED_BOC ? boc : undefined
}

type SummaryProps = { readonly cell: Cell; readonly size: number }

function Summary({ cell, size }: SummaryProps) {
  const totals = useMemo(() => cellTotals(cell), [cell])
  const hash = bytesToHex(cell.hash())
  return (
    <DescriptionList
      items={[
        {
          name: 'Hash',
          wide: true,
          value: (
            <span className={styles.hash}>
              <code>{hash}</code>
              <CopyButton text={hash} what="hash" />
            </span>
          ),
        },
        { name: 'Bag of cells', value: formatBytes(size) },
        {
          name: 'Cells',
          value: <Figure value={totals.cells} />,
        },
        { name: 'Data', value: <Figure value={totals.bits} />, hint: 'Bits of all distinct cells' },
        { name: 'Depth', value: <Figure value={totals.depth} /> },
      ]}
    />
  )
}

type CellPanelProps = {
  readonly cell: Cell
  readonly bytes: Uint8Array
  readonly boc: string
  readonly onChange: (root: Cell) => void
}

function CellPanel({ cell, bytes, boc, onChange }: CellPanelProps) {
  const hex = useMemo(() => bytesToHex(bytes), [bytes])
  const name = codeTitle(cell.hash())
  return (
    <Panel
      title="Tree"
      note={name !== undefined && <Chip>{name}</Chip>}
      actions={
        <>
          <CopyButton text={boc} what="bag of cells as base64" label="Copy base64" />
          <CopyButton text={hex} what="bag of cells as hex" label="Copy hex" />
        </>
      }
    >
      <Summary cell={cell} size={bytes.length} />
      <div className={styles.tree}>
        <CellEditor root={cell} onChange={onChange} />
      </div>
    </Panel>
  )
}

/** The cell inspector: shows a bag of cells as an editable tree, with its recognized types. */
export function CellPage() {
  const { boc: linked } = route.useSearch()
  const navigate = useNavigate()
  const [input, setInput] = useState(() => inputOf(linked ?? ''))
  // A link can be followed while the page is open; a text that is too long for a link is only on the page.
  const [shown, setShown] = useState(linked)
  if (linked !== shown) {
    setShown(linked)
    if (linked !== undefined) setInput(inputOf(linked))
  }
  const change = (text: string) => {
    const next = inputOf(text)
    const link = linkOf(next)
    setInput(next)
    setShown(link)
    void navigate({ to: '.', search: { boc: link }, replace: true, resetScroll: false })
  }
  const changeCell = (cell: Cell) => change(bytesToBase64(writeBagOfCells(cell)))
  const { text, reading } = input
  const boc = useMemo(() => (reading.kind === 'cell' ? bytesToBase64(reading.bytes) : ''), [reading])
  return (
    <>
      <title>Cell inspector · Tonscope</title>
      <PageHeader title="Cell inspector" note="A bag of cells as a tree, and what it says" />
      <div className={styles.columns}>
        <div className={styles.parts}>
          <Panel title="Bag of cells">
            <BocInput
              text={text}
              what="bag of cells"
              fault={reading.kind === 'fault' ? reading : undefined}
              onChange={change}
            />
            {reading.kind === 'empty' && (
              <p className={styles.hint}>
                <Button onClick={() => changeCell(emptyCell())}>Start with an empty cell</Button> The code and
                data of an account are on its Contract tab, the bodies of messages on the page of their trace.
              </p>
            )}
          </Panel>
          {reading.kind === 'cell' && <CellTypes boc={boc} />}
        </div>
        {reading.kind === 'cell' && (
          <CellPanel cell={reading.cell} bytes={reading.bytes} boc={boc} onChange={changeCell} />
        )}
      </div>
    </>
  )
}
