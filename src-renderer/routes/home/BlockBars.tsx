import { Link } from '@tanstack/react-router'
import { masterPlace } from '../../api/blockPlace.ts'
import type { MasterRow, MasterSummary } from '../../api/masterSummary.ts'
import { blockParams } from '../../components/BlockLink.tsx'
import { formatClock } from '../../format/age.ts'
import styles from './BlockBars.module.css'

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

function totalOf(counts: Counts | undefined): number {
  return counts ? counts.master + counts.shards : 0
}

/** A bar grows with the square root, so that one crowded block doesn't flatten the others; its parts divide it. */
function heightOf(part = 0, counts: Counts | undefined, most: number): { height: string } {
  const total = totalOf(counts)
  return { height: total === 0 ? '0' : `${100 * Math.sqrt(total / most) * (part / total)}%` }
}

/** Transactions in each of the latest masterchain blocks with their shards, the newest on the right. */
export function BlockBars({ rows }: { readonly rows: readonly MasterRow[] }) {
  const bars = rows.toReversed().map((row) => ({ row, counts: countsOf(row.summary) }))
  const most = bars.reduce(
    (max, { counts }) => Math.max(max, (counts?.master ?? 0) + (counts?.shards ?? 0)),
    1,
  )
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>Transactions in the last {rows.length} blocks</span>
        <span className={styles.key} data-part="shards">
          shards
        </span>
        <span className={styles.key} data-part="master">
          masterchain
        </span>
      </figcaption>
      <div className={styles.row}>
        {bars.map(({ row, counts }) => (
          <Link
            key={row.seqno}
            to="/block/$workchain/$shard/$seqno"
            params={blockParams(masterPlace(row.seqno))}
            tabIndex={-1}
            className={styles.bar}
            title={titleOf(row, counts)}
            aria-label={titleOf(row, counts)}
          >
            <span className={styles.part} data-part="shards" style={heightOf(counts?.shards, counts, most)} />
            <span className={styles.part} data-part="master" style={heightOf(counts?.master, counts, most)} />
          </Link>
        ))}
      </div>
    </figure>
  )
}
