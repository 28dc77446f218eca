import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { shardToHex } from '#shared/ton/shard.ts'
import { type BlockId, blockIdKey, isMasterchain } from '../api/blockId.ts'
import { formatShard } from '../format/shardText.ts'
import { Figure } from './Amount.tsx'
import styles from './links.module.css'

type BlockLinkProps = {
  readonly blockId: BlockId
  /** Shows only the seqno. */
  readonly short?: boolean
  readonly children?: ReactNode
}

export function blockParams(blockId: BlockId) {
  return {
    workchain: String(blockId.workchain),
    shard: shardToHex(blockId.shard),
    seqno: String(blockId.seqno),
  }
}

export function BlockLink({ blockId, short = false, children }: BlockLinkProps) {
  return (
    <Link
      to="/block/$workchain/$shard/$seqno"
      params={blockParams(blockId)}
      className={styles.block}
      data-mark={blockIdKey(blockId)}
    >
      {children ?? (
        <>
          {!short && !isMasterchain(blockId) && <span className={styles.code}>{formatShard(blockId)} </span>}
          <Figure value={blockId.seqno} />
        </>
      )}
    </Link>
  )
}
