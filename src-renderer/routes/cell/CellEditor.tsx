import { Pencil, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { Button } from '../../components/Button.tsx'
import { CellTree } from '../../components/CellTree.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { classNames } from '../../components/classNames.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import {
  type CellRefPath,
  cellAt,
  isEditable,
  MAX_CELL_REFS,
  readCellData,
  withCellAt,
  withData,
  withEmptyRef,
  withoutRef,
} from '../../decode/cellEdit.ts'
import { cellBits } from '../../format/cellBits.ts'
import styles from './CellPage.module.css'

const ICON = { 'aria-hidden': true, size: 14, strokeWidth: 1.75 } as const

type DataFormProps = {
  readonly cell: Cell
  readonly onSave: (cell: Cell) => void
  readonly onCancel: () => void
}

/** Changes the data bits of a cell. */
function DataForm({ cell, onSave, onCancel }: DataFormProps) {
  const [text, setText] = useState(cell.bits === 0 ? '' : cellBits(cell))
  const reading = readCellData(text)
  const fault = 'fault' in reading ? reading.fault : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ('data' in reading) onSave(withData(cell, reading.data))
  }
  return (
    <form className={styles.data} onSubmit={submit}>
      <Field
        label="Data bits"
        hint={`Hexadecimal, “_” behind a completed digit, or b{101}${
          'data' in reading ? ` · ${reading.data.bits} bits` : ''
        }`}
        fault={fault}
      >
        {(control) => (
          <textarea
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the button that opens the form is replaced by it
            autoFocus
            className={classNames(field.input, field.mono, field.area)}
            rows={3}
            spellCheck={false}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.tools}>
        <Button submit tone="main" disabled={fault !== undefined}>
          Apply
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

type ToolsProps = {
  readonly root: Cell
  readonly cell: Cell
  readonly path: CellRefPath
  readonly onChange: (root: Cell) => void
}

/** The hash of a cell, and the buttons that change it. A change of a cell below an exotic one is not possible. */
function Tools({ root, cell, path, onChange }: ToolsProps) {
  const [editing, setEditing] = useState(false)
  const hash = bytesToHex(cell.hash())
  const canChange = cell.exotic === undefined && isEditable(root, path)
  const parent = path.length > 0 ? cellAt(root, path.slice(0, -1)) : undefined
  const put = (next: Cell) => onChange(withCellAt(root, path, next))
  if (editing) {
    return (
      <DataForm
        cell={cell}
        onSave={(next) => {
          setEditing(false)
          put(next)
        }}
        onCancel={() => setEditing(false)}
      />
    )
  }
  return (
    <div className={styles.tools}>
      <span className={styles.hash}>
        depth {cell.depth()} · <code title={hash}>{hash.slice(0, 12)}…</code>
        <CopyButton text={hash} what="hash of the cell" />
      </span>
      {canChange && (
        <>
          <button type="button" className={styles.tool} onClick={() => setEditing(true)}>
            <Pencil {...ICON} />
            Edit bits
          </button>
          {cell.refs.length < MAX_CELL_REFS && (
            <button type="button" className={styles.tool} onClick={() => put(withEmptyRef(cell))}>
              <Plus {...ICON} />
              Add a reference
            </button>
          )}
        </>
      )}
      {parent && isEditable(root, path) && (
        <button
          type="button"
          className={styles.tool}
          onClick={() => onChange(withCellAt(root, path.slice(0, -1), withoutRef(parent, path.at(-1) ?? 0)))}
        >
          <Trash2 {...ICON} />
          Remove
        </button>
      )}
    </div>
  )
}

type CellEditorProps = { readonly root: Cell; readonly onChange: (root: Cell) => void }

/** A tree of cells whose bits and references can be changed. */
export function CellEditor({ root, onChange }: CellEditorProps) {
  return (
    <CellTree
      cell={root}
      open
      tools={(cell, path) => <Tools root={root} cell={cell} path={path} onChange={onChange} />}
    />
  )
}
