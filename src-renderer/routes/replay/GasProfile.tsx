import type { GasBlockJson, GasProfileJson } from '#shared/schema/replay.ts'
import { Figure } from '../../components/Amount.tsx'
import { Panel } from '../../components/Panel.tsx'
import table from '../../components/Table.module.css'
import { type CodeLines, methodTitle } from '../../decode/codeLines.ts'
import styles from './GasProfile.module.css'

/** Rows that are shown at first. */
const ROWS = 12

type Row = {
  readonly key: string
  readonly name: string
  readonly count: number
  readonly gas: number
  readonly line?: number
}

type GasTableProps = {
  readonly title: string
  readonly head: string
  readonly rows: readonly Row[]
  readonly total: number
  readonly onLine?: (line: number) => void
}

function GasTable({ title, head, rows, total, onLine }: GasTableProps) {
  return (
    <Panel title={title} flush>
      <div className={table.scroll}>
        <table className={`${table.table} ${table.dense} ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              <th scope="col" className={table.number}>
                Steps
              </th>
              <th scope="col" className={table.number}>
                Gas
              </th>
              <th scope="col" className={table.number}>
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS).map(({ key, name, count, gas, line }) => (
              <tr key={key}>
                <th scope="row" className={styles.name}>
                  {line !== undefined && onLine ? (
                    <button type="button" className={styles.jump} onClick={() => onLine(line)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}
                </th>
                <td className={table.number}>
                  <Figure value={count} />
                </td>
                <td className={table.number}>
                  <Figure value={gas} />
                </td>
                <td className={table.number}>{total > 0 ? ((100 * gas) / total).toFixed(1) : '0'} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function blockRow(block: GasBlockJson, code: CodeLines | undefined): Row {
  const { cell, offset, count, gas } = block
  const line = code?.lineOf(cell, offset)
  const place = line === undefined ? `cell ${cell.slice(0, 8)}…` : `from line ${line + 1}`
  const title = methodTitle(block)
  return {
    key: `${cell}${offset}`,
    name: title === undefined ? place : `${title}, ${place}`,
    count,
    gas,
    ...(line !== undefined && { line }),
  }
}

type GasProfileProps = {
  readonly profile: GasProfileJson
  readonly code: CodeLines | undefined
  readonly onLine: (line: number) => void
}

/** The gas of a run by instruction and by part of the code. */
export function GasProfile({ profile, code, onLine }: GasProfileProps) {
  const total = profile.instructions.reduce((sum, { gas }) => sum + gas, 0)
  return (
    <div className={styles.tables}>
      <GasTable
        title="Gas by instruction"
        head="Instruction"
        rows={profile.instructions.map((entry) => ({ key: entry.name, ...entry }))}
        total={total}
      />
      <GasTable
        title="Gas by part of the code"
        head="Method and first line"
        rows={profile.blocks.map((block) => blockRow(block, code))}
        total={total}
        onLine={onLine}
      />
    </div>
  )
}
