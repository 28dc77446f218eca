import { accountPrefix } from '#shared/ton/shard.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import { shardCovers } from '../collator/addressPrefix.ts'
import type { ExternalOutcome } from '../collator/collateShard.ts'
import { type ExternalMessage, MessageRefusedError } from './externalCheck.ts'

/** A node holds no more per account and in all. */
const MAX_WAITING = 4096

/** External messages that wait for a block, in the order in which they came. */
export class MessagePool {
  readonly #waiting = new Map<string, ExternalMessage>()

  get size(): number {
    return this.#waiting.size
  }

  /** A message that waits already is not taken twice. @throws MessageRefusedError where too many wait */
  add(message: ExternalMessage): void {
    const key = keyOf(message)
    if (this.#waiting.has(key)) return
    if (this.#waiting.size >= MAX_WAITING) throw new MessageRefusedError('too many external messages wait')
    this.#waiting.set(key, message)
  }

  /** What waits for a shard. */
  of(shard: ShardIdent): readonly ExternalMessage[] {
    return [...this.#waiting.values()].filter(({ destination }) =>
      shardCovers(shard, { workchain: destination.workChain, prefix: accountPrefix(destination.hash) }),
    )
  }

  /** Removes what a block took or refused. */
  settle(messages: readonly ExternalMessage[], outcomes: readonly ExternalOutcome[]): void {
    messages.forEach((message, index) => {
      if (outcomes[index]?.kind !== 'left') this.#waiting.delete(keyOf(message))
    })
  }
}

function keyOf({ cell }: ExternalMessage): string {
  return cell.hash().toString('latin1')
}
