import { setTimeout as sleep } from 'node:timers/promises'
import type { AdnlConnection } from '../../src-main/liteserver/adnl/client.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'
import type { MasterchainInfo } from '../../src-main/liteserver/tl/serverInfo.ts'

const WAIT_MS = 5_000
const RETRY_MS = 50

/** The heads of a chain, as its liteserver names them, so that servers that lag can show earlier ones. */
export class Heads {
  readonly #source: AdnlConnection
  readonly #known: MasterchainInfo[] = []
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  constructor(source: AdnlConnection) {
    this.#source = source
  }

  /** Reads the present head, and follows the chain until `close`. */
  async start(): Promise<void> {
    this.#note(await this.#read(undefined))
    void this.#follow()
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

  close(): void {
    this.#isClosed = true
    for (const done of [...this.#waiting]) done()
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const { last } = this.behind(0)
        this.#note(await this.#read(last.seqno + 1))
      } catch {
        // The wait is over without a new block, or the chain is being closed.
        await sleep(RETRY_MS)
      }
    }
  }

  async #read(seqno: number | undefined): Promise<MasterchainInfo> {
    const wait = seqno === undefined ? undefined : { seqno, timeoutMs: WAIT_MS }
    const answer = await this.#source.query(encodeLiteQuery(liteApi.getMasterchainInfo, {}, wait), {
      timeoutMs: 2 * WAIT_MS,
    })
    return liteApi.getMasterchainInfo.decodeResponse(answer)
  }

  #note(info: MasterchainInfo): void {
    if (info.last.seqno > (this.#known.at(-1)?.last.seqno ?? -1)) this.#known.push(info)
    if (this.#known.length > 1_000) this.#known.shift()
    for (const done of [...this.#waiting]) done()
  }
}
