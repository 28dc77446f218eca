import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openArchive } from '../../../src-main/chain/archive/openArchive.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { findProject, sampleArchive } from '../../../src-main/gateway/project.ts'
import { CoverageError, type Indexer } from '../../../src-main/indexer/indexer.ts'
import { LiteServerError } from '../../../src-main/liteserver/errors.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import type { LiteFunctionName } from '../../../src-main/liteserver/tl/liteApi.ts'
import { type Server, serve } from '../liteserver/lies/lyingServer.ts'
import { openBareIndexer } from './bareIndexer.ts'

const ACCOUNT = Buffer.alloc(33, 0x11)
const HASH = Buffer.alloc(32, 0x22)
const inTime = () => ({ signal: AbortSignal.timeout(20_000) })

/** What is read through, by the liteserver's function that is refused. */
const READINGS: Readonly<
  Record<
    string,
    { readonly refused: LiteFunctionName; readonly read: (indexer: Indexer) => Promise<boolean> }
  >
> = {
  'the state of an account': {
    refused: 'getAccountState',
    read: ({ readThrough }) => readThrough.state(ACCOUNT, inTime()),
  },
  'the history of an account': {
    refused: 'getAccountState',
    read: ({ readThrough }) => readThrough.history(ACCOUNT, 10, inTime()),
  },
  'a transaction by its hash': {
    refused: 'listBlockTransactions',
    read: ({ readThrough }) => readThrough.transaction(HASH, inTime()),
  },
  'a trace by a hash': {
    refused: 'listBlockTransactions',
    read: ({ readThrough }) => readThrough.trace(HASH, inTime()),
  },
  'a masterchain block': {
    refused: 'lookupBlockWithProof',
    read: ({ readThrough }) => readThrough.masterchainBlock(7, inTime()),
  },
}

describe('a liteserver that refuses', () => {
  let archive: ReturnType<typeof openArchive>
  let server: Server
  let bare: AsyncDisposable & { readonly indexer: Indexer }
  let refused: LiteFunctionName | undefined
  let config: Parameters<typeof openBareIndexer>[0]['config']
  const blocks: BlockIdExt[] = []
  beforeAll(async () => {
    archive = openArchive(sampleArchive(findProject()))
    const answer = liteserver({ store: archive, now: () => 1_795_240_000 })
    server = await serve(
      (query) => answer(query, { signal: new AbortController().signal }),
      async (query) => {
        const { name } = query
        if (name === 'getBlock') blocks.push(query.request.id)
        if (name === refused) throw new LiteServerError(651, 'block is not in db')
        return undefined
      },
    )
    const { zeroState } = archive
    config = { liteservers: [server.address], zeroState, initBlock: zeroState, hardforks: [] }
    bare = await openBareIndexer({ config })
  })
  afterAll(async () => {
    await bare[Symbol.asyncDispose]()
    await server.close()
    archive.close()
  })

  it.each(Object.entries(READINGS))(
    'does not prove the absence of %s',
    async (_name, { refused: name, read }) => {
      refused = name
      const reading = read(bare.indexer)
      await expect(reading).rejects.toThrow(CoverageError)
      await expect(reading).rejects.toThrow(/not in db.*: of the masterchain nothing is indexed/)
    },
    60_000,
  )

  it.each(['getBlock', 'getConfigParams'] as const)(
    'is searched for a hash by other queries where it refuses %s',
    async (name) => {
      refused = name
      await using other = await openBareIndexer({ config })
      expect(await other.indexer.readThrough.transaction(HASH, inTime())).toBe(false)
    },
    60_000,
  )

  it('does not decide that a masterchain block does not exist: the proved head does', async () => {
    refused = undefined
    expect(await bare.indexer.readThrough.masterchainBlock(1_000_000, inTime())).toBe(false)
    expect(await bare.indexer.readThrough.state(ACCOUNT, inTime())).toBe(false)
  })

  it('is asked for the key block of a configuration once, beside the blocks that need it', async () => {
    refused = undefined
    blocks.length = 0
    for (const seqno of [700, 690]) {
      expect(await bare.indexer.readThrough.masterchainBlock(seqno, inTime())).toBe(true)
    }
    const asked = blocks.filter(({ workchain }) => workchain === -1).map(({ seqno }) => seqno)
    expect(asked.toSorted((a, b) => a - b)).toEqual([609, 689, 690, 699, 700])
  }, 60_000)
})
