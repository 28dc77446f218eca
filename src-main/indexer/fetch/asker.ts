import { setTimeout as sleep } from 'node:timers/promises'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { OpenLiteNetwork } from '../../liteserver/network/openLiteNetwork.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { isServersFault } from '../../liteserver/pool/serverFaults.ts'

export type IndexNetwork = Pick<OpenLiteNetwork, 'session' | 'bestSeqno' | 'stats'>

export type Question<T> = (session: NetworkSession) => Promise<T>

/** Asks a network for as long as it takes. */
export type Asker = {
  /**
   * The answer to a question, however often it must be asked: servers that are away, silent or lying are asked again
   * with growing pauses, others besides. Rejects with LiteServerError where all who were asked refuse again and again,
   * and with the signal's reason.
   */
  ask<T>(question: Question<T>, signal: AbortSignal): Promise<T>
  /** Why nothing is answered now, in the network's words; undefined while it answers. */
  trouble(): string | undefined
}

/** A server that is silent for this long is not waited for alone: another is asked as well. Milliseconds. */
const HEDGE_MS = 3_000
const HEDGES = 3
const FIRST_PAUSE_MS = 200
const LAST_PAUSE_MS = 5_000
/** Refusals of all servers that were asked, before they are believed. */
const REFUSALS = 6

export function createAsker(network: IndexNetwork): Asker {
  let trouble: string | undefined

  async function ask<T>(question: Question<T>, signal: AbortSignal): Promise<T> {
    let pause = FIRST_PAUSE_MS
    for (let refusals = 0; ; ) {
      signal.throwIfAborted()
      try {
        const answer = await hedged(() => question(network.session({ signal })))
        trouble = undefined
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof LiteServerError) {
          if (++refusals >= REFUSALS) throw error
        } else if (isServersFault(error)) trouble = error instanceof Error ? error.message : String(error)
        else throw error
      }
      await sleep(pause, undefined, { signal, ref: false })
      pause = Math.min(pause * 2, LAST_PAUSE_MS)
    }
  }
  return { ask, trouble: () => trouble }
}

/** The first answer of several attempts, each begun when those before it are silent. Rejects when all have failed. */
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

/** All servers were tried, and none answers. */
export function isUnreachable(network: IndexNetwork): boolean {
  const { alive, servers } = network.stats()
  return alive === 0 && servers.every(({ state }) => state !== 'connecting')
}
