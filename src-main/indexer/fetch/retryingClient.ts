import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '#shared/messageOf.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { OpenLiteNetwork } from '../../liteserver/network/openLiteNetwork.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { isServerFault } from '../../liteserver/pool/serverFaults.ts'

/** The part of a lite network that the indexer uses. */
export type IndexNetwork = Pick<OpenLiteNetwork, 'session' | 'bestSeqno' | 'followedHead' | 'stats'>

/** A request that can be repeated with another session. */
export type SessionRequest<T> = (session: NetworkSession) => Promise<T>

/** A client that repeats requests to the network until they succeed. */
export type RetryingClient = {
  /**
   * Returns the result of a request. Repeats it with growing pauses if servers are unreachable, silent or send false
   * answers, also to other servers. Rejects with LiteServerError if all tried servers refuse repeatedly, and with the
   * signal's reason.
   */
  request<T>(send: SessionRequest<T>, signal: AbortSignal): Promise<T>
  /** Returns why requests currently fail, as the network reports it; undefined while they succeed. */
  trouble(): string | undefined
}

/** Time after which a silent server is hedged: the same request goes to another one as well. Milliseconds. */
const HEDGE_MS = 3_000
const HEDGES = 3
const FIRST_PAUSE_MS = 200
const LAST_PAUSE_MS = 5_000
/** Number of refusals of all tried servers after which a refusal is final. */
const REFUSALS = 6

/** Creates a client that repeats requests. */
export function createRetryingClient(network: IndexNetwork): RetryingClient {
  let trouble: string | undefined

  async function request<T>(send: SessionRequest<T>, signal: AbortSignal): Promise<T> {
    let pause = FIRST_PAUSE_MS
    for (let refusals = 0; ; ) {
      signal.throwIfAborted()
      try {
        const answer = await hedged(() => send(network.session({ signal })))
        trouble = undefined
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof LiteServerError) {
          if (++refusals >= REFUSALS) throw error
        } else if (isServerFault(error)) trouble = messageOf(error)
        else throw error
      }
      await sleep(pause, undefined, { signal, ref: false })
      pause = Math.min(pause * 2, LAST_PAUSE_MS)
    }
  }
  return { request, trouble: () => trouble }
}

/**
 * Returns the first result of several attempts; each starts when those before it are silent. Rejects when all have
 * failed.
 */
function hedged<T>(attempt: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let begun = 0
    let running = 0
    let timer: NodeJS.Timeout | undefined
    const begin = () => {
      begun++
      running++
      timer = begun < HEDGES ? setTimeout(begin, HEDGE_MS) : undefined
      timer?.unref()
      attempt()
        .finally(() => running--)
        .then(
          (answer) => {
            clearTimeout(timer)
            resolve(answer)
          },
          (error) => {
            if (running > 0) return
            clearTimeout(timer)
            reject(error)
          },
        )
    }
    begin()
  })
}

/** Returns whether all servers were tried and none of them answers. */
export function isUnreachable(network: IndexNetwork): boolean {
  const { alive, servers } = network.stats()
  return alive === 0 && servers.every(({ state }) => state !== 'connecting')
}
