import { renameSync, rmSync } from 'node:fs'
import { CheckedRecord } from './checkedRecord.ts'
import { DevnetDirectoryError } from './directoryError.ts'
import { FrameLog } from './frameLog.ts'

/** A waiting external message with the number by which steps settle it. */
export type JournaledMessage = { readonly number: number; readonly body: Buffer }

/** Minimum size of a journal that is rewritten, bytes; it must also be four times as long as the waiting messages. */
const LEAST_REWRITE = 1 << 20

export type JournalOptions = {
  /** Reads intact data only, and never changes a file. */
  readonly readOnly?: boolean | undefined
}

/**
 * The accepted external messages, in `messages`: `number:uint32 body` each, with ascending numbers. Messages that a
 * step has settled stay until the journal is rewritten. `messages.last` has the last number: it is written after the
 * message, so a killed process leaves it at most one message behind; if it is ahead of the journal, the journal has
 * lost messages.
 */
export class MessageJournal {
  readonly #path: string
  readonly #isReadOnly: boolean
  readonly #last: CheckedRecord
  #log: FrameLog
  #next = 1
  #isBegun = false
  /** The highest number in the journal itself when it was opened, and the recorded one. */
  #found = 0
  #recorded = 0

  /**
   * Opens the journal and passes its messages on in order. Changes nothing until `begin`.
   * @throws DevnetDirectoryError
   */
  constructor(
    path: string,
    onMessage: (message: JournaledMessage) => void,
    { readOnly = false }: JournalOptions = {},
  ) {
    this.#path = path
    this.#isReadOnly = readOnly
    this.#last = new CheckedRecord(`${path}.last`, NUMBER_BYTES)
    try {
      this.#recorded = readOnly ? 0 : (this.#last.read()?.readUInt32LE() ?? 0)
      // Opened read-only at first: a start that is refused later changes nothing.
      this.#log = new FrameLog(
        path,
        ({ payload }) => {
          const number = payload.readUInt32LE(0)
          this.#found = Math.max(this.#found, number)
          this.startAfter(number)
          if (payload.length > NUMBER_BYTES)
            onMessage({ number, body: Buffer.from(payload.subarray(NUMBER_BYTES)) })
        },
        () => {},
        { readOnly: true, untilDamage: readOnly },
      )
    } catch (error) {
      this.#last.close()
      throw error
    }
  }

  /** Whether the journal has lost accepted messages. */
  get isShort(): boolean {
    return this.#found < this.#recorded
  }

  /** Numbers up to this one are in use. */
  startAfter(number: number): void {
    this.#next = Math.max(this.#next, number + 1)
  }

  /** Throws DevnetDirectoryError if an accepted message is lost: neither in the journal nor settled by a step. */
  checkComplete(isKnown: (number: number) => boolean): void {
    if (!this.isShort) return
    let lost = 0
    for (let number = 1; number <= this.#recorded; number++) if (!isKnown(number)) lost++
    if (lost === 0) return
    const what = lost === 1 ? 'an accepted message is' : `${lost} accepted messages are`
    throw new DevnetDirectoryError(
      'corrupt',
      this.#path,
      `${what} missing: the last one in this file is ${this.#found}, the last one accepted was ${this.#recorded}`,
    )
  }

  /** Makes the journal writable, once: cuts off a torn tail, and records the last number if that is behind. */
  begin(): void {
    if (this.#isReadOnly || this.#isBegun) return
    this.#log.close()
    this.#log = new FrameLog(this.#path, () => {})
    this.#isBegun = true
    this.startAfter(this.#recorded)
    if (this.#next - 1 > this.#recorded) this.#record(this.#next - 1)
  }

  /** Writes a message. @returns its number. @throws DevnetDirectoryError; it is not written then */
  add(body: Buffer): number {
    this.begin()
    const number = this.#next
    const span = this.#log.append(entry(number, body))
    try {
      this.#record(number)
    } catch (error) {
      this.#log.truncateBefore(span)
      throw error
    }
    this.#next++
    return number
  }

  /** Rewrites the journal with the waiting messages only, if it has grown to four times their size. */
  compact(waitingBytes: number, waiting: () => Iterable<JournaledMessage>): void {
    if (this.#log.size < LEAST_REWRITE || this.#log.size < 4 * waitingBytes) return
    const path = `${this.#path}.new`
    rmSync(path, { force: true })
    const log = new FrameLog(path, () => {})
    try {
      for (const { number, body } of waiting()) log.append(entry(number, body))
      // The last number in use comes last: without it the waiting messages would be cut off.
      log.append(entry(this.#next - 1, Buffer.alloc(0)))
      renameSync(path, this.#path)
    } finally {
      log.close()
    }
    this.#log.close()
    this.#log = new FrameLog(this.#path, () => {})
  }

  close(): void {
    this.#log.close()
    this.#last.close()
  }

  #record(number: number): void {
    const data = Buffer.alloc(NUMBER_BYTES)
    data.writeUInt32LE(number)
    this.#last.write(data)
    this.#recorded = number
  }
}

const NUMBER_BYTES = 4

function entry(number: number, body: Buffer): Buffer {
  const data = Buffer.allocUnsafe(NUMBER_BYTES + body.length)
  data.writeUInt32LE(number)
  body.copy(data, NUMBER_BYTES)
  return data
}
