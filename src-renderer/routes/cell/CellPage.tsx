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
import { readCellText } from '../../decode/readCell.ts'
import { formatBytes } from '../../format/bytes.ts'
import { MAX_LINKED_BOC } from '../searchParams.ts'
import { CellEditor } from './CellEditor.tsx'
import styles from './CellPage.module.css'
import { CellTypes } from './CellTypes.tsx'

const route = getRouteApi('/cell')

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

/** The cell inspector: a bag of cells in any form as a tree that can be changed, and what it is. */
export function CellPage() {
  const { boc: linked } = route.useSearch()
  const navigate = useNavigate()
  const [text, setText] = useState(linked ?? '')
  // A link can be followed while the page is open; a text that is too long for a link is only on the page.
  const [shown, setShown] = useState(linked)
  if (linked !== shown) {
    setShown(linked)
    if (linked !== undefined) setText(linked)
  }
  const change = (next: string) => {
    setText(next)
    const reading = readCellText(next)
    const link = reading.kind === 'cell' && reading.boc.length <= MAX_LINKED_BOC ? reading.boc : undefined
    setShown(link)
    void navigate({ to: '.', search: { boc: link }, replace: true, resetScroll: false })
  }
  const changeCell = (cell: Cell) => change(bytesToBase64(writeBagOfCells(cell)))
  const reading = useMemo(() => readCellText(text), [text])
  const name = reading.kind === 'cell' ? codeTitle(reading.cell.hash()) : undefined
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
          {reading.kind === 'cell' && <CellTypes boc={reading.boc} />}
        </div>
        {reading.kind === 'cell' && (
          <Panel
            title="Tree"
            note={name !== undefined && <Chip>{name}</Chip>}
            actions={
              <>
                <CopyButton text={reading.boc} what="bag of cells as base64" label="Copy base64" />
                <CopyButton
                  text={bytesToHex(writeBagOfCells(reading.cell))}
                  what="bag of cells as hex"
                  label="Copy hex"
                />
              </>
            }
          >
            <Summary cell={reading.cell} size={reading.size} />
            <div className={styles.tree}>
              {/* Another cell is another tree, whose parts are open or closed on their own. */}
              <CellEditor root={reading.cell} onChange={changeCell} />
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}
