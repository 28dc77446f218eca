import { describe, expect, it } from 'vitest'
import { ReloadGuard } from '../../../../src-renderer/loading/reloadGuard.ts'
import type { SessionStore } from '../../../../src-renderer/settings/sessionStore.ts'

/** A storage in memory, with room for a limited number of entries. */
function memoryStorage(room = 10): SessionStore {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => {
      if (!entries.has(key) && entries.size >= room) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key) => void entries.delete(key),
  }
}

describe('ReloadGuard', () => {
  it('allows one reload per page until the page is loaded', () => {
    const storage = memoryStorage()
    expect(new ReloadGuard(storage).claim('BlocksPage')).toBe(true)
    // The window that follows the reload has the same storage.
    const guard = new ReloadGuard(storage)
    expect(guard.claim('BlocksPage')).toBe(false)
    guard.loaded('BlocksPage')
    expect(guard.claim('BlocksPage')).toBe(true)
  })

  it('does not allow another reload when a different page is loaded', () => {
    const guard = new ReloadGuard(memoryStorage())
    expect(guard.claim('BlocksPage')).toBe(true)
    guard.loaded('AccountPage')
    expect(guard.claim('BlocksPage')).toBe(false)
  })

  it('never allows a reload that cannot be recorded', () => {
    expect(new ReloadGuard(undefined).claim('BlocksPage')).toBe(false)
    expect(new ReloadGuard(memoryStorage(0)).claim('BlocksPage')).toBe(false)
  })

  it('passes the notice of a reload to the next window only', () => {
    const storage = memoryStorage()
    const first = new ReloadGuard(storage)
    expect(first.isReloaded).toBe(false)
    first.claim('BlocksPage')
    expect(new ReloadGuard(storage).isReloaded).toBe(true)
    expect(new ReloadGuard(storage).isReloaded).toBe(false)
  })
})
