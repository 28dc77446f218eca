import type { ShardStateDetails } from '../../chain/state/shardState.ts'
import type { LoadClass } from './blockLoad.ts'

/** Flags of the last 64 blocks that were too full or too empty, the newest in the lowest bit. */
export type LoadHistory = Pick<ShardStateDetails, 'overloadHistory' | 'underloadHistory'>

/** The want_split and want_merge flags of a block's header. */
export type ResizeIntent = 'split' | 'merge' | 'nothing'

// Sizes of the out queue in the reference: above the first a shard is not underloaded (no merge), from the second on it
// is overloaded (split), above the third it is not marked overloaded.
const MERGE_MAX_QUEUE = 2047
const FORCE_SPLIT_QUEUE = 4096
const SPLIT_MAX_QUEUE = 100_000

/** Returns the history with one more block. */
export function loadHistoryAfter(
  { overloadHistory, underloadHistory }: LoadHistory,
  load: LoadClass,
  queueSize: number,
): LoadHistory {
  const isOver = queueSize <= SPLIT_MAX_QUEUE && (load === 'full' || queueSize >= FORCE_SPLIT_QUEUE)
  const isUnder = load === 'underload' && queueSize <= MERGE_MAX_QUEUE
  return {
    overloadHistory: shifted(overloadHistory, isOver),
    underloadHistory: shifted(underloadHistory, isUnder),
  }
}

/** Returns the resize that the reference's collator requests for a history. */
export function resizeIntentOf({ overloadHistory, underloadHistory }: LoadHistory): ResizeIntent {
  if (isHeavy(overloadHistory)) return 'split'
  return isHeavy(underloadHistory) ? 'merge' : 'nothing'
}

function shifted(history: bigint, bit: boolean): bigint {
  return BigInt.asUintN(64, (history << 1n) | (bit ? 1n : 0n))
}

/** Returns whether two thirds of the last 48 blocks are set; the newest 16 count three times, the next 16 twice. */
function isHeavy(history: bigint): boolean {
  const bits = (from: number) =>
    [...((history >> BigInt(from)) & 0xffffn).toString(2)].filter((bit) => bit === '1').length
  return bits(0) * 3 + bits(16) * 2 + bits(32) >= 64
}
