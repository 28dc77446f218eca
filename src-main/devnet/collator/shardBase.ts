import { beginCell, type Cell } from '@ton/core'
import { shardChild, shardParent, shardPrefixLength, shardSibling } from '#shared/ton/shard.ts'
import type { ExtBlkRef } from '../../chain/block/extBlkRef.ts'
import { findShard } from '../../chain/block/shardHashes.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { HashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import { addCurrencies } from '../../chain/state/currencies.ts'
import { OUT_MSG_QUEUE, type OutMsgQueue } from '../../chain/state/outMsgQueue.ts'
import type { ShardAccounts } from '../../chain/state/shardAccounts.ts'
import { type ShardStateDetails, storeShardState } from '../../chain/state/shardState.ts'
import { TlbError } from '../../chain/tlb.ts'
import { shardCovers } from './addressPrefix.ts'
import type { Neighbour } from './neighbours.ts'
import type { OpenedState } from './openedState.ts'
import { type Claim, joinedClaims, splitClaims } from './processed.ts'
import { openQueuedMessage } from './queuedMessage.ts'

/** A state and its block. */
export type Tip<S extends OpenedState = OpenedState> = { readonly ref: ExtBlkRef; readonly state: S }

/** The start of a block: the state before it, or the result of a split or merge. */
export type BlockBase = {
  readonly ident: ShardIdent
  readonly globalId: number
  /** The blocks that it follows: two after a merge, the left half's first. */
  readonly prev: readonly [ExtBlkRef] | readonly [ExtBlkRef, ExtBlkRef]
  readonly isAfterSplit: boolean
  /** The old side of its state update: after a split the whole parent's state, after a merge a split_state. */
  readonly root: Cell
  readonly genLt: bigint
  readonly accounts: ShardAccounts
  readonly queue: OutMsgQueue
  readonly queueSize: number
  readonly claims: readonly Claim[]
  readonly details: Omit<ShardStateDetails, 'masterRef'>
  /** After a split: the other half, as a neighbour. */
  readonly sibling: Neighbour | undefined
}

/** Returns the base of the next block of the same shard. */
export function baseAfter({ ref, state: opened }: Tip): BlockBase {
  const { root, ident, state, details, accounts, queue, queueSize, claims } = opened
  return {
    ident,
    globalId: state.globalId,
    prev: [ref],
    isAfterSplit: false,
    root,
    genLt: state.genLt,
    accounts,
    queue,
    queueSize,
    claims,
    details,
    sibling: undefined,
  }
}

/** Returns the base of the first block of one half of a shard (ShardState::split of the reference). */
export function baseAfterSplit(parent: Tip, side: 'left' | 'right'): BlockBase {
  const { ident, details, state } = parent.state
  const shard = shardChild(ident.shard, side)
  const ours = { workchain: ident.workchain, shard }
  const theirs = { workchain: ident.workchain, shard: shardSibling(shard) }
  const bits = shardPrefixLength(shard)
  const accounts = parent.state.accounts.cut({ key: keyOfUint(shard << 192n, 256), bits })
  const { coins } = details.totalValidatorFees
  const part = queueOf(parent.state.queue, ours)
  return {
    ...baseAfter(parent),
    ident: ours,
    isAfterSplit: true,
    accounts,
    queue: part.queue,
    queueSize: part.size,
    claims: splitClaims(parent.state.claims, shard),
    details: {
      overloadHistory: 0n,
      underloadHistory: 0n,
      totalBalance: accounts.extra.balance,
      // The right half gets the odd nanoton.
      totalValidatorFees: { coins: (coins + (side === 'right' ? 1n : 0n)) >> 1n },
      libraries: details.libraries,
    },
    sibling: {
      ident: theirs,
      endLt: state.genLt,
      queue: queueOf(parent.state.queue, theirs).queue,
      claims: splitClaims(parent.state.claims, theirs.shard),
    },
  }
}

/** Returns the base of the first block of a shard that was merged of two (ShardState::merge_with of the reference). */
export function baseAfterMerge(left: Tip, right: Tip): BlockBase {
  const states = [left.state, right.state] as const
  const { workchain, shard } = left.state.ident
  if (right.state.ident.shard !== shardSibling(shard))
    throw new TlbError('ShardState', 'no halves of a shard')
  const accounts = left.state.accounts.merge(right.state.accounts)
  return {
    ident: { workchain, shard: shardParent(shard) },
    globalId: left.state.state.globalId,
    prev: [left.ref, right.ref],
    isAfterSplit: false,
    root: beginCell()
      .store(storeShardState({ kind: 'split', left: left.state.root, right: right.state.root }))
      .endCell(),
    genLt: states.reduce((max, { state: { genLt } }) => (genLt > max ? genLt : max), 0n),
    accounts,
    queue: left.state.queue.merge(right.state.queue),
    queueSize: left.state.queueSize + right.state.queueSize,
    claims: joinedClaims(left.state.claims, right.state.claims),
    details: {
      overloadHistory: 0n,
      underloadHistory: 0n,
      totalBalance: accounts.extra.balance,
      totalValidatorFees: addCurrencies(
        left.state.details.totalValidatorFees,
        right.state.details.totalValidatorFees,
      ),
      libraries: left.state.details.libraries,
    },
    sibling: undefined,
  }
}

/** Returns the part of a queue that is in one half of its shard. */
function queueOf(queue: OutMsgQueue, half: ShardIdent): { queue: OutMsgQueue; size: number } {
  const entries = [...queue.entries()].filter(({ key, value }) =>
    shardCovers(half, openQueuedMessage(key, value).current),
  )
  return { queue: HashmapAugE.from(OUT_MSG_QUEUE, entries), size: entries.length }
}

/** Returns the seqno that a block follows. */
export function lastSeqno({ prev }: BlockBase): number {
  return Math.max(...prev.map(({ seqno }) => seqno))
}

/** Returns the validators' session of the next block of a shard, which can come from a split or merge. */
export function shardCatchainSeqno(shardHashes: Cell | null, { workchain, shard }: ShardIdent): number {
  const find = (prefix: bigint) => {
    const found = findShard(shardHashes, workchain, prefix)
    if (!found) throw new TlbError('ShardHashes', 'the shard is not in the masterchain')
    return found
  }
  const left = find(shard - 1n)
  if (shardPrefixLength(left.shard) <= shardPrefixLength(shard)) return left.descr.nextCatchainSeqno
  return Math.max(left.descr.nextCatchainSeqno, find(shard).descr.nextCatchainSeqno) + 1
}
