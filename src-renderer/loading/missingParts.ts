/** Names of components whose scripts could not be loaded. The layout shows a notice while there are any. */
class MissingParts {
  readonly #names = new Set<string>()
  readonly #listeners = new Set<() => void>()

  report(name: string): void {
    this.#names.add(name)
    this.#notify()
  }

  /** Removes a name whose script was loaded by a later attempt. */
  resolve(name: string): void {
    if (this.#names.delete(name)) this.#notify()
  }

  readonly hasAny = (): boolean => this.#names.size > 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const missingParts = new MissingParts()
