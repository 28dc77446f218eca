import { KeyRound } from 'lucide-react'
import { blockIdKey, masterchainBlockId } from '../api/blockId.ts'
import { countOf, type MasterRow } from '../api/masterSummary.ts'
import { useFreshRows } from '../hooks/useFreshRows.ts'
import { Age, AgeHeading } from './Age.tsx'
import { Figure } from './Amount.tsx'
import { BlockLink } from './BlockLink.tsx'
import { classNames } from './classNames.ts'
import { HashText } from './HashText.tsx'
import styles from './MasterTable.module.css'
import { Skeleton } from './states.tsx'
import table from './Table.module.css'

/** Maximum number of shard blocks in a row. All are on the block's page. */
const SHARD_BLOCKS = 4

type MasterTableProps = {
  readonly rows: readonly MasterRow[]
  readonly dense?: boolean
  /** The newest block. Rows that are added above the first ones fade in. */
  readonly newest: number
}

function Cells({ row, dense }: { readonly row: MasterRow; readonly dense: boolean }) {
  const { summary, error } = row
  if (error) {
    return (
      <td colSpan={dense ? 3 : 5} className={styles.unread}>
        could not be read: {error.message}
      </td>
    )
  }
  if (!summary) {
    return (
      <>
        <td>
          <Skeleton width={16} />
        </td>
        {!dense && (
          <>
            <td className={table.wide}>
              <Skeleton width={120} />
            </td>
            <td className={table.wide}>
              <Skeleton width={120} />
            </td>
          </>
        )}
        <td className={table.number}>
          <Skeleton width={24} />
        </td>
        <td className={table.number}>
          <Skeleton width={32} />
        </td>
      </>
    )
  }
  const { transactions, more } = countOf(summary)
  const shardBlocks = summary.blocks.slice(1)
  return (
    <>
      <td>{summary.shards.length}</td>
      {!dense && (
        <>
          <td className={table.wide}>
            <span className={styles.shardBlocks}>
              {shardBlocks.slice(0, SHARD_BLOCKS).map(({ blockId }) => (
                <BlockLink key={blockIdKey(blockId)} blockId={blockId} />
              ))}
              {shardBlocks.length > SHARD_BLOCKS && (
                <span className={table.quiet}>and {shardBlocks.length - SHARD_BLOCKS} more</span>
              )}
            </span>
          </td>
          <td className={table.wide}>
            <HashText hash={summary.rootHash} what="root hash" />
          </td>
        </>
      )}
      <td className={classNames(table.number, transactions === 0 && table.quiet)}>
        <Figure value={transactions} />
        {more && '+'}
      </td>
      <td className={classNames(table.number, table.quiet)}>
        <Age utime={summary.utime} />
      </td>
    </>
  )
}

/** Masterchain blocks, one per row, with their new shard blocks. */
export function MasterTable({ rows, dense = false, newest }: MasterTableProps) {
  const fresh = useFreshRows(newest)
  return (
    <table className={classNames(table.table, dense && table.dense)}>
      <thead>
        <tr>
          <th scope="col">Block</th>
          <th scope="col">Shards</th>
          {!dense && (
            <>
              <th scope="col" className={table.wide}>
                Shard blocks
              </th>
              <th scope="col" className={table.wide}>
                Root hash
              </th>
            </>
          )}
          <th scope="col" className={table.number}>
            {dense ? 'Tx' : 'Transactions'}
          </th>
          <th scope="col" className={table.number}>
            <AgeHeading />
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.seqno} data-fresh={fresh(row.seqno) ? '' : undefined}>
            <th scope="row" className={styles.seqno}>
              <BlockLink blockId={masterchainBlockId(row.seqno)} />
              {row.summary?.isKeyBlock && (
                <span className={styles.key} title="Key block: the configuration changed">
                  <KeyRound aria-hidden="true" size={13} strokeWidth={1.75} /> key
                </span>
              )}
            </th>
            <Cells row={row} dense={dense} />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
