import type { Cell } from '@ton/core'
import { Lru } from '../platform/lru.ts'

/** A cached answer about a public library. `cell` is undefined if no library has that hash. */
export type KnownLibrary = { readonly cell: Cell | undefined }

/** Limits of a LibraryCache. */
export type LibraryCacheOptions = {
  /** The maximum number of libraries; the least recently used one is dropped first. */
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
  readonly #entries: Lru<string, KnownLibrary & { readonly until: number }>
  readonly #lifetimeMs: number
  readonly #now: () => number

  constructor({
    size = SIZE,
    lifetimeMs = LIFETIME_MS,
    now = () => performance.now(),
  }: LibraryCacheOptions = {}) {
    this.#entries = new Lru(size)
    this.#lifetimeMs = lifetimeMs
    this.#now = now
  }

  /** Returns the cached answer about a library; undefined if the network must be queried. */
  get(hash: string): KnownLibrary | undefined {
    const known = this.#entries.get(hash)
    return known && known.until > this.#now() ? known : undefined
  }

  set(hash: string, cell: Cell | undefined): void {
    this.#entries.set(hash, { cell, until: this.#now() + this.#lifetimeMs })
  }
}
