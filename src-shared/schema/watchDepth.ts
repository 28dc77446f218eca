/** How far back the history of a watched account is read. */
export type WatchDepth =
  | { readonly kind: 'all' }
  /** At least the newest `count` transactions. */
  | { readonly kind: 'transactions'; readonly count: number }
  /** At least all since a time, Unix seconds. */
  | { readonly kind: 'since'; readonly utime: number }

/** The depth of an account that is watched without one. */
export const USUAL_WATCH_DEPTH = '1000'

const MAX_TRANSACTIONS = 10_000_000

/** Reads a depth: `all`, a number of transactions, or a date (`2026-01-31`, UTC). Returns undefined for other text. */
export function readWatchDepth(text: string): WatchDepth | undefined {
  if (text === 'all') return { kind: 'all' }
  if (/^[0-9]{1,8}$/.test(text)) {
    const count = Number(text)
    return count >= 1 && count <= MAX_TRANSACTIONS ? { kind: 'transactions', count } : undefined
  }
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined
  const time = Date.parse(`${text}T00:00:00Z`)
  // Date.parse takes the 31st of every month.
  if (!Number.isFinite(time) || new Date(time).toISOString().slice(0, 10) !== text) return undefined
  return { kind: 'since', utime: time / 1000 }
}
