import type { Cell } from '@ton/core'

/** A cached answer about a public library. `cell` is undefined if no library has that hash. */
export type KnownLibrary = { readonly cell: Cell | undefined }

/** Limits of a LibraryCache. */
export type LibraryCacheOptions = {
  /** The maximum number of libraries; the oldest are dropped first. */
  readonly size?: number
  /** Milliseconds for which an answer is valid: libraries can be published and removed. */
  readonly lifetimeMs?: number
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

const SIZE = 256
const LIFETIME_MS = 60_000

/** A short-lived cache of public libraries by hash (lower-case hexadecimal). */
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

  /** Returns the cached answer about a library; undefined if the network must be queried. */
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
