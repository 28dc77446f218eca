import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { type AdnlConnection, connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import { decodeLiteServerError } from '../../../src-main/liteserver/tl/function.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery, wrapLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { openTestDevnet, type TestDevnet } from './testDevnet.ts'

/** How the Go library tongo follows the head: the wait prefix alone, then getMasterchainInfo, and again. */
describe('a client that waits for the next head with the prefix alone', () => {
  let test: TestDevnet
  let server: AdnlServer
  let connection: AdnlConnection
  beforeAll(async () => {
    test = await openTestDevnet()
    await test.devnet.step()
    server = await serveDevnet(test.devnet, { clock: () => test.time.now })
    connection = await connectAdnl({ host: '127.0.0.1', port: server.port, publicKey: server.publicKey })
  })
  afterAll(async () => {
    connection.close()
    await server.close()
    await test.close()
  })

  const head = async (): Promise<number> => {
    const { getMasterchainInfo } = liteApi
    const answer = await connection.query(encodeLiteQuery(getMasterchainInfo, {}))
    return getMasterchainInfo.decodeResponse(answer).last.seqno
  }

  it('gets one answer per block, after the block', async () => {
    for (let round = 0; round < 3; round++) {
      const seqno = (await head()) + 1
      let isAnswered = false
      const nothing = new Uint8Array(0)
      const waiting = connection
        .query(wrapLiteQuery(nothing, { seqno, timeoutMs: 15_000 }))
        .then((answer) => {
          isAnswered = true
          return decodeLiteServerError(answer)
        })
      // The server answers this later query first.
      expect(await head()).toBe(seqno - 1)
      expect(isAnswered).toBe(false)
      await test.devnet.step()
      expect(await waiting).toMatchObject({ code: 0, message: 'Not enough data to read at 0' })
      expect(await head()).toBe(seqno)
    }
  })
})
