import type { AddressBookJson, MetadataJson, TokenInfoJson } from '#shared/schema/v3/common.ts'
import { accountKey } from '../decode/accountKey.ts'
import { askV3 } from './v3.ts'

/** What the index knows of an account besides its state: its domain, its interfaces, and the token that it is. */
export type Identity = {
  /** The friendly form with the flags that fit the contract; undefined where the account is not indexed. */
  readonly friendly: string | undefined
  readonly domain: string | undefined
  readonly interfaces: readonly string[]
  /** One entry for each kind of token that the account is; verified by the index. */
  readonly tokens: readonly TokenInfoJson[]
}

export const UNKNOWN: Identity = { friendly: undefined, domain: undefined, interfaces: [], tokens: [] }

/** The books and metadata of an answer, by account key. */
export type Names = {
  readonly address_book?: AddressBookJson | undefined
  readonly metadata?: MetadataJson | undefined
}

/** Interfaces of accounts that have metadata. */
const TOKEN_INTERFACE = /^(?:jetton|nft)_/

/**
 * Reads the identities that an answer brings along. An answer without metadata is silent on tokens: accounts that look
 * like one are left out.
 */
export function identitiesOf({ address_book, metadata }: Names): Map<string, Identity> {
  const tokens = new Map(
    Object.entries(metadata ?? {}).map(([raw, { token_info }]) => [accountKey(raw), token_info]),
  )
  const identities = new Map<string, Identity>()
  for (const [raw, { user_friendly, domain, interfaces }] of Object.entries(address_book ?? {})) {
    const key = accountKey(raw)
    const names = interfaces ?? []
    if (metadata === undefined && names.some((name) => TOKEN_INTERFACE.test(name))) continue
    identities.set(key, {
      friendly: names.length > 0 ? (user_friendly ?? undefined) : undefined,
      domain: domain ?? undefined,
      interfaces: names,
      tokens: tokens.get(key) ?? [],
    })
  }
  // Masters of jetton wallets have metadata without a place in the book.
  for (const [key, info] of tokens) {
    if (!identities.has(key)) identities.set(key, { ...UNKNOWN, tokens: info })
  }
  return identities
}

/** Asks for the identities of accounts (raw addresses). An account that the index does not know is `UNKNOWN`. */
async function askIdentities(keys: readonly string[]): Promise<Map<string, Identity>> {
  const { signal } = new AbortController()
  const address = [...keys]
  const [book, metadata] = await Promise.all([
    askV3('addressBook', { address }, signal),
    askV3('metadata', { address }, signal),
  ])
  return identitiesOf({ address_book: book.result, metadata: metadata.result })
}

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
    learn: (identities: ReadonlyMap<string, Identity>) => void = () => {},
    ask: (keys: readonly string[]) => Promise<Map<string, Identity>> = askIdentities,
  ) {
    this.#learn = learn
    this.#ask = ask
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
