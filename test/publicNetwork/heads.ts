import { setTimeout as sleep } from 'node:timers/promises'
import type { AdnlConnection } from '../../src-main/liteserver/adnl/client.ts'
import type { Clock } from '../../src-main/liteserver/pool/clock.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'
import type { MasterchainInfo } from '../../src-main/liteserver/tl/serverInfo.ts'

const WAIT_MS = 5_000
const RETRY_MS = 50
/** Number of newest heads that are kept: servers lag by less. */
const KEPT = 1_000

/** The heads of a chain that have come, so that servers that lag can show earlier ones. */
export class Heads {
  readonly #known: MasterchainInfo[] = []
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  /** Adds a head, if it is newer than all before. */
  note(info: MasterchainInfo): void {
    if (info.last.seqno > (this.#known.at(-1)?.last.seqno ?? -1)) this.#known.push(info)
    if (this.#known.length > KEPT) this.#known.shift()
    for (const done of [...this.#waiting]) done()
  }

  /** Returns the head of a server that is `lag` blocks behind: of the oldest known block if there are fewer. */
  behind(lag: number): MasterchainInfo {
    const newest = this.#known.at(-1) as MasterchainInfo
    return (
      this.#known.findLast(({ last }) => last.seqno <= newest.last.seqno - lag) ??
      (this.#known[0] as MasterchainInfo)
    )
  }

  /** Resolves with whether a server that is `lag` blocks behind has reached a seqno within `timeoutMs`. */
  async reached(seqno: number, lag: number, timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs
    while (this.behind(lag).last.seqno < seqno) {
      const left = deadline - performance.now()
      if (left <= 0 || this.#isClosed) return false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, left)
        const waiting = this.#waiting
        function done(): void {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      })
    }
    return true
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
    for (const done of [...this.#waiting]) done()
  }
}

/** Reads the present head of a chain from its liteserver, and notes each newer one until `heads` is closed. */
export async function followChain(heads: Heads, source: Pick<AdnlConnection, 'query'>): Promise<void> {
  heads.note(await readHead(source))
  void noteNext(heads, source)
}

async function noteNext(heads: Heads, source: Pick<AdnlConnection, 'query'>): Promise<void> {
  while (!heads.isClosed) {
    try {
      heads.note(await readHead(source, heads.behind(0).last.seqno + 1))
    } catch {
      // The wait is over without a new block, or the chain is being closed.
      await sleep(RETRY_MS)
    }
  }
}

async function readHead(source: Pick<AdnlConnection, 'query'>, seqno?: number): Promise<MasterchainInfo> {
  const wait = seqno === undefined ? undefined : { seqno, timeoutMs: WAIT_MS }
  const answer = await source.query(encodeLiteQuery(liteApi.getMasterchainInfo, {}, wait), {
    timeoutMs: 2 * WAIT_MS,
  })
  return liteApi.getMasterchainInfo.decodeResponse(answer)
}

/**
 * Notes the heads of a recorded chain one after the other, so many a second, until `heads` is closed or the last one is
 * reached. A late timer notes all that are due.
 */
export function replayHeads(
  heads: Heads,
  infos: readonly MasterchainInfo[],
  { perSecond, clock }: { readonly perSecond: number; readonly clock: Clock },
): void {
  const begun = clock.now()
  let noted = 0
  const noteDue = () => {
    if (heads.isClosed) return
    const due = 1 + Math.floor(((clock.now() - begun) * perSecond) / 1_000)
    for (; noted < Math.min(due, infos.length); noted++) heads.note(infos[noted] as MasterchainInfo)
    if (noted < infos.length)
      clock.after(Math.max(1, begun + (noted * 1_000) / perSecond - clock.now()), noteDue)
  }
  noteDue()
}
