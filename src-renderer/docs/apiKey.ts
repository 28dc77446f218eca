import { openSessionStore } from '../settings/sessionStore.ts'

const KEY = 'tonscope.docs.api-key'

/** Returns the API key that this window sends with requests; empty without one. */
export function readApiKey(): string {
  return openSessionStore()?.getItem(KEY) ?? ''
}

/** Stores the API key until the window is closed; an empty key removes it. Does nothing if storage is denied or full. */
export function writeApiKey(key: string): void {
  const store = openSessionStore()
  try {
    if (key === '') store?.removeItem(KEY)
    else store?.setItem(KEY, key)
  } catch {
    // The storage is full: the key applies until the page is reloaded.
  }
}
