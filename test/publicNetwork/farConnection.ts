import type { Clock } from '../../src-main/liteserver/pool/clock.ts'
import type { SeededRandom } from '../fixtures/seededRandom.ts'
import { DelayLine, type LinkProfile } from './delayLine.ts'

/** Round trips before the first query of a connection: of TCP, and of the ADNL handshake with its confirmation. */
const HANDSHAKE_TRIPS = 2

/** The network between a client and a server, as one connection sees it. */
export class FarConnection {
  readonly #up: DelayLine
  readonly #down: DelayLine
  #handshakeMs: number

  constructor(clock: Clock, random: SeededRandom, profile: LinkProfile) {
    // Queries are small: neither their transfer nor their loss counts.
    this.#up = new DelayLine(clock, random, { ...profile, stalls: { share: 0, ms: 0 } })
    this.#down = new DelayLine(clock, random, profile)
    this.#handshakeMs = HANDSHAKE_TRIPS * profile.rttMs
  }

  /** Resolves when the bytes of a query have reached the server. */
  up(bytes: number): Promise<void> {
    const extraMs = this.#handshakeMs
    this.#handshakeMs = 0
    return new Promise((resolve) => this.#up.send(bytes, resolve, extraMs))
  }

  /** Resolves when the bytes of an answer have reached the client. */
  down(bytes: number): Promise<void> {
    return new Promise((resolve) => this.#down.send(bytes, resolve))
  }

  /** Drops what is under way: its promises stay pending. */
  close(): void {
    this.#up.close()
    this.#down.close()
  }
}
