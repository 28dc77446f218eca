import { messageOf } from '#shared/messageOf.ts'
import { createMethodRunner, METHOD_POOL } from '../embedded/methodRunner.ts'
import { type AdnlServer, serveAdnl } from '../liteserver/adnl/server.ts'
import { unacceptable } from '../liteserver/server/externalMessage.ts'
import { FAILURE, liteError, NO_SPACE } from '../liteserver/server/liteErrors.ts'
import { liteserver } from '../liteserver/server/liteserver.ts'
import { isOutOfSpace } from '../platform/outOfSpace.ts'
import { createTvmPool } from '../tvm/tvmPool.ts'
import type { Devnet } from './chain/devnet.ts'
import { DevnetDirectoryError } from './chain/directoryError.ts'
import { MessageRefusedError } from './chain/externalCheck.ts'

export type ServeDevnetOptions = {
  /** Default: 127.0.0.1. */
  readonly host?: string
  /** Default: 0, any free port. */
  readonly port?: number
  /** Returns Unix seconds, as `getTime` answers. */
  clock(): number
  /** Called with each accepted message, so that a block can be made. */
  onMessage?(): void
  /** Called for queries that failed because of a fault of the devnet. */
  onTrouble?(error: unknown): void
}

/** Serves a devnet's chain over ADNL; messages that clients send wait for its next step. */
export async function serveDevnet(devnet: Devnet, options: ServeDevnetOptions): Promise<AdnlServer> {
  const { host = '127.0.0.1', port = 0, onMessage, onTrouble } = options
  const pool = createTvmPool(METHOD_POOL)
  const query = liteserver({
    store: devnet.store,
    now: () => options.clock(),
    async accept(body) {
      try {
        await devnet.send(body)
      } catch (error) {
        if (error instanceof MessageRefusedError) throw unacceptable(messageOf(error))
        if (!(error instanceof Error) || !isOutOfSpace(error)) throw error
        onTrouble?.(error)
        throw liteError(`no space is left to keep the message: ${messageOf(error)}`, NO_SPACE)
      }
      onMessage?.()
    },
    methods: createMethodRunner(pool),
  })
  /** A damaged file is answered with an error that names it. */
  async function answer(...[data, info]: Parameters<typeof query>): Promise<Buffer> {
    try {
      return await query(data, info)
    } catch (error) {
      if (!(error instanceof DevnetDirectoryError)) throw error
      onTrouble?.(error)
      throw liteError(messageOf(error), FAILURE)
    }
  }
  const server = await serveAdnl({
    host,
    port,
    privateKeySeed: devnet.keys.liteserver.seed,
    onQuery: answer,
    ...(onTrouble && { onError: onTrouble }),
  })
  return {
    port: server.port,
    publicKey: server.publicKey,
    get connections() {
      return server.connections
    },
    async close() {
      await server.close()
      await pool.close()
    },
  }
}
