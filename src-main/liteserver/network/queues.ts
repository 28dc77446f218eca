import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { liteApi } from '../tl/liteApi.ts'
import { verifyOutMsgQueueSize } from '../verify/queueSize.ts'
import { lastBlock, shards } from './blocks.ts'
import type { SessionContext } from './sessionContext.ts'

/** The sizes of outbound queues, in messages. */
export type OutMsgQueueSizes = {
  readonly sizes: readonly { readonly id: BlockIdExt; readonly size: number }[]
  /** The server's own limit for external messages. It is not on the chain, so it is unproved. */
  readonly limit: number
}

/** The `mode` bits of getBlockOutMsgQueueSize (want_proof) and of getOutMsgQueueSizes (one shard only). */
const WITH_PROOF = 1
const ONE_SHARD = 1

/**
 * Returns the sizes of the outbound queues after the newest masterchain block and the newest block of every
 * shard.
 */
export async function outMsgQueueSizes(context: SessionContext): Promise<OutMsgQueueSizes> {
  const { pool } = context
  const last = await lastBlock(context)
  const blocks = [last, ...(await shards(context, last))]
  const [limit, ...sizes] = await Promise.all([
    pool.ask({
      fn: liteApi.getOutMsgQueueSizes,
      request: { mode: ONE_SHARD, wc: MASTERCHAIN, shard: FULL_SHARD },
      check: (answer) => answer.extMsgQueueSizeLimit,
    }),
    ...blocks.map((id) =>
      pool.ask({
        fn: liteApi.getBlockOutMsgQueueSize,
        request: { id, mode: WITH_PROOF, wantProof: true },
        check: (answer) => verifyOutMsgQueueSize({ id }, answer),
      }),
    ),
  ])
  return { sizes: blocks.map((id, index) => ({ id, size: sizes[index] as number })), limit }
}
