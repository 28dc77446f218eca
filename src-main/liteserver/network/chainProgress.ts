import type { BlockIdExt } from '../../chain/blockId.ts'
import type { ProofProgress } from '../errors.ts'
import type { Clock } from '../pool/clock.ts'
import type { ProvedLink } from '../verify/blockLink.ts'

/** A proof is slow when it proves fewer links than these in this time, ms. */
const SLOW_LINKS = 8
const SLOW_AFTER_MS = 10_000

/** How far a proof over many key blocks is, and how far it has to go. */
export class ChainProgress {
  readonly #clock: Clock
  /** When the last links were proved, the oldest first; the start stands for those before the first. */
  readonly #recent: number[]
  #proved = 0
  #first: ProvedLink | undefined
  #last: ProvedLink | undefined
  #target: { readonly seqno: number; utime: number | undefined } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#recent = Array.from({ length: SLOW_LINKS }, () => clock.now())
  }

  /** The path takes several answers. */
  get isLong(): boolean {
    return this.#target !== undefined
  }

  /** Too slow to wait for. */
  get isSlow(): boolean {
    return this.#clock.now() - (this.#recent[0] ?? 0) > SLOW_AFTER_MS
  }

  /** Where a long path leads. @param utime unix seconds of that block; an estimate depends on it, no proof does */
  setTarget({ seqno }: BlockIdExt, utime?: number): void {
    this.#target = { seqno, utime }
  }

  noteLink(link: ProvedLink): void {
    this.#recent.push(this.#clock.now())
    this.#recent.shift()
    if (!link.isKeyBlock) return
    this.#proved++
    this.#first ??= link
    this.#last = link
  }

  /** Undefined unless the path is long. */
  get current(): ProofProgress | undefined {
    if (!this.#target) return undefined
    return { proved: this.#proved, expected: this.#proved + this.#left(), seqno: this.#last?.to.seqno ?? 0 }
  }

  /** Key blocks still to come, at the rate of those that came: by time where that is known, else by seqno. */
  #left(): number {
    const [first, last, target] = [this.#first, this.#last, this.#target]
    if (!first || !last || !target || first === last) return 0
    const [from, at, to] =
      target.utime !== undefined && first.genUtime !== undefined && last.genUtime !== undefined
        ? [first.genUtime, last.genUtime, target.utime]
        : [first.to.seqno, last.to.seqno, target.seqno]
    return at <= from || to <= at ? 0 : Math.round(((this.#proved - 1) * (to - at)) / (at - from))
  }
}
