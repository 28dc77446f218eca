import { shardContainsPrefix, shardTagBit } from '#shared/ton/shard.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { type OutMsgQueue, outMsgQueueKey } from '../../chain/state/outMsgQueue.ts'
import { type Claim, compareLtHash, isProcessed, type ShardEndLt } from './processed.ts'
import { openQueuedMessage, type QueuedMessage } from './queuedMessage.ts'

/** A shard whose queue may hold messages for another, as of its newest block that the masterchain knows. */
export type Neighbour = {
  readonly ident: ShardIdent
  readonly endLt: bigint
  readonly queue: OutMsgQueue
  readonly claims: readonly Claim[]
}

/** The messages in a queue whose next hop is in `shard`. */
export function* messagesTo(
  queue: OutMsgQueue,
  shard: ShardIdent,
): Generator<QueuedMessage, void, undefined> {
  const lowest = shard.shard - shardTagBit(shard.shard)
  const from = outMsgQueueKey({
    workchain: shard.workchain,
    addressPrefix: lowest,
    messageHash: Buffer.alloc(32),
  })
  for (const { key, value } of queue.entries({ from })) {
    const covered =
      key.readInt32BE(0) === shard.workchain && shardContainsPrefix(shard.shard, key.readBigUInt64BE(4))
    if (!covered) return
    yield openQueuedMessage(key, value)
  }
}

/** A message that waits for a shard; one that it has processed stays in its queue until that shard's next block. */
export type InboundMessage = { readonly message: QueuedMessage; readonly isProcessed: boolean }

/** All messages to `shard` in the order in which it must process them. */
export function inboundMessages(
  shard: ShardIdent,
  neighbours: readonly Neighbour[],
  claims: readonly Claim[],
  shardEndLt: ShardEndLt,
): readonly InboundMessage[] {
  const waiting = neighbours.flatMap(({ queue }) =>
    [...messagesTo(queue, shard)].map((message) => ({
      message,
      isProcessed: isProcessed(claims, shard.workchain, message, shardEndLt),
    })),
  )
  return waiting.toSorted((a, b) => compareLtHash(a.message.lt, a.message.hash, b.message.lt, b.message.hash))
}

/** A message that can leave its queue, for `by` has processed it. */
export type Delivered = { readonly message: QueuedMessage; readonly by: Neighbour }

/** The messages of `queue` that the shards they went to have processed. */
export function deliveredMessages(
  queue: OutMsgQueue,
  neighbours: readonly Neighbour[],
  shardEndLt: ShardEndLt,
): readonly Delivered[] {
  return neighbours.flatMap((by) =>
    [...messagesTo(queue, by.ident)]
      .filter((message) => isProcessed(by.claims, by.ident.workchain, message, shardEndLt))
      .map((message) => ({ message, by })),
  )
}
