import { openSessionStore, type SessionStore } from '../settings/sessionStore.ts'

const RELOADED_FOR = 'tonscope.reloaded-for.'
const NOTICE = 'tonscope.reload-notice'

/**
 * Limits automatic reloads of the window to one per module that cannot be loaded, and keeps the notice of a reload
 * for the window that follows. Without a storage there are no automatic reloads.
 */
export class ReloadGuard {
  /** True if this window is the result of an automatic reload. */
  readonly isReloaded: boolean
  readonly #store: SessionStore | undefined

  /** @param store storage of the session, or undefined if the browser's policy denies it */
  constructor(store: SessionStore | undefined) {
    this.#store = store
    this.isReloaded = store?.getItem(NOTICE) === '1'
    store?.removeItem(NOTICE)
  }

  /** Returns true if the window can be reloaded for a module, once until `loaded` is called for this module. */
  claim(module: string): boolean {
    if (!this.#store) return false
    try {
      if (this.#store.getItem(RELOADED_FOR + module) !== null) return false
      this.#store.setItem(RELOADED_FOR + module, '1')
      this.#store.setItem(NOTICE, '1')
      return true
    } catch {
      // The storage is full: without a record, reloads could repeat endlessly.
      return false
    }
  }

  /** Records that a module was loaded: a later failure can reload the window again. */
  loaded(module: string): void {
    this.#store?.removeItem(RELOADED_FOR + module)
  }
}

export const reloadGuard = new ReloadGuard(openSessionStore())
