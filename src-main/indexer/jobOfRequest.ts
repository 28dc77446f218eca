import type { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import type { indexCommands } from '#shared/schema/indexer.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { MASTERCHAIN } from '../chain/blockId.ts'
import type { NetworkSession } from '../liteserver/network/verifiedSession.ts'
import type { SeqnoRange } from '../store/indexStore.ts'
import type { NewJob } from './jobs/jobQueue.ts'
import { stdAddress } from './stdAddress.ts'

/** The request body of the backfill command. */
export type BackfillRequest = z.infer<typeof indexCommands.backfill>

/**
 * Returns the job for a backfill request. Rejects with ApiError (422) for contradictory parameters, otherwise as
 * sessions do.
 */
export async function jobOfRequest(request: BackfillRequest, session: NetworkSession): Promise<NewJob> {
  const { account, oldest_first: oldestFirst = false, ...place } = request
  const isAccount = account !== undefined
  const named = [
    isAccount,
    place.last_seconds !== undefined,
    place.from !== undefined || place.to !== undefined,
  ]
  if (named.filter(Boolean).length !== 1) {
    throw new ApiError(422, 'a backfill takes from and to, or last_seconds, or account')
  }
  if (isAccount) {
    if (oldestFirst)
      throw new ApiError(422, 'oldest_first: the history of an account is read from its newest end')
    return { kind: 'account', ...NO_RANGE, account: accountOf(account), newestFirst: true }
  }
  const range = await rangeOf(place, session)
  return { kind: 'range', ...range, account: undefined, newestFirst: !oldestFirst }
}

const NO_RANGE = { first: undefined, last: undefined }

/** Reads an address of a request. Throws ApiError (422) for other text. */
export function accountOf(text: string): Buffer {
  const address = parseAddress(text)
  if (!address) throw new ApiError(422, `account: ${text} is no address`)
  return stdAddress(address)
}

async function rangeOf(
  { from, to, last_seconds: seconds }: Omit<BackfillRequest, 'account' | 'oldest_first'>,
  session: NetworkSession,
): Promise<SeqnoRange> {
  const head = await session.last()
  if (seconds !== undefined) {
    const { genUtime } = await session.blockHeader(head)
    return { first: await firstSince(genUtime - seconds, session), last: head.seqno }
  }
  const range = { first: from ?? 1, last: to ?? head.seqno }
  if (range.last > head.seqno) throw new ApiError(422, `to: the newest masterchain block is ${head.seqno}`)
  if (range.first > range.last) throw new ApiError(422, `from: ${range.first} is after ${range.last}`)
  return range
}

/** Returns the seqno of the first masterchain block with this time or a later one (Unix seconds). */
async function firstSince(utime: number, session: NetworkSession): Promise<number> {
  const first = await session.masterchainBlock(1)
  const { genUtime } = await session.blockHeader(first)
  if (utime <= genUtime) return 1
  const { seqno } = await session.lookupBlock({ workchain: MASTERCHAIN, shard: FULL_SHARD, by: { utime } })
  return seqno
}
