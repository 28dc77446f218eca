import { shardToHex } from '#shared/ton/shard.ts'
import type { BlockId } from '../api/blockId.ts'

const SHOWN_DIGITS = 4

/** Formats a shard without trailing zeros, but with at least four digits: `0:4000…`, `0:c000…`, `0:a8c38…`. */
export function formatShard({ workchain, shard }: Pick<BlockId, 'workchain' | 'shard'>): string {
  const digits = shardToHex(shard)
  const significant = digits.replace(/0+$/, '')
  return `${workchain}:${digits.slice(0, Math.max(SHOWN_DIGITS, significant.length))}…`
}

/** Formats a block id in the reference software's notation: `(0,4000000000000000,854)`. */
export function formatBlockId({ workchain, shard, seqno }: BlockId): string {
  return `(${workchain},${shardToHex(shard)},${seqno})`
}

/** Returns the name of a workchain: `masterchain`, `basechain`, `workchain 3`. */
export function workchainName(workchain: number): string {
  if (workchain === -1) return 'masterchain'
  return workchain === 0 ? 'basechain' : `workchain ${workchain}`
}
