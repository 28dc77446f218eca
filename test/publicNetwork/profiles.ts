import type { LiteFunctionName } from '../../src-main/liteserver/tl/liteApi.ts'

/** How a liteserver of a public network behaves. Times are in milliseconds. */
export type FarServerProfile = {
  /** Median time from a query to its answer, without the transfer of the answer's bytes. */
  readonly rttMs: number
  /** Standard deviation of the logarithm of that time: its distribution is log-normal. */
  readonly spread: number
  readonly bitsPerSecond: number
  /** Share of the answers whose packets are lost once, and the time until they are sent again. */
  readonly stalls: { readonly share: number; readonly ms: number }
  /** Queries a second beyond which it refuses; undefined for no limit. */
  readonly rate?: { readonly perSecond: number; readonly refusal: RateRefusal } | undefined
  /** Number of masterchain blocks by which its head is behind. */
  readonly lag: number
  /** Number of newest blocks, and states, that it keeps of each workchain; undefined for an archival server. */
  readonly keeps?: { readonly blocks: number; readonly states: number } | undefined
  /** Functions that its version does not have. */
  readonly unknown: readonly (LiteFunctionName | 'waitMasterchainSeqno')[]
  /** It closes its connections and refuses new ones for `downMs` every `everyMs`. */
  readonly restarts?: { readonly everyMs: number; readonly downMs: number } | undefined
  /** It answers polls of its head and nothing else. */
  readonly hangs?: boolean
}

/** `node`: code 228, the reference's limiter; `proxy`: code 429 of the common proxies; `close`: the connection ends. */
export type RateRefusal = 'node' | 'proxy' | 'close'

const MBIT = 1_000_000
const PERFECT: FarServerProfile = {
  rttMs: 30,
  spread: 0,
  bitsPerSecond: 20 * MBIT,
  stalls: { share: 0, ms: 0 },
  lag: 0,
  unknown: [],
}

/** A server of the network `near` with another round trip. */
export function faultless(rttMs: number): FarServerProfile {
  return { ...PERFECT, rttMs }
}

/**
 * The same server for a client whose time passes more slowly: a machine that is too busy for the real rate can measure
 * with all times of the network stretched by `factor`.
 */
export function stretched(profile: FarServerProfile, factor: number): FarServerProfile {
  const { rttMs, bitsPerSecond, stalls, rate, restarts } = profile
  return {
    ...profile,
    rttMs: rttMs * factor,
    bitsPerSecond: bitsPerSecond / factor,
    stalls: { ...stalls, ms: stalls.ms * factor },
    rate: rate && { ...rate, perSecond: rate.perSecond / factor },
    restarts: restarts && { everyMs: restarts.everyMs * factor, downMs: restarts.downMs * factor },
  }
}

/** Twelve servers 20 to 400 ms away, three archival, each fault mildly on some of them. */
function publicServers(): FarServerProfile[] {
  const rtts = [20, 45, 60, 80, 100, 120, 140, 170, 200, 250, 320, 400]
  return rtts.map((rttMs, index): FarServerProfile => {
    const isArchival = index % 4 === 2
    return {
      rttMs,
      spread: 0.15,
      bitsPerSecond: 20 * MBIT,
      stalls: { share: 0.01, ms: 300 },
      lag: [0, 0, 1, 0, 2, 0, 0, 1, 0, 5, 0, 10][index] ?? 0,
      keeps: isArchival ? undefined : { blocks: 600 + 100 * index, states: 200 },
      rate:
        index % 3 === 0
          ? { perSecond: 20, refusal: (['node', 'proxy', 'close', 'node'] as const)[index / 3] ?? 'node' }
          : undefined,
      unknown:
        index === 7 ? ['listBlockTransactionsExt', 'getLibrariesWithProof', 'waitMasterchainSeqno'] : [],
      restarts: index === 4 ? { everyMs: 60_000, downMs: 5_000 } : undefined,
      ...(index === 8 && { hangs: true }),
    }
  })
}

/** Four servers half a second away, a fifth of whose answers stall, with five queries a second each. */
function badServers(): FarServerProfile[] {
  return Array.from({ length: 4 }, (_, index) => ({
    ...PERFECT,
    rttMs: 500,
    spread: 0.3,
    bitsPerSecond: 2 * MBIT,
    stalls: { share: 0.2, ms: 2_000 },
    rate: { perSecond: 5, refusal: index % 2 === 0 ? ('node' as const) : ('proxy' as const) },
    lag: index,
    keeps: index === 0 ? undefined : { blocks: 1_000, states: 300 },
  }))
}

/** Networks by name: `near` has one faultless server 30 ms away. */
export const PRESETS = {
  near: () => [faultless(30)],
  public: publicServers,
  bad: badServers,
} as const satisfies Readonly<Record<string, () => FarServerProfile[]>>

export type PresetName = keyof typeof PRESETS
