import { app } from 'electron'

const CLOSE_DEADLINE_MS = 5_000

/**
 * Quits once what the gateway has under way is closed, at the latest after five seconds; a second request to
 * quit leaves at once. SIGINT and SIGTERM mean the same as the menu.
 */
export function setUpQuit(close: () => Promise<void>): void {
  let closing = false
  app.on('before-quit', (event) => {
    if (closing) return
    closing = true
    event.preventDefault()
    const deadline = new Promise<void>((resolve) => {
      setTimeout(resolve, CLOSE_DEADLINE_MS).unref()
    })
    Promise.race([close(), deadline])
      .catch((error) => console.error('closing failed:', error))
      .finally(() => app.exit(0))
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (closing ? app.exit(1) : app.quit()))
  }
}
