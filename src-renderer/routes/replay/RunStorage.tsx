import { useMemo } from 'react'
import type { ReplayStorageJson } from '#shared/schema/replay.ts'
import { bytesToHex } from '#shared/ton/base64.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { Figure } from '../../components/Amount.tsx'
import { CellTree } from '../../components/CellTree.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState } from '../../components/states.tsx'
import { cellDifference, type DifferentCell } from '../../decode/cellDifference.ts'
import { outActions } from '../../decode/outActions.ts'
import { readBoc } from '../../decode/transactionView.ts'
import { cellBits } from '../../format/cellBits.ts'
import styles from './RunStorage.module.css'

const MAX_SHOWN = 100

function cellOf(boc: string | null): Cell | undefined {
  return boc === null ? undefined : readBoc(boc)
}

/** The sign and the word of a change; colour repeats them. */
function kindOf({ before, after }: DifferentCell): readonly [sign: string, word: string, tone: string] {
  if (!before) return ['+', 'added', 'good']
  return after ? ['~', 'changed', 'warn'] : ['−', 'removed', 'bad']
}

function Difference({ cell }: { readonly cell: DifferentCell }) {
  const [sign, word, tone] = kindOf(cell)
  return (
    <li className={styles.cell}>
      <span className={styles.kind} data-tone={tone}>
        {sign} {word}
      </span>
      <span className={styles.path}>{cell.path === 'root' ? 'root' : `reference ${cell.path}`}</span>
      {cell.before && <code className={styles.bits}>− {cellBits(cell.before)}</code>}
      {cell.after && <code className={styles.bits}>+ {cellBits(cell.after)}</code>}
    </li>
  )
}

/** The difference between the account's data (c4) before and after a run, cell by cell. */
export function StorageDifference({ storage }: { readonly storage: ReplayStorageJson }) {
  const { data_before, data_after } = storage
  const difference = useMemo(
    () => cellDifference(cellOf(data_before), cellOf(data_after)),
    [data_before, data_after],
  )
  const { cells, added, removed, changed, isWhole } = difference
  return (
    <Panel
      title="Storage (c4)"
      note={
        cells.length > 0 && (
          <>
            <Figure value={changed} /> changed, <Figure value={added} /> added, <Figure value={removed} />{' '}
            removed
            {isWhole ? '' : ', and more'}
          </>
        )
      }
      flush
    >
      {cells.length === 0 ? (
        <EmptyState>The run left the storage as it was.</EmptyState>
      ) : (
        <ol className={styles.cells}>
          {cells.slice(0, MAX_SHOWN).map((cell) => (
            <Difference key={cell.path} cell={cell} />
          ))}
          {cells.length > MAX_SHOWN && <li className={styles.more}>{cells.length - MAX_SHOWN} more cells</li>}
        </ol>
      )}
    </Panel>
  )
}

/** The actions that a run committed (c5). */
export function RunActions({ storage: { actions } }: { readonly storage: ReplayStorageJson }) {
  const list = useMemo(() => {
    const root = cellOf(actions)
    return root ? outActions(root) : []
  }, [actions])
  return (
    <Panel title="Actions (c5)" note={list.length > 0 && <Figure value={list.length} />} flush>
      {list.length === 0 ? (
        <EmptyState>The run committed no actions.</EmptyState>
      ) : (
        <ol className={styles.cells}>
          {list.map(({ name, mode, cell }, i) => (
            <li key={i} className={styles.action}>
              <span>
                {i + 1}. {name}
                {mode !== undefined && <span className={styles.quiet}> mode {mode}</span>}
                {cell && <span className={styles.quiet}> {bytesToHex(cell.hash()).slice(0, 8)}…</span>}
              </span>
              {cell && <CellTree cell={cell} />}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
