export type SessionStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Returns the `sessionStorage` of the window; undefined if the browser's policy denies it. */
export function openSessionStore(): SessionStore | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    return undefined
  }
}
