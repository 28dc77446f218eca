import { renameSync, rmSync } from 'node:fs'
import { FrameLog } from './frameLog.ts'

/** An external message that waits, under the number by which steps settle it. */
export type JournaledMessage = { readonly number: number; readonly body: Buffer }

/** The journal is written anew when it is longer than this and than four times what waits. */
const LEAST_REWRITE = 1 << 20

/**
 * The external messages that were accepted, in `messages`: `number:uint32 body` each. Those that a step has settled
 * stay until the journal is written anew.
 */
export class MessageJournal {
  readonly #path: string
  #log: FrameLog
  #next: number

  /**
   * Opens the journal and hands over all that it holds, in the order in which it came.
   * @throws DevnetDirectoryError
   */
  constructor(path: string, onMessage: (message: JournaledMessage) => void) {
    this.#path = path
    this.#next = 1
    this.#log = new FrameLog(path, ({ payload }) => {
      const number = payload.readUInt32LE(0)
      this.startAfter(number)
      if (payload.length > NUMBER_BYTES)
        onMessage({ number, body: Buffer.from(payload.subarray(NUMBER_BYTES)) })
    })
  }

  /** Numbers up to this one are in use. */
  startAfter(number: number): void {
    this.#next = Math.max(this.#next, number + 1)
  }

  /** Writes a message down. @returns its number. @throws DevnetDirectoryError; it is not written then */
  add(body: Buffer): number {
    const number = this.#next
    this.#log.append(entry(number, body))
    this.#next++
    return number
  }

  /** Writes the journal anew with what still waits, if that is worth it. */
  compact(waitingBytes: number, waiting: () => Iterable<JournaledMessage>): void {
    if (this.#log.size < LEAST_REWRITE || this.#log.size < 4 * waitingBytes) return
    const path = `${this.#path}.new`
    rmSync(path, { force: true })
    const log = new FrameLog(path, () => {})
    try {
      // The numbers go on where they were, whatever waits.
      log.append(entry(this.#next - 1, Buffer.alloc(0)))
      for (const { number, body } of waiting()) log.append(entry(number, body))
      renameSync(path, this.#path)
    } finally {
      log.close()
    }
    this.#log.close()
    this.#log = new FrameLog(this.#path, () => {})
  }

  close(): void {
    this.#log.close()
  }
}

const NUMBER_BYTES = 4

function entry(number: number, body: Buffer): Buffer {
  const data = Buffer.allocUnsafe(NUMBER_BYTES + body.length)
  data.writeUInt32LE(number)
  body.copy(data, NUMBER_BYTES)
  return data
}
