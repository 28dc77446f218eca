import type { LitePool } from '../pool/litePool.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import type { LiteTransport } from './liteEngine.ts'

/**
 * Returns a pool as the transport of a ton-lite-client engine: `new
 * TransportLiteEngine(poolTransport(pool))`. A query goes to one server, once. Later queries prefer the same
 * server while it is available, so that blocks named in one answer exist for the next query. Answers are not
 * verified, as in that client. Closing the transport closes the pool.
 */
export function poolTransport(pool: LitePool): LiteTransport {
  const listeners: ((reason: Error) => void)[] = []
  let current: PoolServer | undefined
  let closed = false

  async function server(signal: AbortSignal): Promise<PoolServer> {
    if (!current || !pool.isAlive(current)) current = await pool.waitForServer({}, signal)
    return current
  }

  return {
    async query(data, { signal, timeoutMs }) {
      const live = await server(signal)
      return (await live.ask(data, { signal, timeoutMs })).bytes
    },
    close() {
      if (closed) return
      closed = true
      pool.close()
      for (const listener of listeners) listener(new Error('the pool is closed'))
    },
    get closed() {
      return closed
    },
    onClose(listener) {
      listeners.push(listener)
    },
  }
}
