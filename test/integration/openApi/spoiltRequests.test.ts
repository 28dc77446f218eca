import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { indexedToHead } from '../indexer/indexGateway.ts'
import { expectSpoiltAnswers } from './spoiltExamples.ts'

const FIRST_BLOCKS = 3
/** Of a long run too. */
const TIMEOUT_MS = 3_600_000
const GONE_MS = 20_000

describe('spoilt requests', () => {
  it('get documented answers from a devnet without index, and from a follower whose liteserver is gone', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tonscope-spoilt-'))
    let follower: Gateway | undefined
    try {
      {
        const devnet = { scenario: false, traffic: false, blockInterval: 0, seed: 'spoilt' }
        await using source = await openTemporaryGateway(
          { network: 'devnet', devnet, index: 'off' },
          async (gateway) => {
            await gateway.devnet?.step(FIRST_BLOCKS)
            return { url: gateway.url, network: gateway.globalConfigFile ?? '' }
          },
        )
        const log = pino({ level: 'silent' })
        follower = await startGateway({ network: source.network, index: 'follow', port: 0, dataDir, log })
        await indexedToHead(follower.url)
        const { counts } = await expectSpoiltAnswers(source.url, 'devnet without index')
        expect(counts.has('v3 503')).toBe(true)
      }
      const { url, status } = follower
      await vi.waitFor(() => expect(status().servers.alive).toBe(0), { timeout: GONE_MS })
      await expectSpoiltAnswers(url, 'follower without liteserver')
    } finally {
      await follower?.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
