import type { Cell } from '@ton/core'
import type { CommonMsgInfo } from '../../chain/block/commonMsgInfo.ts'
import type { MsgMetadata } from '../../chain/block/msgMetadata.ts'
import { compareLtHash } from './processed.ts'

/** A message that a transaction of the block in progress created. */
export type NewMessage = {
  readonly lt: bigint
  readonly hash: Buffer
  readonly message: Cell
  readonly info: Exclude<CommonMsgInfo, { readonly type: 'external-in' }>
  /** The transaction that created it. */
  readonly transaction: Cell
  readonly metadata: MsgMetadata | undefined
}

/** New messages in the order in which they are handled: by lt, then by hash. */
export class NewMessages {
  /** Sorted, with the next one last. */
  readonly #waiting: NewMessage[] = []

  add(message: NewMessage): void {
    let low = 0
    let high = this.#waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#waiting[middle] as NewMessage
      if (compareLtHash(other.lt, other.hash, message.lt, message.hash) > 0) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, message)
  }

  take(): NewMessage | undefined {
    return this.#waiting.pop()
  }
}
