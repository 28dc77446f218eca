import type { Cell } from '@ton/core'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { loadBlockExtra } from '../../../src-main/chain/block/blockExtra.ts'
import { loadInMsgDescr } from '../../../src-main/chain/block/inMsgDescr.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { loadOutMsgDescr } from '../../chain/blockCodecs.ts'

/** A message that entered a queue: in how many queues it is now, and whether it was delivered. */
type Way = { queues: number; isDelivered: boolean }

/** Follows every message between accounts through the blocks of all shards: each must be delivered exactly once. */
export class MessageLedger {
  readonly #onWay = new Map<string, Way>()
  readonly #delivered = new Set<string>()

  /** Messages that are in a queue, delivered or not. */
  get onWay(): number {
    return this.#onWay.size
  }

  get delivered(): number {
    return this.#delivered.size
  }

  /** Takes the blocks of a step, the masterchain's last. @throws Error where a message goes wrong */
  add(blocks: readonly Cell[]): void {
    const descriptors = blocks.map((root) => {
      const { extra } = parseCell(root, 'Block', loadBlock)
      const { inMsgDescr, outMsgDescr } = parseCell(extra, 'BlockExtra', loadBlockExtra)
      return {
        incoming: [...parseCell(inMsgDescr, 'InMsgDescr', loadInMsgDescr).entries()],
        outgoing: [...parseCell(outMsgDescr, 'OutMsgDescr', loadOutMsgDescr).entries()],
      }
    })
    for (const { incoming, outgoing } of descriptors) {
      const out = new Map(outgoing.map(({ key, value }) => [key.toString('hex'), value]))
      for (const { key, value } of incoming) {
        const hash = key.toString('hex')
        if (value.kind === 'fin') this.#deliver(hash, this.#wayOf(hash))
        if (value.kind === 'imm') this.#deliver(hash, undefined)
        if (value.kind === 'tr') {
          if (this.#wayOf(hash).isDelivered) throw new Error(`${hash} goes on though it has arrived`)
          if (!out.get(hash)?.kind.startsWith('tr')) throw new Error(`${hash} comes in and doesn't go on`)
        }
      }
      for (const [hash, { kind }] of out) {
        if (kind === 'new') {
          if (this.#onWay.has(hash)) throw new Error(`${hash} is sent twice`)
          this.#onWay.set(hash, { queues: 1, isDelivered: false })
        }
        if (kind === 'tr') this.#wayOf(hash).queues++
        if (kind === 'deq-short' || kind === 'deq-imm') this.#leave(hash, this.#wayOf(hash))
      }
    }
  }

  #deliver(hash: string, way: Way | undefined): void {
    if (this.#delivered.has(hash)) throw new Error(`${hash} is delivered twice`)
    this.#delivered.add(hash)
    if (way) way.isDelivered = true
  }

  #leave(hash: string, way: Way): void {
    way.queues--
    if (way.queues > 0) return
    if (!way.isDelivered) throw new Error(`${hash} is lost`)
    this.#onWay.delete(hash)
  }

  #wayOf(hash: string): Way {
    const way = this.#onWay.get(hash)
    if (!way) throw new Error(`${hash} is in no queue`)
    return way
  }
}
