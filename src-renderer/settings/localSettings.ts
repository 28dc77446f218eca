import { MAX_LABEL_NAME } from '#shared/labelLimits.ts'

/**
 * Settings of the window. This is the only module that uses localStorage, whose content belongs to an origin
 * with its port.
 */

export type ThemeChoice = 'system' | 'light' | 'dark'

const THEME_KEY = 'tonscope.theme'
const RECENT_KEY = 'tonscope.recent.'
const LABELS_KEY = 'tonscope.labels.'
const FAUCET_KEY = 'tonscope.faucet.address'
const SYSTEM_KEY = 'tonscope.transactions.system'
const FAILED_KEY = 'tonscope.transactions.failed'
const WELCOME_KEY = 'tonscope.welcome'
const NETWORK_KEY = 'tonscope.network'
const HINTS_KEY = 'tonscope.hints.'
const MAX_RECENT = 10
const MAX_LABELS = 1_000

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    // The browser's policy can deny storage: then there are no stored settings.
    return undefined
  }
}

function write(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // As above, or the quota is used up.
  }
}

export function readTheme(): ThemeChoice {
  const choice = read(THEME_KEY)
  return choice === 'light' || choice === 'dark' ? choice : 'system'
}

export function writeTheme(choice: ThemeChoice): void {
  write(THEME_KEY, choice === 'system' ? undefined : choice)
}

/** A successful search: its text, and the page that it opened. */
export type RecentSearch = { readonly text: string; readonly label: string; readonly path: string }

function isRecentSearch(value: unknown): value is RecentSearch {
  const { text, label, path } = (value ?? {}) as Record<string, unknown>
  return [text, label, path].every((part) => typeof part === 'string')
}

/** Returns the last searches of a network, newest first. */
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

/** Adds a search as the first one and removes others of the same page. Returns the new list. */
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

/** Returns the user's labels of accounts, by account key. */
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

/** Sets or removes the label of an account. Returns all labels; above the limit the oldest are removed. */
export function writeAccountLabel(
  networkId: string,
  key: string,
  label: string | undefined,
): ReadonlyMap<string, string> {
  const labels = new Map(readAccountLabels(networkId))
  labels.delete(key)
  const text = label?.trim().slice(0, MAX_LABEL_NAME)
  if (text) labels.set(key, text)
  const kept = [...labels].slice(-MAX_LABELS)
  write(LABELS_KEY + networkId, kept.length > 0 ? JSON.stringify(kept) : undefined)
  return new Map(kept)
}

/** Removes all labels of a network from this browser. */
export function removeAccountLabels(networkId: string): void {
  write(LABELS_KEY + networkId, undefined)
}

/** Returns the last account that received coins. */
export function readFaucetAddress(): string {
  return read(FAUCET_KEY) ?? ''
}

export function writeFaucetAddress(address: string): void {
  write(FAUCET_KEY, address === '' ? undefined : address)
}

/** The filter of the latest transactions. */
export type TransactionFilter = {
  /** Includes the network's own transactions, which are in every block. */
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

/** Returns whether the first-start card was dismissed. */
export function readWelcomeSeen(): boolean {
  return read(WELCOME_KEY) === 'seen'
}

export function writeWelcomeSeen(): void {
  write(WELCOME_KEY, 'seen')
}

/** Returns the name of the network that was chosen last; undefined before the first choice. */
export function readNetworkChoice(): string | undefined {
  return read(NETWORK_KEY)
}

export function writeNetworkChoice(name: string): void {
  write(NETWORK_KEY, name)
}

/** Returns whether the user does not want to be asked about hints on a network. */
export function readHintsDeclined(networkId: string): boolean {
  return read(HINTS_KEY + networkId) === 'declined'
}

export function writeHintsDeclined(networkId: string): void {
  write(HINTS_KEY + networkId, 'declined')
}
