/**
 * What the window remembers between visits. The one module that touches localStorage: its content belongs to an
 * origin with its port, so the desktop's settings file is to replace it here and nowhere else.
 */

export type ThemeChoice = 'system' | 'light' | 'dark'

const THEME_KEY = 'tonscope.theme'
const RECENT_KEY = 'tonscope.recent.'
const LABELS_KEY = 'tonscope.labels.'
const FAUCET_KEY = 'tonscope.faucet.address'
const SYSTEM_KEY = 'tonscope.transactions.system'
const FAILED_KEY = 'tonscope.transactions.failed'
const WELCOME_KEY = 'tonscope.welcome'
const MAX_RECENT = 10
const MAX_LABELS = 1_000
const MAX_LABEL = 40

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // Storage may be switched off by the browser's policy: then nothing is remembered.
    return undefined
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above, and when the quota is used up.
  }
}

export function readTheme(): ThemeChoice {
  const choice = read(THEME_KEY)
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

export function writeTheme(choice: ThemeChoice): void {
  write(THEME_KEY, choice === 'system' ? undefined : choice)
}

/** A search that led somewhere: what was typed for it, and where it led. */
export type RecentSearch = { readonly text: string; readonly label: string; readonly path: string }

function isRecentSearch(value: unknown): value is RecentSearch {
  const { text, label, path } = (value ?? {}) as Record<string, unknown>
  return [text, label, path].every((part) => typeof part === 'string')
}

/** The last searches of a network, newest first. */
export function readRecent(networkId: string): RecentSearch[] {
  try {
    const stored: unknown = JSON.parse(read(RECENT_KEY + networkId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentSearch).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

function writeRecent(networkId: string, searches: readonly RecentSearch[]): void {
  write(RECENT_KEY + networkId, searches.length > 0 ? JSON.stringify(searches) : undefined)
}

/** Puts a search first; the same place is kept once. Returns the new list. */
export function addRecent(networkId: string, search: RecentSearch): RecentSearch[] {
  const others = readRecent(networkId).filter(({ path }) => path !== search.path)
  const searches = [search, ...others].slice(0, MAX_RECENT)
  writeRecent(networkId, searches)
  return searches
}

export function removeRecent(networkId: string, path: string): RecentSearch[] {
  const searches = readRecent(networkId).filter((search) => search.path !== path)
  writeRecent(networkId, searches)
  return searches
}

/** Reads the user's own names of accounts, by account key. */
export function readAccountLabels(networkId: string): ReadonlyMap<string, string> {
  try {
    const stored: unknown = JSON.parse(read(LABELS_KEY + networkId) ?? '[]')
    const isLabel = (entry: unknown): entry is [string, string] =>
      Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
    return new Map(Array.isArray(stored) ? stored.filter(isLabel).slice(0, MAX_LABELS) : [])
  } catch {
    return new Map()
  }
}

/** Names an account, or removes its name. Returns all names; the oldest give way beyond the limit. */
export function writeAccountLabel(
  networkId: string,
  key: string,
  label: string | undefined,
): ReadonlyMap<string, string> {
  const labels = new Map(readAccountLabels(networkId))
  labels.delete(key)
  const text = label?.trim().slice(0, MAX_LABEL)
  if (text) labels.set(key, text)
  const kept = [...labels].slice(-MAX_LABELS)
  write(LABELS_KEY + networkId, kept.length > 0 ? JSON.stringify(kept) : undefined)
  return new Map(kept)
}

/** The account that got coins last. */
export function readFaucetAddress(): string {
  return read(FAUCET_KEY) ?? ''
}

export function writeFaucetAddress(address: string): void {
  write(FAUCET_KEY, address === '' ? undefined : address)
}

/** Which of the latest transactions are listed. */
export type TransactionFilter = {
  /** Also those that the network itself makes in every block. */
  readonly system: boolean
  readonly failedOnly: boolean
}

export function readTransactionFilter(): TransactionFilter {
  return { system: read(SYSTEM_KEY) === 'shown', failedOnly: read(FAILED_KEY) === 'only' }
}

export function writeTransactionFilter({ system, failedOnly }: TransactionFilter): void {
  write(SYSTEM_KEY, system ? 'shown' : undefined)
  write(FAILED_KEY, failedOnly ? 'only' : undefined)
}

/** Whether the first-start card was put away. */
export function readWelcomeSeen(): boolean {
  return read(WELCOME_KEY) === 'seen'
}

export function writeWelcomeSeen(): void {
  write(WELCOME_KEY, 'seen')
}
