/** A cache of recently used entries: at most twice `bound`. The older half is dropped at once. */
export class RecentMap<Value> {
  readonly #bound: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(bound: number) {
    this.#bound = bound
  }

  get(key: string): Value | undefined {
    const found = this.#young.get(key)
    if (found !== undefined) return found
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#bound) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}
