import type { LiteNetwork } from '../liteserver/session.ts'

/** The newest proved masterchain block. */
export type Head = { readonly seqno: number; readonly utime: number }

export type HeadWatch = {
  /** Returns the newest head that is known without a question, for measurements: reading these keeps no network busy. */
  known(): Head | undefined
  /** Returns the head as last read, synchronously; starts a new reading if that is old. */
  current(): Head | undefined
  /** Returns the present head, or after `waitMs` the last one read: a health check must answer without a network. */
  present(waitMs: number): Promise<Head | undefined>
  /** Reads the head now; rejects as the session does. */
  refresh(): Promise<Head>
  close(): void
}

/** Minimum time between two readings, ms. Each reading is caused by a request. */
const FRESH_MS = 1_000
const READ_DEADLINE_MS = 15_000

/** Caches the head for status and health, which must answer at once. */
export function watchHead(network: LiteNetwork): HeadWatch {
  const closing = new AbortController()
  let head: Head | undefined
  let reading: Promise<Head> | undefined
  let readAt = Number.NEGATIVE_INFINITY

  async function read(): Promise<Head> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(READ_DEADLINE_MS)])
    const session = network.session({ signal })
    const id = await session.last()
    if (head?.seqno === id.seqno) return head
    const proved = network.provedHead?.()
    const utime = proved?.seqno === id.seqno ? proved.utime : (await session.blockHeader(id)).genUtime
    head = { seqno: id.seqno, utime }
    return head
  }

  function refresh(): Promise<Head> {
    reading ??= read().finally(() => {
      reading = undefined
      readAt = performance.now()
    })
    return reading
  }

  return {
    known() {
      const proved = network.provedHead?.()
      return proved && proved.seqno > (head?.seqno ?? -1) ? proved : head
    },
    current() {
      // A failed reading shows in the servers' state and in the head's age.
      if (performance.now() - readAt > FRESH_MS) refresh().catch(() => {})
      return head
    },
    async present(waitMs) {
      if (performance.now() - readAt <= FRESH_MS) return head
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, waitMs)
      // A failed reading shows in the servers' state and in the head's age.
      await Promise.race([refresh().catch(() => {}), late.promise])
      clearTimeout(timer)
      return head
    },
    refresh,
    close: () => closing.abort(new Error('the gateway is closing')),
  }
}
