/** The services of the analysis thread. */
const SERVICES = ['detection', 'classification', 'parse'] as const

/** The name of a service in the analysis thread. */
export type ServiceName = (typeof SERVICES)[number]

/** The item that a service processes: an account's address or a trace's number. */
export type WorkItem = { readonly service: ServiceName; readonly key: Buffer }

/** Layout: key length, service, key. */
const KEY_AT = 2
const MAX_KEY_BYTES = 62

/**
 * The item that a thread processes, in memory that the starting thread can read after the thread has ended: the item
 * is then the likely reason. A message for each item would take longer than some items do.
 */
export class CurrentItem {
  readonly memory: SharedArrayBuffer
  readonly #bytes: Buffer

  /** @param memory of the same item in another thread */
  constructor(memory = new SharedArrayBuffer(KEY_AT + MAX_KEY_BYTES)) {
    this.memory = memory
    this.#bytes = Buffer.from(memory)
  }

  /** @param key 1 to 62 bytes */
  set(service: ServiceName, key: Uint8Array): void {
    if (key.length === 0 || key.length > MAX_KEY_BYTES) throw new RangeError(`a key of ${key.length} bytes`)
    // The thread can be terminated between these lines: the length, written last, marks the rest as complete.
    this.#bytes[0] = 0
    this.#bytes[1] = SERVICES.indexOf(service)
    this.#bytes.set(key, KEY_AT)
    this.#bytes[0] = key.length
  }

  clear(): void {
    this.#bytes[0] = 0
  }

  read(): WorkItem | undefined {
    const length = this.#bytes[0] as number
    const service = SERVICES[this.#bytes[1] as number]
    if (length === 0 || service === undefined) return undefined
    // A copy, because the memory is reused.
    return { service, key: Buffer.from(this.#bytes.subarray(KEY_AT, KEY_AT + length)) }
  }
}
