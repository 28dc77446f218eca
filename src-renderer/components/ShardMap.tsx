import { Link } from '@tanstack/react-router'
import { shardPrefixLength, shardTagBit, shardToHex } from '#shared/ton/shard.ts'
import { type BlockPlace, placeKey } from '../api/blockPlace.ts'
import { Figure } from './Amount.tsx'
import { blockParams } from './BlockLink.tsx'
import { classNames } from './classNames.ts'
import styles from './ShardMap.module.css'
import { workchainName } from './shardText.ts'

type ShardMapProps = {
  /** The masterchain block that commits to the shards. */
  readonly master: BlockPlace
  readonly shards: readonly BlockPlace[]
  /** The block whose page this is. */
  readonly current?: BlockPlace
}

const WHOLE = 1 << 24

/** Where a shard begins and ends within the address space, in 2⁻²⁴ths. */
function spanOf(shard: bigint): { start: number; width: number } {
  const tag = shardTagBit(shard)
  const start = Number((shard - tag) >> 40n)
  return { start, width: Math.max(1, Number((tag << 1n) >> 40n)) }
}

function Bar({ place, label, current }: { place: BlockPlace; label: string; current: boolean }) {
  return (
    <Link
      to="/block/$workchain/$shard/$seqno"
      params={blockParams(place)}
      className={classNames(styles.bar, current && styles.current)}
      aria-current={current ? 'true' : undefined}
      data-mark={placeKey(place)}
      title={`(${place.workchain},${shardToHex(place.shard)},${place.seqno})`}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.seqno}>
        <Figure value={place.seqno} />
      </span>
    </Link>
  )
}

/** A shard's prefix bits as its name: `0…`, `10…`; an undivided workchain has none. */
function prefixText(shard: bigint): string {
  const length = shardPrefixLength(shard)
  return length === 0 ? '' : `${(shard >> BigInt(64 - length)).toString(2).padStart(length, '0')}…`
}

/** Masterchain and shards as nested bars: each workchain's address space from 0 to f, divided as it is. */
export function ShardMap({ master, shards, current }: ShardMapProps) {
  const workchains = [...new Set(shards.map(({ workchain }) => workchain))]
  const isCurrent = (place: BlockPlace) => current !== undefined && placeKey(place) === placeKey(current)
  return (
    <div className={styles.map}>
      <Bar place={master} label="masterchain" current={isCurrent(master)} />
      {workchains.map((workchain) => {
        const own = shards.filter((place) => place.workchain === workchain)
        return (
          <div key={workchain} className={styles.workchain}>
            {own.length > 1 && <div className={styles.space}>{workchainName(workchain)}</div>}
            <div className={styles.shards}>
              {own.map((place) => {
                const { start, width } = spanOf(place.shard)
                return (
                  <div
                    key={shardToHex(place.shard)}
                    className={styles.shard}
                    style={{ left: `${(100 * start) / WHOLE}%`, width: `${(100 * width) / WHOLE}%` }}
                  >
                    <Bar
                      place={place}
                      label={own.length > 1 ? prefixText(place.shard) : workchainName(workchain)}
                      current={isCurrent(place)}
                    />
                  </div>
                )
              })}
            </div>
          </div>
        )
      })}
    </div>
  )
}
