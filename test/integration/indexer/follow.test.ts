import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { openTemporaryGateway } from '../gateway/temporaryGateway.ts'
import { chainByIndex, chainByV2 } from './chainWalk.ts'
import { ask, command, headSeqno, indexedToHead, indexStatus, indexUntil, step } from './indexGateway.ts'

type Rig = AsyncDisposable & { readonly url: string; readonly file: string }

const devnet = { scenario: false, traffic: false, blockInterval: 0 }

const openRig = (settings: object = {}): Promise<Rig> =>
  openTemporaryGateway({ network: 'devnet', devnet, ...settings }, async ({ url, dataDir }) => ({
    url,
    file: databaseFile(join(dataDir, 'devnet', 'index')),
  }))

const ALICE = `0:${'a1'.repeat(32)}`
const give = (url: string) => ask(url, `${DEVNET_PREFIX}/faucet`, { address: ALICE, amount: '1000000000' })

describe('an index that follows its network', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await openRig()
  })
  afterAll(() => rig[Symbol.asyncDispose]())

  it('has every block and transaction of the chain, through splits and merges of shards', async () => {
    const { url, file } = rig
    await give(url)
    await ask(url, `${DEVNET_PREFIX}/settings`, { shards: 4 })
    await step(url, 12)
    await give(url)
    await ask(url, `${DEVNET_PREFIX}/settings`, { shards: 1 })
    await step(url, 12)
    const head = await indexedToHead(url)
    expect(head).toBeGreaterThan(24)
    const found = chainByIndex(file, head)
    expect(found).toEqual(await chainByV2(url, head))
    const shards = new Set(found.map(({ place }) => place.split(':')[1]))
    expect(shards.size).toBeGreaterThan(4)
  })

  it('returns its progress', async () => {
    const { url } = rig
    const { seqno } = await step(url, 1)
    const status = await indexUntil(url, ({ state, behind }) => state === 'following' && behind === 0)
    expect(status).toMatchObject({
      mode: 'follow',
      detail: null,
      coverage: [{ first: 1, last: seqno }],
      jobs: [],
    })
    expect(status.disk.index_bytes).toBeGreaterThan(0)
  })

  it('pauses, and continues at the same block', async () => {
    const { url } = rig
    const before = await indexedToHead(url)
    expect(await command(url, 'pause')).toMatchObject({ state: 'paused' })
    await step(url, 3)
    expect(await indexStatus(url)).toMatchObject({ coverage: [{ first: 1, last: before }], behind: 3 })
    await command(url, 'resume')
    expect(await indexedToHead(url)).toBe(before + 3)
  })

  it('starts again when the chain is replaced', async () => {
    const { url, file } = rig
    await ask(url, `${DEVNET_PREFIX}/save`, { name: 'here' })
    const saved = await headSeqno(url)
    await step(url, 2)
    await indexedToHead(url)
    await ask(url, `${DEVNET_PREFIX}/restore`, { name: 'here' })
    await give(url)
    const head = await indexedToHead(url)
    expect(chainByIndex(file, head).filter(({ mcSeqno }) => mcSeqno > saved)).toEqual(
      (await chainByV2(url, head)).filter(({ mcSeqno }) => mcSeqno > saved),
    )
    await ask(url, `${DEVNET_PREFIX}/reset`, {})
    const after = await indexedToHead(url)
    expect(chainByIndex(file, after)).toEqual(await chainByV2(url, after))
  })
})
