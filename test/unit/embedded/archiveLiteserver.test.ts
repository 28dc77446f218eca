import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ArchiveError } from '../../../src-main/chain/archive/archiveError.ts'
import {
  type RunningLiteserver,
  startArchiveLiteserver,
} from '../../../src-main/embedded/archiveLiteserver.ts'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { SAMPLE, withDirectory } from '../chain/archive/sampleNetwork.ts'
import { account, asker, sampleContext } from '../liteserver/server/sampleServer.ts'

const source = { kind: 'archive', dir: SAMPLE } as const

describe('startArchiveLiteserver', () => {
  let server: RunningLiteserver
  beforeAll(async () => {
    server = await startArchiveLiteserver({ source, privateKeySeed: Buffer.alloc(32, 5) })
  })
  afterAll(() => server.close())

  it('tells where it listens, under which key, and where trust starts', () => {
    expect(server.host).toBe('127.0.0.1')
    expect(server.port).toBeGreaterThan(0)
    expect(server.publicKey).toHaveLength(32)
    expect(server.initBlock).toEqual(server.zeroState)
    expect(server.head.seqno).toBe(800)
  })

  it('answers over ADNL what the handlers answer', async () => {
    const connection = await connectAdnl({
      host: server.host,
      port: server.port,
      publicKey: server.publicKey,
    })
    const query = { id: server.head, account: account(-1, '55'.repeat(32)) }
    const answer = await connection.query(encodeLiteQuery(liteApi.getAccountState, query))
    const expected = await asker(sampleContext())('getAccountState', query)
    expect(liteApi.getAccountState.decodeResponse(answer)).toEqual(expected)
    const unknown = { id: { ...server.head, rootHash: Buffer.alloc(32, 1) } }
    const refused = await connection.query(encodeLiteQuery(liteApi.getBlock, unknown))
    expect(() => liteApi.getBlock.decodeResponse(refused)).toThrow('block handle not in db')
    connection.close()
  })

  it('two of them live side by side, and each stops when told', async () => {
    const other = await startArchiveLiteserver({ source })
    expect(other.port).not.toBe(server.port)
    expect(other.publicKey.equals(server.publicKey)).toBe(false)
    await other.close()
    expect(await other.stopped).toBeUndefined()
    await other.close()
    const refused = connectAdnl({ host: other.host, port: other.port, publicKey: other.publicKey })
    await expect(refused).rejects.toThrow()
  })

  it('stops when its signal is aborted', async () => {
    const controller = new AbortController()
    const other = await startArchiveLiteserver({ source, signal: controller.signal })
    controller.abort()
    expect(await other.stopped).toBeUndefined()
  })

  it('stops starting when its signal is aborted', async () => {
    const reason = new Error('changed my mind')
    await expect(startArchiveLiteserver({ source, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const controller = new AbortController()
    const starting = startArchiveLiteserver({ source, signal: controller.signal })
    controller.abort(reason)
    await expect(starting).rejects.toBe(reason)
  })

  it('rejects with what is wrong with the archive', () =>
    withDirectory(async (dir) => {
      const starting = startArchiveLiteserver({ source: { kind: 'archive', dir } })
      const reason = 'has no archive packages, no recording and no Tonscope archive'
      await expect(starting).rejects.toEqual(new ArchiveError(dir, reason))
      await expect(starting).rejects.toBeInstanceOf(ArchiveError)
    }))

  it('rejects with the system’s error when the port is taken', async () => {
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve))
    const { port } = blocker.address() as { port: number }
    await expect(startArchiveLiteserver({ source, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await new Promise((resolve) => blocker.close(resolve))
  })
})
