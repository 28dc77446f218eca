import { FULL_SHARD } from '#shared/ton/shard.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { LiteConnectionError } from '../../../../src-main/liteserver/errors.ts'
import type {
  ConnectLiteServer,
  LiteServerAddress,
} from '../../../../src-main/liteserver/pool/liteConnection.ts'
import { encodeLiteServerError } from '../../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import type { LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'

function mcBlock(seqno: number): BlockIdExt {
  const hash = Buffer.alloc(32, seqno)
  return { workchain: -1, shard: FULL_SHARD, seqno, rootHash: hash, fileHash: hash }
}

export const NOT_FOUND = { code: 651, message: 'ltdb: block not found' }

/** A liteserver in memory: it has `seqno` masterchain blocks, and answers `getTime` with its number. */
export type FakeServer = {
  seqno: number
  keepsOldBlocks: boolean
  /** Refuses connections, and breaks those there are. */
  isDown: boolean
  /** Never answers. */
  isSilent: boolean
  /** Answers a query instead of the usual. */
  answer?: (query: LiteQuery) => Buffer | Promise<Buffer>
  readonly asked: LiteQuery[]
  readonly address: LiteServerAddress
}

export function fakeServers(count: number): { servers: FakeServer[]; connect: ConnectLiteServer } {
  const servers = Array.from(
    { length: count },
    (_, index): FakeServer => ({
      seqno: 100,
      keepsOldBlocks: false,
      isDown: false,
      isSilent: false,
      asked: [],
      address: { host: '10.0.0.1', port: index, publicKey: Buffer.alloc(32, index) },
    }),
  )
  const connect: ConnectLiteServer = async ({ host, port }) => {
    const server = servers[port] as FakeServer
    const name = `${host}:${port}`
    if (server.isDown) throw new LiteConnectionError(name, 'connection refused')
    return {
      closed: false,
      close() {},
      onClose() {},
      async query(data, options = {}) {
        if (server.isDown) throw new LiteConnectionError(name, 'connection reset')
        const query = decodeLiteQuery(data)
        server.asked.push(query)
        if (server.isSilent) await silence(options.signal)
        return Promise.race([
          (server.answer ?? ((one) => answerOf(server, one)))(query),
          silence(options.signal),
        ])
      },
    }
  }
  return { servers, connect }
}

function silence(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

export function answerOf(server: FakeServer, query: LiteQuery): Buffer {
  switch (query.name) {
    case 'getMasterchainInfo':
      return query.fn.encodeResponse({
        last: mcBlock(server.seqno),
        stateRootHash: Buffer.alloc(32),
        init: { workchain: -1, rootHash: Buffer.alloc(32), fileHash: Buffer.alloc(32) },
      })
    case 'lookupBlock': {
      if (!server.keepsOldBlocks) return encodeLiteServerError(NOT_FOUND)
      return query.fn.encodeResponse({ id: mcBlock(3), mode: 0, headerProof: Buffer.alloc(0) })
    }
    case 'getTime':
      return liteApi.getTime.encodeResponse({ now: server.address.port })
    default:
      return encodeLiteServerError({ code: 0, message: `no ${query.name} here` })
  }
}
