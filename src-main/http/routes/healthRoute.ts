import type { Hono } from 'hono'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { AppEnv } from '../appContext.ts'
import { sendJson } from '../response/respond.ts'

/** `/healthz`, for scripts and supervisors. */
export type Health = {
  /**
   * `degraded`: requests are answered, and `problems` has the reasons. `forked`: two proved blocks of one seqno stopped
   * the network, and `problems` names them.
   */
  readonly status: 'ok' | 'degraded' | 'starting' | 'proving' | 'no servers' | 'forked'
  /** Sentences for an operator; empty if the status is `ok`. */
  readonly problems: readonly string[]
  readonly network: string
  /** Null before the first answer. */
  readonly head: {
    readonly seqno: number
    readonly utime: number
    /** Seconds since the head block was made, by the devnet's own clock on a devnet. */
    readonly age: number
  } | null
  /**
   * On a devnet that follows this machine's clock: seconds that the time of the chain is ahead of that clock, and how
   * many of them exist because that clock is behind the newest block. Null on any other network.
   */
  readonly clock: { readonly offset: number; readonly behind: number } | null
  readonly servers: { readonly alive: number; readonly total: number }
  readonly index: {
    readonly state: IndexStatus['state']
    /** Masterchain blocks between the index and the newest block; null if that is not known. */
    readonly behind: number | null
    /** Accounts that detection has not inspected yet, or that wait for another account's state. */
    readonly detection_pending: number
    /** Why they cannot be inspected now; null if they can. */
    readonly detection_detail: string | null
    /** Finished traces without actions yet. */
    readonly classification_pending: number
    /** Why their actions cannot be derived now; null if they can. */
    readonly classification_detail: string | null
    /** Progress of the background check of the index's files; null if the index is not open for writing. */
    readonly integrity: IndexStatus['integrity']
  }
  /** The newest global version that the executor supports, and the network's (null before it is read). */
  readonly executor: {
    readonly version: number
    readonly network_version: number | null
    /** True: estimates and emulated transactions can differ from the network's (docs/compatibility.md). */
    readonly is_outdated: boolean
  }
  /** Key blocks proved and about how many there are, while a long chain is proved. */
  readonly proving?: { readonly proved: number; readonly expected: number }
}

/** Adds `/healthz`: 200 while requests can be answered, 503 otherwise; the body has the reason. */
export function addHealthRoute(app: Hono<AppEnv>, health: () => Promise<Health>): void {
  app.get('/healthz', async (c) => {
    const answer = await health()
    const isAnswering = answer.status === 'ok' || answer.status === 'degraded'
    return sendJson(c, isAnswering ? 200 : 503, answer)
  })
}
