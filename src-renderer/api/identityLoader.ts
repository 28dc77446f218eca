import { type Identity, UNKNOWN } from '../decode/identity.ts'

/** Maximum number of accounts in a request, which keeps its URL short enough. */
const MAX_BATCH = 200
/** Time to wait for more accounts of the same list, ms. */
const WAIT_MS = 16

type Waiting = {
  readonly resolve: (identity: Identity) => void
  readonly reject: (error: unknown) => void
}

/** Requests identities in batches, so that the accounts of a screen need one request. */
export class IdentityLoader {
  readonly #ask: (keys: readonly string[]) => Promise<Map<string, Identity>>
  readonly #learn: (identities: ReadonlyMap<string, Identity>) => void
  #waiting = new Map<string, Waiting[]>()

  /** @param learn receives each whole answer, which can have more accounts than requested */
  constructor(
    ask: (keys: readonly string[]) => Promise<Map<string, Identity>>,
    learn: (identities: ReadonlyMap<string, Identity>) => void = () => {},
  ) {
    this.#ask = ask
    this.#learn = learn
  }

  /** Returns the identity of an account, by its key. */
  load(key: string): Promise<Identity> {
    if (this.#waiting.size === 0) setTimeout(() => this.#flush(), WAIT_MS)
    const { promise, resolve, reject } = Promise.withResolvers<Identity>()
    const others = this.#waiting.get(key) ?? []
    this.#waiting.set(key, [...others, { resolve, reject }])
    return promise
  }

  #flush(): void {
    const waiting = [...this.#waiting]
    this.#waiting = new Map()
    for (let i = 0; i < waiting.length; i += MAX_BATCH) void this.#run(waiting.slice(i, i + MAX_BATCH))
  }

  async #run(batch: readonly (readonly [string, readonly Waiting[]])[]): Promise<void> {
    try {
      const identities = await this.#ask(batch.map(([key]) => key))
      this.#learn(identities)
      for (const [key, all] of batch) {
        for (const { resolve } of all) resolve(identities.get(key) ?? UNKNOWN)
      }
    } catch (error) {
      for (const { reject } of batch.flatMap(([, all]) => all)) reject(error)
    }
  }
}
