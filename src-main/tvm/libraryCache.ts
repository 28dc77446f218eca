import type { Cell } from '@ton/core'

/** What the network said of a public library: undefined inside where there is none of that hash. */
export type KnownLibrary = { readonly cell: Cell | undefined }

export type LibraryCacheOptions = {
  /** Libraries at most; those that were read first go first. */
  readonly size?: number
  /** How long an answer is used, milliseconds: libraries can be published and withdrawn. */
  readonly lifetimeMs?: number
  /** A steady clock, milliseconds. */
  readonly now?: () => number
}

const SIZE = 256
const LIFETIME_MS = 60_000

/** Public libraries by hash (lower-case hexadecimal), for a short time. */
export class LibraryCache {
  readonly #entries = new Map<string, KnownLibrary & { readonly until: number }>()
  readonly #size: number
  readonly #lifetimeMs: number
  readonly #now: () => number

  constructor({
    size = SIZE,
    lifetimeMs = LIFETIME_MS,
    now = () => performance.now(),
  }: LibraryCacheOptions = {}) {
    this.#size = size
    this.#lifetimeMs = lifetimeMs
    this.#now = now
  }

  /** Returns what is known of a library; undefined where the network must be asked. */
  get(hash: string): KnownLibrary | undefined {
    const known = this.#entries.get(hash)
    if (!known) return undefined
    if (known.until > this.#now()) return known
    this.#entries.delete(hash)
    return undefined
  }

  set(hash: string, cell: Cell | undefined): void {
    this.#entries.delete(hash)
    const oldest = this.#entries.keys().next()
    if (this.#entries.size >= this.#size && !oldest.done) this.#entries.delete(oldest.value)
    this.#entries.set(hash, { cell, until: this.#now() + this.#lifetimeMs })
  }
}
