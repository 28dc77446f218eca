import { Link } from '@tanstack/react-router'
import { masterchainBlockId } from '../../api/blockId.ts'
import { chainRates, formatRate, knownRun } from '../../api/chainRates.ts'
import type { MasterRow } from '../../api/masterSummary.ts'
import { useChainNow, useHead, useNetwork } from '../../api/network.tsx'
import { Figure } from '../../components/Amount.tsx'
import { blockParams } from '../../components/BlockLink.tsx'
import { ShardMap } from '../../components/ShardMap.tsx'
import { Skeleton } from '../../components/states.tsx'
import { formatAge, formatDay, formatMoment, isoTime } from '../../format/age.ts'
import { BlockBars } from './BlockBars.tsx'
import styles from './Pulse.module.css'

function HeadNote() {
  const head = useHead()
  const { recorded } = useNetwork()
  const now = useChainNow()
  if (!head) return null
  return (
    <p className={styles.note}>
      {recorded ? (
        <>
          Recorded network · last block <Figure value={head.seqno} />,{' '}
          <time dateTime={isoTime(head.utime)} title={formatMoment(head.utime)}>
            {formatDay(head.utime)}
          </time>
        </>
      ) : (
        <time dateTime={isoTime(head.utime)} title={formatMoment(head.utime)}>
          <span className={styles.live} aria-hidden="true" /> {formatAge(now / 1000 - head.utime)} ago
        </time>
      )}
    </p>
  )
}

function Stat({
  name,
  value,
  unit,
}: {
  readonly name: string
  readonly value: string | undefined
  readonly unit: string
}) {
  return (
    <div className={styles.stat}>
      <dt>{name}</dt>
      <dd>
        {value === undefined ? <Skeleton width={40} /> : value} <span className={styles.unit}>{unit}</span>
      </dd>
    </div>
  )
}

/** The newest block, the chain's rates, and its shards. */
export function Pulse({ rows }: { readonly rows: readonly MasterRow[] }) {
  const head = useHead()
  const known = knownRun(rows)
  const rates = chainRates(known)
  const newest = known[0]
  const isComplete = rows.every(({ summary, error }) => summary || error)
  const unknown = isComplete && !rates ? '–' : undefined
  if (!head) return null
  return (
    <section className={styles.pulse} aria-label="Pulse">
      <div className={styles.top}>
        <div className={styles.figures}>
          <div>
            <h2 className={styles.caption}>Last masterchain block</h2>
            <Link
              to="/block/$workchain/$shard/$seqno"
              params={blockParams(masterchainBlockId(head.seqno))}
              className={styles.seqno}
            >
              <span key={head.seqno} className={styles.tick}>
                <Figure value={head.seqno} />
              </span>
            </Link>
            <HeadNote />
          </div>
          <dl className={styles.stats}>
            <Stat name="Blocks" value={rates ? formatRate(rates.blocks) : unknown} unit="/ s" />
            <Stat name="Transactions" value={rates ? formatRate(rates.transactions) : unknown} unit="/ s" />
            <Stat
              name="Shards"
              value={newest && String(newest.shards.length)}
              unit={newest && newest.shards.length === 1 ? 'undivided' : ''}
            />
          </dl>
        </div>
        <BlockBars rows={rows} />
      </div>
      <div className={styles.shards}>
        {newest ? (
          <ShardMap master={masterchainBlockId(newest.seqno)} shards={newest.shards} />
        ) : (
          <Skeleton width="100%" height={60} />
        )}
      </div>
    </section>
  )
}
