import { Link } from '@tanstack/react-router'
import { shardPrefixLength, shardTagBit, shardToHex } from '#shared/ton/shard.ts'
import { type BlockId, blockIdKey } from '../api/blockId.ts'
import { workchainName } from '../format/shardText.ts'
import { Figure } from './Amount.tsx'
import { blockParams } from './BlockLink.tsx'
import { classNames } from './classNames.ts'
import styles from './ShardMap.module.css'

type ShardMapProps = {
  /** The masterchain block that commits the shards. */
  readonly master: BlockId
  readonly shards: readonly BlockId[]
  /** The block of the page. */
  readonly current?: BlockId
}

const WHOLE = 1 << 24

/** Returns the position and width of a shard in the address space, in units of 2⁻²⁴. */
function spanOf(shard: bigint): { start: number; width: number } {
  const tag = shardTagBit(shard)
  const start = Number((shard - tag) >> 40n)
  return { start, width: Math.max(1, Number((tag << 1n) >> 40n)) }
}

function Bar({ blockId, label, current }: { blockId: BlockId; label: string; current: boolean }) {
  return (
    <Link
      to="/block/$workchain/$shard/$seqno"
      params={blockParams(blockId)}
      className={classNames(styles.bar, current && styles.current)}
      aria-current={current ? 'true' : undefined}
      data-mark={blockIdKey(blockId)}
      title={`(${blockId.workchain},${shardToHex(blockId.shard)},${blockId.seqno})`}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.seqno}>
        <Figure value={blockId.seqno} />
      </span>
    </Link>
  )
}

/** Returns a shard's prefix bits (`0…`, `10…`), or an empty text for an undivided workchain. */
function prefixText(shard: bigint): string {
  const length = shardPrefixLength(shard)
  return length === 0 ? '' : `${(shard >> BigInt(64 - length)).toString(2).padStart(length, '0')}…`
}

/** Masterchain and shards as nested bars, which divide each workchain's address space from 0 to f. */
export function ShardMap({ master, shards, current }: ShardMapProps) {
  const workchains = [...new Set(shards.map(({ workchain }) => workchain))]
  const isCurrent = (blockId: BlockId) => current !== undefined && blockIdKey(blockId) === blockIdKey(current)
  return (
    <div className={styles.map}>
      <Bar blockId={master} label="masterchain" current={isCurrent(master)} />
      {workchains.map((workchain) => {
        const own = shards.filter((blockId) => blockId.workchain === workchain)
        return (
          <div key={workchain} className={styles.workchain}>
            {own.length > 1 && <div className={styles.space}>{workchainName(workchain)}</div>}
            <div className={styles.shards}>
              {own.map((blockId) => {
                const { start, width } = spanOf(blockId.shard)
                return (
                  <div
                    key={shardToHex(blockId.shard)}
                    className={styles.shard}
                    style={{ left: `${(100 * start) / WHOLE}%`, width: `${(100 * width) / WHOLE}%` }}
                  >
                    <Bar
                      blockId={blockId}
                      label={own.length > 1 ? prefixText(blockId.shard) : workchainName(workchain)}
                      current={isCurrent(blockId)}
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
