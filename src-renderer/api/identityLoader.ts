import { type Identity, UNKNOWN } from '../decode/identity.ts'
import { BatchLoader } from './batchLoader.ts'

/** Maximum number of accounts in a request, which keeps its URL short enough. */
const MAX_BATCH = 200
/** The same where liteservers are asked for the states of the accounts: the answer is as late as the last of them. */
const MAX_REMOTE = 16
/** Number of accounts that a page can be about. */
const FEW = 3
/** Time for which the accounts of a list wait there, ms: answers about the list's rows bring most of their names. */
const LIST_WAIT_MS = 1_500

type IdentityLoaderOptions = {
  /** Receives each whole answer, which can have more accounts than requested. */
  readonly learn?: (identities: ReadonlyMap<string, Identity>) => void
  /** Returns an identity that another answer brought meanwhile. */
  readonly known?: (key: string) => Identity | undefined
  /** Whether liteservers are asked. */
  readonly isRemote?: boolean
}

/** Requests identities in batches, so that the accounts of a screen need one request. */
export class IdentityLoader {
  readonly #loader: BatchLoader<Identity>

  constructor(
    ask: (keys: readonly string[]) => Promise<Map<string, Identity>>,
    { learn, known = () => undefined, isRemote = false }: IdentityLoaderOptions = {},
  ) {
    this.#loader = new BatchLoader({
      ask: async (keys) => {
        const found = new Map(keys.flatMap((key) => entryOf(key, known(key))))
        const missing = keys.filter((key) => !found.has(key))
        if (missing.length === 0) return found
        const identities = await ask(missing)
        learn?.(identities)
        return new Map([...found, ...identities])
      },
      maxBatch: isRemote ? MAX_REMOTE : MAX_BATCH,
      ...(isRemote && { maxRequests: 1, waitMs: (count: number) => (count > FEW ? LIST_WAIT_MS : 0) }),
    })
  }

  /** Returns the identity of an account, by its key. */
  async load(key: string): Promise<Identity> {
    return (await this.#loader.load(key)) ?? UNKNOWN
  }
}

function entryOf(key: string, identity: Identity | undefined): [string, Identity][] {
  return identity ? [[key, identity]] : []
}
