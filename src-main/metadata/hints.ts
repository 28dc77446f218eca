import { type HintOptions, type HintServer, type HintStatus, openHintServer } from './hintServer.ts'

/** The hint server of a network, which the user allows and forbids while the program runs. */
export type Hints = {
  /** Returns the server that is allowed now; undefined while none is. */
  server(): HintServer | undefined
  /** Returns the status of that server. */
  status(): HintStatus | undefined
  /**
   * Allows another server, or none; requests to the one before are aborted. Throws MetadataError bad-url, scheme, and
   * then changes nothing.
   */
  allow(options: HintOptions | undefined): void
  /** Forbids hints for good. */
  close(): Promise<void>
}

/** Creates the hints of a network. Throws as Hints.allow does. */
export function createHints(options?: HintOptions): Hints {
  let server = options && openHintServer(options)
  return {
    server: () => server,
    status: () => server?.status(),
    allow(next) {
      const before = server
      server = next && openHintServer(next)
      // Its requests end at once; only its connections take a moment.
      void before?.close().catch(() => {})
    },
    async close() {
      const before = server
      server = undefined
      await before?.close()
    },
  }
}
