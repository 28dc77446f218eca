import { accountPrefix } from '#shared/ton/shard.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { shardCovers } from '../collator/addressPrefix.ts'
import type { ExternalOutcome } from '../collator/collateShard.ts'
import { type ExternalMessage, MessageRefusedError, openExternalMessage } from './externalCheck.ts'
import { type JournalOptions, MessageJournal } from './messageJournal.ts'

/** Limits of waiting messages; a node limits their time instead. */
export type PoolLimits = {
  readonly messages: number
  /** Maximum size of the messages' files. */
  readonly bytes: number
  readonly perAccount: number
}

const POOL_LIMITS: PoolLimits = { messages: 8192, bytes: 64 << 20, perAccount: 256 }

/** A waiting message; steps settle it by its number. */
export type WaitingMessage = ExternalMessage & { readonly number: number; readonly body: Buffer }

/** External messages that wait for a block, in the order of their arrival, stored in the directory's journal. */
export class MessagePool {
  readonly #journal: MessageJournal
  readonly #limits: PoolLimits
  /** Messages by number, ascending. */
  readonly #waiting = new Map<number, WaitingMessage>()
  /** Numbers by the hash of the message's cell. */
  readonly #hashes = new Map<string, number>()
  readonly #perAccount = new Map<string, number>()
  #bytes = 0
  /** Numbers of a journal that has lost messages, and of messages that steps have processed. */
  #known: Set<number> | undefined

  /**
   * Opens the journal at `path`: its messages wait until `settle`d. Changes no file until `begin`.
   * @throws DevnetDirectoryError
   */
  constructor(path: string, limits: PoolLimits = POOL_LIMITS, options: JournalOptions = {}) {
    this.#limits = limits
    this.#journal = new MessageJournal(
      path,
      ({ number, body }) => this.#put({ ...openExternalMessage(body), number, body }),
      options,
    )
    if (this.#journal.isShort) this.#known = new Set(this.#waiting.keys())
  }

  /**
   * Throws DevnetDirectoryError if messages were lost that no step has settled. Must be called after `settle` for all
   * steps.
   */
  checkComplete(): void {
    const known = this.#known
    if (known) this.#journal.checkComplete((number) => known.has(number))
  }

  /** Makes the files writable. */
  begin(): void {
    this.#known = undefined
    this.#journal.begin()
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Hashes of the message cells, in the order of their arrival. */
  hashes(): readonly Buffer[] {
    return [...this.#waiting.values()].map(({ cell }) => cell.hash())
  }

  has(message: ExternalMessage): boolean {
    return this.#hashes.has(keyOf(message))
  }

  /** @throws MessageRefusedError if too many messages wait */
  checkRoom({ destination }: ExternalMessage, bytes: number): void {
    const { messages, bytes: maxBytes, perAccount } = this.#limits
    const account = destination.toRawString()
    if ((this.#perAccount.get(account) ?? 0) >= perAccount) {
      const id = destination.hash.toString('hex').toUpperCase()
      throw new MessageRefusedError(`too many external messages to address ${destination.workChain}:${id}`)
    }
    if (this.#waiting.size >= messages || this.#bytes + bytes > maxBytes) {
      throw new MessageRefusedError('too many pending external message checks')
    }
  }

  /**
   * Adds a message (whose file is `body`) after it is stored; a message that already waits is not added again.
   * @throws MessageRefusedError, DevnetDirectoryError
   */
  add(message: ExternalMessage, body: Buffer): void {
    if (this.has(message)) return
    this.checkRoom(message, body.length)
    this.#put({ ...message, number: this.#journal.add(body), body })
  }

  /** Returns the messages that wait for a shard. */
  of(shard: ShardIdent): readonly WaitingMessage[] {
    return [...this.#waiting.values()].filter(({ destination }) =>
      shardCovers(shard, { workchain: destination.workChain, prefix: accountPrefix(destination.hash) }),
    )
  }

  /** Returns the number of a waiting message by the hash of its cell. */
  numberOf(hash: Buffer): number | undefined {
    return this.#hashes.get(hash.toString('latin1'))
  }

  /** Removes the messages that a step has settled. */
  settle(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#journal.startAfter(number)
      this.#known?.add(number)
      const message = this.#waiting.get(number)
      if (!message) continue
      this.#waiting.delete(number)
      this.#hashes.delete(keyOf(message))
      this.#bytes -= message.body.length
      this.#count(message, -1)
    }
  }

  /** Removes settled messages from the journal. */
  compact(): void {
    this.#journal.compact(this.#bytes, () => this.#waiting.values())
  }

  close(): void {
    this.#journal.close()
  }

  #put(message: WaitingMessage): void {
    this.#waiting.set(message.number, message)
    this.#hashes.set(keyOf(message), message.number)
    this.#bytes += message.body.length
    this.#count(message, 1)
  }

  #count({ destination }: ExternalMessage, change: number): void {
    const account = destination.toRawString()
    const count = (this.#perAccount.get(account) ?? 0) + change
    if (count > 0) this.#perAccount.set(account, count)
    else this.#perAccount.delete(account)
  }
}

/** Returns the numbers of the messages that a block included or refused. */
export function settledNumbers(
  messages: readonly WaitingMessage[],
  outcomes: readonly ExternalOutcome[],
): readonly number[] {
  return messages.flatMap(({ number }, index) => (outcomes[index]?.kind === 'left' ? [] : [number]))
}

function keyOf({ cell }: ExternalMessage): string {
  return cell.hash().toString('latin1')
}
