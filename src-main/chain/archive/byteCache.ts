/** Values by key, the least recently used dropped as soon as their sizes add up to more than `maxBytes`. */
export class ByteCache<V> {
  private readonly maxBytes: number
  private readonly entries = new Map<string, { readonly value: V; readonly size: number }>()
  private bytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Sum of the sizes of what is kept. */
  get size(): number {
    return this.bytes
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    this.entries.delete(key)
    this.entries.set(key, entry)
    return entry.value
  }

  /** Keeps `value` in the place of an older one; a value larger than the whole cache is not kept. */
  set(key: string, value: V, size: number): void {
    const old = this.entries.get(key)
    if (old) {
      this.entries.delete(key)
      this.bytes -= old.size
    }
    if (size > this.maxBytes) return
    this.entries.set(key, { value, size })
    this.bytes += size
    for (const [oldest, entry] of this.entries) {
      if (this.bytes <= this.maxBytes) break
      this.entries.delete(oldest)
      this.bytes -= entry.size
    }
  }
}
