import { Link } from '@tanstack/react-router'
import { masterPlace } from '../../api/blockPlace.ts'
import { blockParams } from '../../components/BlockLink.tsx'
import { formatClock } from '../../format/age.ts'
import styles from './BlockBars.module.css'

export type BlockBar = {
  readonly seqno: number
  readonly utime: number | undefined
  readonly transactions: number | undefined
}

const LEAST = 4

/** Per cent of the figure's height, by square roots: one crowded block mustn't flatten the others. */
function heightOf(transactions: number, most: number): number {
  return LEAST + (100 - LEAST) * Math.sqrt(transactions / Math.max(1, most))
}

/** Transactions in each of the latest masterchain blocks with their shards, the newest on the right. */
export function BlockBars({ bars }: { readonly bars: readonly BlockBar[] }) {
  const most = bars.reduce((max, bar) => Math.max(max, bar.transactions ?? 0), 0)
  return (
    <figure className={styles.bars}>
      <figcaption>Transactions in the last {bars.length} blocks</figcaption>
      <div className={styles.row}>
        {bars.toReversed().map(({ seqno, utime, transactions }) => (
          <Link
            key={seqno}
            to="/block/$workchain/$shard/$seqno"
            params={blockParams(masterPlace(seqno))}
            tabIndex={-1}
            className={styles.slot}
            aria-label={`Block ${seqno}, ${transactions ?? 'unknown'} transactions`}
            title={`${seqno} · ${transactions ?? '…'} transactions${utime === undefined ? '' : ` · ${formatClock(utime)}`}`}
          >
            <span
              className={styles.bar}
              data-pending={transactions === undefined ? '' : undefined}
              style={{ height: `${heightOf(transactions ?? 0, most)}%` }}
            />
          </Link>
        ))}
      </div>
    </figure>
  )
}
