import type { Clock } from '../../src-main/liteserver/pool/clock.ts'
import type { SeededRandom } from '../fixtures/seededRandom.ts'
import type { FarServerProfile } from './profiles.ts'

/** The profile of a connection's network. */
export type LinkProfile = Pick<FarServerProfile, 'rttMs' | 'spread' | 'bitsPerSecond' | 'stalls'>

type Sent = { readonly at: number; readonly deliver: () => void }

/**
 * One direction of a connection: delivers in order, with the latency and the speed of its profile. A stalled packet also
 * delays the ones after it.
 */
export class DelayLine {
  readonly #clock: Clock
  readonly #random: SeededRandom
  readonly #profile: LinkProfile
  readonly #waiting: Sent[] = []
  /** When the line has sent all that it was given; the last delivery. */
  #sentAt = 0
  #deliveredAt = 0
  #cancel: (() => void) | undefined

  constructor(clock: Clock, random: SeededRandom, profile: LinkProfile) {
    this.#clock = clock
    this.#random = random
    this.#profile = profile
  }

  /**
   * Calls `deliver` when `bytes` bytes that are sent now have arrived.
   * @param extraMs a further delay, of a handshake
   */
  send(bytes: number, deliver: () => void, extraMs = 0): void {
    const now = this.#clock.now()
    this.#sentAt = Math.max(this.#sentAt, now) + (bytes * 8_000) / this.#profile.bitsPerSecond
    const arrival = this.#sentAt + this.#latencyMs() + this.#stallMs(bytes) + extraMs
    this.#deliveredAt = Math.max(this.#deliveredAt, arrival)
    this.#waiting.push({ at: this.#deliveredAt, deliver })
    if (!this.#cancel) this.#arm()
  }

  /** Drops what has not arrived. */
  close(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#waiting.length = 0
  }

  #arm(): void {
    const next = this.#waiting[0]
    if (!next) return
    this.#cancel = this.#clock.after(Math.max(0, next.at - this.#clock.now()), () => {
      this.#cancel = undefined
      const now = this.#clock.now()
      // Timers can fire a fraction of a millisecond early.
      while (this.#waiting[0] && this.#waiting[0].at <= now + 0.5) this.#waiting.shift()?.deliver()
      this.#arm()
    })
  }

  #latencyMs(): number {
    const { rttMs, spread } = this.#profile
    return (rttMs / 2) * Math.exp(spread * normal(this.#random))
  }

  #stallMs(bytes: number): number {
    const { share, ms } = this.#profile.stalls
    return bytes > 0 && this.#random.next() < share ? ms : 0
  }
}

/** Returns a normally distributed number (Box–Muller). */
function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
