import { type NetworkExamples, STATIC_EXAMPLES } from '#shared/schema/exampleFacts.ts'
import type { Status } from '#shared/schema/status.ts'
import { type FactSources, findExampleFacts } from './findExampleFacts.ts'

/** A document waits no longer for the network. */
const DEADLINE_MS = 5_000
/** A message of the examples expires, also where no block is made. */
const LIFETIME_MS = 3_600_000

export type ExampleSources = FactSources & {
  readonly status: () => Status
  readonly clock: () => number
}

/**
 * The examples of the running network, found once for each of its newest blocks. General ones where it does not
 * answer.
 */
export function networkExamples(sources: ExampleSources): () => Promise<NetworkExamples> {
  let known: { readonly key: string; readonly examples: Promise<NetworkExamples> } | undefined

  async function find({ network }: Status): Promise<NetworkExamples> {
    try {
      const facts = await findExampleFacts(sources, AbortSignal.timeout(DEADLINE_MS))
      return { facts, network: network.name, seqno: facts.master.seqno }
    } catch {
      // The documents are of use without a network.
      return { ...STATIC_EXAMPLES, network: network?.name ?? '' }
    }
  }

  async function current(): Promise<NetworkExamples> {
    const status = sources.status()
    // A devnet accepts its messages once: it knows its newest block before the gateway does, and what waits for the next.
    const devnet = await sources.devnet?.status().catch(() => undefined)
    const { seqno, utime } = devnet ?? status.head ?? {}
    const hour = Math.floor(sources.clock() / LIFETIME_MS)
    const key = [status.network?.id, seqno, utime, devnet?.waiting_messages, hour].join(' ')
    if (known?.key !== key) known = { key, examples: find(status) }
    return known.examples
  }

  // Requests of one moment share one look at the network.
  let pending: Promise<NetworkExamples> | undefined
  return () => {
    pending ??= current().finally(() => {
      pending = undefined
    })
    return pending
  }
}
