import { base } from '../api/base.ts'
import { openSessionStore } from '../settings/sessionStore.ts'

/** Each network has keys of its own. */
const KEY = `tonscope.docs.api-key${base.path}`

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
