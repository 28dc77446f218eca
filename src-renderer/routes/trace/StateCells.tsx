import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { base64ToBytes, bytesToHex } from '#shared/ton/base64.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { stateCellsQuery } from '../../api/stateCells.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { ErrorState, SkeletonRows } from '../../components/states.tsx'
import { type KeptCells, type NamedCell, namedCells } from '../../decode/stateCells.ts'
import type { StepState } from '../../decode/stepStates.ts'
import { formatBytes } from '../../format/bytes.ts'
import styles from './StateCells.module.css'

type StateCellsProps = {
  /** Raw address of the account. */
  readonly account: string
  readonly before: StepState
  readonly after: StepState
}

function CellBoc({ name, boc }: NamedCell) {
  const bytes = boc === undefined ? undefined : base64ToBytes(boc, 'standard')
  if (boc === undefined || !bytes) {
    return (
      <>
        <dt>{name}</dt>
        <dd className={styles.quiet}>Not stored: the index has the cells of the newest state only.</dd>
      </>
    )
  }
  const hex = bytesToHex(bytes)
  return (
    <>
      <dt>
        {name} · {formatBytes(bytes.length)}
        <CopyButton text={hex} what={`${name} as hex`} />
      </dt>
      <dd>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <pre className={styles.boc} tabIndex={0}>
          {hex}
        </pre>
      </dd>
    </>
  )
}

function Cells({ account, before, after }: StateCellsProps) {
  const head = useHead()?.seqno ?? 0
  const { data, error, refetch } = useQuery(stateCellsQuery(useNetwork(), account, head))
  if (error) return <ErrorState error={error} what="the cells" onRetry={() => refetch()} />
  if (!data) return <SkeletonRows rows={2} columns={1} />
  const kept: KeptCells = data
  return (
    <dl className={styles.cells}>
      {namedCells(before, after, kept).map((cell) => (
        <CellBoc key={cell.name} {...cell} />
      ))}
    </dl>
  )
}

/**
 * Code and data of an account before and after a transaction as bags of cells, which are read when the part is
 * opened.
 */
export function StateCells(props: StateCellsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>Cells of code and data</summary>
      {isOpen && <Cells {...props} />}
    </details>
  )
}
