import { ArchiveStore } from '../../../../src-main/chain/archive/archiveStore.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { answerLiteQuery } from '../../../../src-main/liteserver/server/answer.ts'
import type { LiteContext } from '../../../../src-main/liteserver/server/liteContext.ts'
import type { TlRequest, TlResponse } from '../../../../src-main/liteserver/tl/function.ts'
import { type LiteApi, type LiteFunctionName, liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery, type LiteWait } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { sampleContents } from '../../chain/archive/sampleNetwork.ts'

export const NOW = 1_800_000_000
export const LEFT = 0x4000_0000_0000_0000n
export const RIGHT = 0xc000_0000_0000_0000n
export const FULL = 0x8000_0000_0000_0000n

/** A liteserver over the sample, its clock stopped. */
export function sampleContext(): LiteContext {
  return { store: new ArchiveStore(sampleContents()), now: () => NOW }
}

/** Sends a query by name and decodes the answer; rejects with the server's LiteServerError. */
export function asker(context: LiteContext) {
  return async <N extends LiteFunctionName>(
    name: N,
    request: TlRequest<LiteApi[N]>,
    wait?: LiteWait,
  ): Promise<TlResponse<LiteApi[N]>> => {
    const fn = liteApi[name]
    const query = encodeLiteQuery(fn as never, request as never, wait)
    return fn.decodeResponse(await answerLiteQuery(context, query)) as TlResponse<LiteApi[N]>
  }
}

export function blockId(context: LiteContext, workchain: number, shard: bigint, seqno: number): BlockIdExt {
  const block = context.store.findBySeqno({ workchain, shard, seqno })
  if (!block) throw new Error(`the sample has no block ${seqno}`)
  return block.id
}

export const account = (workchain: number, hex: string) => ({ workchain, id: Buffer.from(hex, 'hex') })
