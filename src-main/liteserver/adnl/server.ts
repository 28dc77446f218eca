import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import type { AdnlKeyPair } from './keys.ts'
import { keyPairFromSeed } from './keys.ts'
import { ServerConnection } from './serverConnection.ts'
import type { ServeOptions, ServerLimits } from './serverOptions.ts'
import { DEFAULT_SERVER_LIMITS } from './serverOptions.ts'

/** A listening ADNL server. */
export type AdnlServer = {
  readonly port: number
  /** Ed25519, 32 bytes; a global config lists it with address and port. */
  readonly publicKey: Buffer
  /** The number of connected clients, with or without a completed handshake. */
  readonly connections: number
  /** Stops listening, gives running queries `closeMs` to answer, then closes every connection. */
  close(): Promise<void>
}

/** Listens for ADNL over TCP. Rejects with the system's error if it cannot listen on the port. */
export async function serveAdnl(options: ServeOptions): Promise<AdnlServer> {
  const key = keyPairFromSeed(options.privateKeySeed)
  const server = new TcpServer(options, key)
  await server.listen(options.host ?? '127.0.0.1', options.port ?? 0)
  return server
}

class TcpServer implements AdnlServer {
  readonly publicKey: Buffer
  readonly #limits: ServerLimits
  readonly #listener: Server
  readonly #connections = new Set<ServerConnection>()

  constructor(options: ServeOptions, key: AdnlKeyPair) {
    this.publicKey = key.publicKey
    this.#limits = { ...DEFAULT_SERVER_LIMITS, ...options.limits }
    this.#listener = createServer({ noDelay: true, keepAlive: true }, (socket) =>
      this.#accept(socket, key, options),
    )
    this.#listener.maxConnections = this.#limits.connections
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port
  }

  get connections(): number {
    return this.#connections.size
  }

  listen(host: string, port: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#listener.once('error', reject)
    this.#listener.listen(port, host, () => {
      this.#listener.off('error', reject)
      resolve()
    })
    return promise
  }

  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#listener.close(() => resolve())
    const finished = [...this.#connections].map((connection) => connection.finish(this.#limits.closeMs))
    await Promise.all([promise, ...finished])
  }

  #accept(socket: Socket, key: AdnlKeyPair, options: ServeOptions): void {
    const connection = new ServerConnection(socket, key, options, this.#limits)
    this.#connections.add(connection)
    socket.on('close', () => this.#connections.delete(connection))
  }
}
