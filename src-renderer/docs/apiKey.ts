const KEY = 'tonscope.docs.api-key'

/** The key that this window sends along; gone with the window. */
export function readApiKey(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    // Storage may be switched off by the browser's policy: then nothing is remembered.
    return ''
  }
}

export function writeApiKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, key)
  } catch {
    // As above.
  }
}
