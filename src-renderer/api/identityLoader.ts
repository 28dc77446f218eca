import { type Identity, UNKNOWN } from '../decode/identity.ts'
import { BatchLoader } from './batchLoader.ts'

/** Maximum number of accounts in a request, which keeps its URL short enough. */
const MAX_BATCH = 200

/** Requests identities in batches, so that the accounts of a screen need one request. */
export class IdentityLoader {
  readonly #loader: BatchLoader<Identity>

  /** @param learn receives each whole answer, which can have more accounts than requested */
  constructor(
    ask: (keys: readonly string[]) => Promise<Map<string, Identity>>,
    learn: (identities: ReadonlyMap<string, Identity>) => void = () => {},
  ) {
    this.#loader = new BatchLoader({
      ask: async (keys) => {
        const identities = await ask(keys)
        learn(identities)
        return identities
      },
      maxBatch: MAX_BATCH,
    })
  }

  /** Returns the identity of an account, by its key. */
  async load(key: string): Promise<Identity> {
    return (await this.#loader.load(key)) ?? UNKNOWN
  }
}
