import type { BlockIdExt } from '../../chain/blockId.ts'
import type { ProofProgress } from '../errors.ts'
import type { Clock } from '../pool/clock.ts'
import type { ProvedLink } from '../verify/blockLink.ts'

/** A proof is slow if it proves fewer than SLOW_LINKS links in SLOW_AFTER_MS milliseconds. */
const SLOW_LINKS = 8
const SLOW_AFTER_MS = 10_000

/** The progress of a proof over many key blocks, and an estimate of the rest. */
export class ChainProgress {
  readonly #clock: Clock
  /** The times of the last proved links, oldest first. Before the first links, the start time fills the list. */
  readonly #recent: number[]
  #proved = 0
  #first: ProvedLink | undefined
  #last: ProvedLink | undefined
  #target: { readonly seqno: number; utime: number | undefined } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#recent = Array.from({ length: SLOW_LINKS }, () => clock.now())
  }

  /** Whether the path takes several answers. */
  get isLong(): boolean {
    return this.#target !== undefined
  }

  /** Whether the proof is too slow to wait for. */
  get isSlow(): boolean {
    return this.#clock.now() - (this.#recent[0] ?? 0) > SLOW_AFTER_MS
  }

  /** Sets the end of a long path. @param utime its Unix time, unproved and used only for the estimate */
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

  /** The progress, undefined unless the path is long. */
  get current(): ProofProgress | undefined {
    if (!this.#target) return undefined
    return { proved: this.#proved, expected: this.#proved + this.#left(), seqno: this.#last?.to.seqno ?? 0 }
  }

  /** Estimates the remaining key blocks from the rate so far: by time if it is known, else by seqno. */
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
