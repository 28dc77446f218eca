import { type NetworkExamples, STATIC_EXAMPLES } from '#shared/schema/exampleValues.ts'
import type { Status } from '#shared/schema/status.ts'
import { findExampleValues, type SearchedNetwork } from './findExampleValues.ts'

/** Maximum wait of a document for the network, ms. */
const DEADLINE_MS = 5_000
/** Lifetime of an example's message, also if no block is made. */
const LIFETIME_MS = 3_600_000

export type ExampleSources = SearchedNetwork & {
  readonly status: () => Status
  readonly clock: () => number
}

/**
 * Returns the examples of the running network, searched once for each of its newest blocks; general ones if the network
 * does not answer.
 */
export function networkExamples(sources: ExampleSources): () => Promise<NetworkExamples> {
  let known: { readonly key: string; readonly examples: Promise<NetworkExamples> } | undefined

  async function find({ network }: Status): Promise<NetworkExamples> {
    try {
      const facts = await findExampleValues(sources, AbortSignal.timeout(DEADLINE_MS))
      return { facts, network: network.name, seqno: facts.master.seqno }
    } catch {
      // The documents are useful without a network too.
      return { ...STATIC_EXAMPLES, network: network?.name ?? '' }
    }
  }

  async function current(): Promise<NetworkExamples> {
    const status = sources.status()
    // A devnet accepts a message once. The gateway sees its newest block and its pending messages later.
    const devnet = await sources.devnet?.status().catch(() => undefined)
    const { seqno, utime } = devnet ?? status.head ?? {}
    const hour = Math.floor(sources.clock() / LIFETIME_MS)
    const key = [status.network?.id, seqno, utime, devnet?.waiting_messages, hour].join(' ')
    if (known?.key !== key) known = { key, examples: find(status) }
    return known.examples
  }

  // Concurrent requests share one search.
  let pending: Promise<NetworkExamples> | undefined
  return () => {
    pending ??= current().finally(() => {
      pending = undefined
    })
    return pending
  }
}
