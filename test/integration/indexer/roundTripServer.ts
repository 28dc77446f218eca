import { setTimeout as sleep } from 'node:timers/promises'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { LiteServerAddress } from '../../../src-main/liteserver/pool/liteConnection.ts'
import { encodeLiteServerError } from '../../../src-main/liteserver/tl/function.ts'
import { decodeLiteQuery } from '../../liteserver/decodeLiteQuery.ts'
import { serve } from '../liteserver/lies/lyingServer.ts'

/** Time of an answer that is not held, ms. It is far enough to follow the head. */
export const FAR_MS = 30
/** Time of the answer that there is no newer head, ms. */
const WAIT_MS = 3_000
const WAIT_IS_OVER = { code: 652, message: 'timeout' }

/** The queries since the last reset. */
export type RoundTrips = {
  /** Number of times that answers left: the longest chain of queries of which each needs the answer before it. */
  readonly rounds: number
  readonly queries: number
  /** Number of queries that were asked before. */
  readonly repeated: number
  /** Names of the queries of each round. */
  readonly names: readonly (readonly string[])[]
}

/** A liteserver that counts queries and round trips. */
export type RoundTripServer = AsyncDisposable & {
  readonly address: LiteServerAddress
  /** @param quietMs time without a new query after which all answers leave: a round trip */
  reset(quietMs: number): void
  taken(): RoundTrips
}

/**
 * Starts a server in front of another one. Answers are held until no query has come for some time, and leave together,
 * so that the number of round trips does not depend on the time of each. Questions for the next head are not counted.
 */
export async function openRoundTripServer(target: LiteServerAddress): Promise<RoundTripServer> {
  const upstream = await connectAdnl(target)
  let round: string[] = []
  let rounds: string[][] = []
  let seen: string[] = []
  let held: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined
  let quiet = FAR_MS
  const release = () => {
    const leaving = held
    held = []
    if (round.length > 0) rounds.push(round)
    round = []
    for (const leave of leaving) leave()
  }
  const { address, close } = await serve(async (data) => {
    const { name, wait } = decodeLiteQuery(data)
    if (wait) {
      await sleep(WAIT_MS)
      return encodeLiteServerError(WAIT_IS_OVER)
    }
    if (name === 'getMasterchainInfo') {
      await sleep(FAR_MS)
      return upstream.query(data)
    }
    round.push(name)
    seen.push(data.toString('latin1'))
    const answer = await upstream.query(data)
    await new Promise<void>((leave) => {
      held.push(leave)
      clearTimeout(timer)
      timer = setTimeout(release, quiet)
    })
    return answer
  })
  return {
    address,
    reset(quietMs) {
      quiet = quietMs
      round = []
      rounds = []
      seen = []
    },
    taken: () => ({
      rounds: rounds.length,
      queries: seen.length,
      repeated: seen.length - new Set(seen).size,
      names: rounds,
    }),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      release()
      upstream.close()
      await close()
    },
  }
}
