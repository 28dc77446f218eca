import { shardContainsPrefix, shardPrefixLength, shardTagBit } from '#shared/ton/shard.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { type OutMsgQueue, outMsgQueueKey } from '../../chain/state/outMsgQueue.ts'
import { type Claim, compareLtHash, isProcessed, type ShardEndLt } from './processed.ts'
import { openQueuedMessage, type QueuedMessage } from './queuedMessage.ts'

/** A shard whose queue can have messages for another one, as of its newest block to which the masterchain has committed. */
export type Neighbour = {
  readonly ident: ShardIdent
  readonly endLt: bigint
  readonly queue: OutMsgQueue
  readonly claims: readonly Claim[]
}

const WORKCHAIN_BITS = 32
const DIGIT_BITS = 4n
const MASK_64 = (1n << 64n) - 1n

/**
 * Returns whether one hop of a message can lead from one shard to the other: their prefixes differ in at most one
 * digit.
 */
export function areNeighbours(a: ShardIdent, b: ShardIdent): boolean {
  if (a.workchain === MASTERCHAIN || b.workchain === MASTERCHAIN) return true
  const tags = [shardTagBit(a.shard), shardTagBit(b.shard)] as const
  const ignored = ((tags[0] > tags[1] ? tags[0] : tags[1]) << 1n) - 1n
  const differing = (a.shard ^ b.shard) & MASK_64 & ~ignored
  if (differing === 0n) return true
  if (a.workchain !== b.workchain) return false
  const lowest = differing & -differing
  return digitOf(differing) === digitOf(lowest)
}

/** Returns the hexadecimal digit (0 the lowest) with the highest bit. */
function digitOf(value: bigint): bigint {
  return BigInt(value.toString(2).length - 1) / DIGIT_BITS
}

/** Yields the messages in a queue whose next hop is in `shard`, in the order of lt and hash. Callers can stop early. */
export function* messagesTo(
  queue: OutMsgQueue,
  { workchain, shard }: ShardIdent,
): Generator<QueuedMessage, void, undefined> {
  const lowest = shard - shardTagBit(shard)
  const key = outMsgQueueKey({ workchain, addressPrefix: lowest, messageHash: Buffer.alloc(32) })
  const bits = WORKCHAIN_BITS + shardPrefixLength(shard)
  const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
  let sameLt: QueuedMessage[] = []
  for (const entry of queue.ascending(compare, { key, bits })) {
    const message = openQueuedMessage(entry.key, entry.value)
    if (sameLt[0] && sameLt[0].lt !== message.lt) {
      yield* inOrder(sameLt)
      sameLt = []
    }
    sameLt.push(message)
  }
  yield* inOrder(sameLt)
}

function inOrder(messages: readonly QueuedMessage[]): readonly QueuedMessage[] {
  return messages.toSorted(compareMessages)
}

function compareMessages(a: QueuedMessage, b: QueuedMessage): number {
  return compareLtHash(a.lt, a.hash, b.lt, b.hash)
}

/** A message that waits for a shard; a processed message stays in its queue until that shard's next block. */
export type InboundMessage = { readonly message: QueuedMessage; readonly isProcessed: boolean }

/** Yields all messages to `shard` in the order in which it must process them. */
export function* inboundMessages(
  shard: ShardIdent,
  neighbours: readonly Neighbour[],
  claims: readonly Claim[],
  shardEndLt: ShardEndLt,
): Generator<InboundMessage, void, undefined> {
  const queues = neighbours.map(({ queue }) => {
    const messages = messagesTo(queue, shard)
    return { messages, next: messages.next().value }
  })
  for (;;) {
    let least: (typeof queues)[number] | undefined
    for (const queue of queues) {
      if (!queue.next) continue
      if (!least?.next || compareMessages(queue.next, least.next) < 0) least = queue
    }
    const message = least?.next
    if (!least || !message) return
    least.next = least.messages.next().value
    yield { message, isProcessed: isProcessed(claims, shard.workchain, message, shardEndLt) }
  }
}

/** A message that can be removed from its queue, because `by` has processed it. */
export type Delivered = { readonly message: QueuedMessage; readonly by: Neighbour }

/**
 * Yields the messages of `queue` that their shards have processed: for each shard in its order, up to the first that it
 * has not.
 */
export function deliveredMessages(
  queue: OutMsgQueue,
  neighbours: readonly Neighbour[],
  shardEndLt: ShardEndLt,
): readonly Delivered[] {
  return neighbours.flatMap((by) => {
    const delivered: Delivered[] = []
    for (const message of messagesTo(queue, by.ident)) {
      if (!isProcessed(by.claims, by.ident.workchain, message, shardEndLt)) break
      delivered.push({ message, by })
    }
    return delivered
  })
}

/** The same for a queue that was merged of two, which does not have the order of sending. */
export function allDeliveredMessages(
  queue: OutMsgQueue,
  neighbours: readonly Neighbour[],
  shardEndLt: ShardEndLt,
): readonly Delivered[] {
  return [...queue.entries()].flatMap(({ key, value }) => {
    const message = openQueuedMessage(key, value)
    const by = neighbours.find(
      ({ ident, claims }) =>
        key.readInt32BE(0) === ident.workchain &&
        shardContainsPrefix(ident.shard, key.readBigUInt64BE(4)) &&
        isProcessed(claims, ident.workchain, message, shardEndLt),
    )
    return by ? [{ message, by }] : []
  })
}
