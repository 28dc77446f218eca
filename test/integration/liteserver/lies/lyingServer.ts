import { serveAdnl } from '../../../../src-main/liteserver/adnl/server.ts'
import type { LiteServerAddress } from '../../../../src-main/liteserver/pool/liteConnection.ts'
import type { LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'

/** Answers a query's bytes truly. */
export type Honest = (query: Buffer) => Promise<Buffer>

/** Returns the liar's answer, or undefined for the honest one. */
export type Tell = (query: LiteQuery, answer: Buffer) => Promise<Buffer | undefined>

export type Server = {
  readonly address: LiteServerAddress
  close(): Promise<void>
}

/** Starts an ADNL server on loopback in front of an honest one; `tell` changes the answers. */
export async function serve(honest: Honest, tell: Tell = async () => undefined): Promise<Server> {
  const server = await serveAdnl({
    host: '127.0.0.1',
    port: 0,
    privateKeySeed: Buffer.alloc(32, 1),
    onQuery: async (data) => {
      const answer = await honest(data)
      return (await tell(decodeLiteQuery(data), answer)) ?? answer
    },
  })
  const address = { host: '127.0.0.1', port: server.port, publicKey: server.publicKey }
  return { address, close: () => server.close() }
}
