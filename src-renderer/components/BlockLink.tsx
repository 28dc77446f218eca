import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shardToHex } from '#shared/ton/shard.ts'
import { type BlockPlace, isMaster, placeKey } from '../api/blockPlace.ts'
import { Figure } from './Amount.tsx'
import styles from './links.module.css'
import { formatShard } from './shardText.ts'

type BlockLinkProps = {
  readonly place: BlockPlace
  /** Says the seqno alone, where the shard stands elsewhere. */
  readonly short?: boolean
  readonly children?: ReactNode
}

export function blockParams(place: BlockPlace) {
  return {
    workchain: String(place.workchain),
    shard: shardToHex(place.shard),
    seqno: String(place.seqno),
  }
}

export function BlockLink({ place, short = false, children }: BlockLinkProps) {
  return (
    <Link
      to="/block/$workchain/$shard/$seqno"
      params={blockParams(place)}
      className={styles.block}
      data-mark={placeKey(place)}
    >
      {children ?? (
        <>
          {!short && !isMaster(place) && <span className={styles.code}>{formatShard(place)} </span>}
          <Figure value={place.seqno} />
        </>
      )}
    </Link>
  )
}
