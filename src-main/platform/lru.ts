/** A cache of the `limit` most recently used entries. */
export class Lru<K, V> {
  readonly #limit: number
  readonly #onEvict: ((value: V) => void) | undefined
  readonly #entries = new Map<K, V>()

  /** @param onEvict called with each value that is dropped because of the limit */
  constructor(limit: number, onEvict?: (value: V) => void) {
    this.#limit = limit
    this.#onEvict = onEvict
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    // A Map keeps the order of insertion, so a used entry moves to the end.
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  /** Returns the value of a key; calls `make` and stores its result if there is none. */
  getOrMake(key: K, make: () => V): V {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#limit) return
    for (const [oldest, dropped] of this.#entries) {
      this.#entries.delete(oldest)
      this.#onEvict?.(dropped)
      return
    }
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  entries(): IterableIterator<[K, V]> {
    return this.#entries.entries()
  }

  values(): IterableIterator<V> {
    return this.#entries.values()
  }
}
