import { type Identity, UNKNOWN } from '../decode/identity.ts'

/** Accounts of one request: their addresses stay far below the limit of a URL. */
const MAX_BATCH = 200
/** Time for the rows of a list to put their questions together. */
const WAIT_MS = 16

type Waiting = {
  readonly resolve: (identity: Identity) => void
  readonly reject: (error: unknown) => void
}

/** Asks for identities in batches: the accounts of one screen are one request. */
export class IdentityLoader {
  readonly #ask: (keys: readonly string[]) => Promise<Map<string, Identity>>
  readonly #learn: (identities: ReadonlyMap<string, Identity>) => void
  #waiting = new Map<string, Waiting[]>()

  /** @param learn receives each answer whole: it can name more accounts than were asked for */
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
