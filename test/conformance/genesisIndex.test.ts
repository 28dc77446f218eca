import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTemporaryGateway } from '../integration/gateway/temporaryGateway.ts'
import { indexedToHead } from '../integration/indexer/indexGateway.ts'
import { shardOf } from './bothVersions.ts'
import { GENESIS, readGenesis } from './genesisChain.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'
import { expectWalked } from './walkedIndex.ts'

describe.skipIf(!hasShared)(`v3 on the beginning of mainnet (${NEEDS_SHARED})`, () => {
  let gateway: { readonly url: string } & AsyncDisposable
  beforeAll(async () => {
    gateway = await openTemporaryGateway({ network: `archive:${GENESIS}` }, async ({ url }) => {
      await indexedToHead(url)
      return { url }
    })
  })
  afterAll(() => gateway?.[Symbol.asyncDispose]())

  it('lists every block and transaction as @ton/core reads them', async () => {
    const { masterchain, basechain } = readGenesis()
    const walk = [...masterchain, ...basechain].map(({ id, transactions }) => ({
      ...id,
      shard: shardOf(id.shard),
      transactions,
    }))
    expect([walk.length, await expectWalked(gateway.url, walk)]).toEqual([299, 1087])
  })
})
