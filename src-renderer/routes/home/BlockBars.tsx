import { Link } from '@tanstack/react-router'
import { masterchainBlockId } from '../../api/blockId.ts'
import type { MasterRow, MasterSummary } from '../../api/masterSummary.ts'
import { blockParams } from '../../components/BlockLink.tsx'
import { formatClock } from '../../format/age.ts'
import styles from './BlockBars.module.css'
import { barShare, scaleTop } from './barScale.ts'

type Counts = { readonly master: number; readonly shards: number }

function countsOf(summary: MasterSummary | undefined): Counts | undefined {
  const [master, ...shards] = summary?.blocks ?? []
  return (
    master && {
      master: master.transactions,
      shards: shards.reduce((sum, block) => sum + block.transactions, 0),
    }
  )
}

function titleOf({ seqno, summary }: MasterRow, counts: Counts | undefined): string {
  if (!summary || !counts) return String(seqno)
  return `${seqno} · ${counts.shards} in shards, ${counts.master} in the masterchain · ${formatClock(summary.utime)}`
}

function heightOf(count = 0, top: number): { height: string } {
  return { height: `${100 * barShare(count, top)}%` }
}

/**
 * The number of transactions in each of the latest masterchain blocks with their shard blocks, the newest on
 * the right.
 */
export function BlockBars({ rows }: { readonly rows: readonly MasterRow[] }) {
  const bars = rows.toReversed().map((row) => ({ row, counts: countsOf(row.summary) }))
  const top = scaleTop(Math.max(0, ...bars.map(({ counts }) => (counts ? counts.master + counts.shards : 0))))
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>Transactions in the last {rows.length} blocks</span>
        <span className={styles.keys}>
          <span className={styles.key} data-part="shards">
            shards
          </span>
          <span className={styles.key} data-part="master">
            masterchain
          </span>
        </span>
      </figcaption>
      <div className={styles.row}>
        <p className={styles.scale} aria-hidden="true">
          <span>{top}</span>
          <span>0</span>
        </p>
        {bars.map(({ row, counts }) => (
          <Link
            key={row.seqno}
            to="/block/$workchain/$shard/$seqno"
            params={blockParams(masterchainBlockId(row.seqno))}
            tabIndex={-1}
            className={styles.bar}
            title={titleOf(row, counts)}
            aria-label={titleOf(row, counts)}
          >
            <span className={styles.part} data-part="shards" style={heightOf(counts?.shards, top)} />
            <span className={styles.part} data-part="master" style={heightOf(counts?.master, top)} />
          </Link>
        ))}
      </div>
    </figure>
  )
}
