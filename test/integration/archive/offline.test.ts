import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, beginCell, external, storeMessage } from '@ton/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { readBody } from '#shared/schema/v2/request.ts'
import { createV2Api, type V2Api } from '../../../src-main/api/v2/api.ts'
import type { ArchiveContents } from '../../../src-main/chain/archive/archiveContents.ts'
import { readArchive } from '../../../src-main/chain/archive/openArchive.ts'
import { archiveSession } from '../../../src-main/indexer/offline/archiveSession.ts'
import { startOfflineThread } from '../../../src-main/indexer/offline/offlineThread.ts'
import { withArchive } from '../../../src-main/indexer/offline/withArchive.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { archiveFolder } from '../../../src-main/store/archive/segments.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { indexContents, SAMPLE, type SampleRange, sampleUntil, serveContents } from './sampleIndex.ts'

type Params = Readonly<Record<string, unknown>>
type Question = readonly [name: V2Name, params: Params]

const BUSY = '0:22cd477cf53865380aa12186e5f181a17321ae7074cfdde2cf0032e669892470'
const WALLET = '0:18eb45daaba0b6cccb5bfcaf3e2dd1462c9f8df88b350fc4864187df547ab0e9'
const MASTER_WALLET = '-1:b27372fbfbb69536f4590082a23876ed6523ef471aca854285c77ed54a5123e7'
const ELECTOR = `-1:${'3'.repeat(64)}`
const CONFIG = `-1:${'5'.repeat(64)}`
const MISSING_ACCOUNT = `0:${'9'.repeat(64)}`
const GIVER = `-1:${'0'.repeat(64)}`
const ZERO_HASH = `${'A'.repeat(43)}=`
/** Where the sample is cut. */
const LAST = 120
const WHOLE = '-9223372036854775808'
const LEFT = '4611686018427387904'
const RIGHT = '-4611686018427387904'

/** Requests that are sent online first, then again without the liteserver. */
const QUESTIONS: readonly Question[] = [
  ['getMasterchainInfo', {}],
  ...[1, 24, 25, 26, LAST].flatMap((seqno): Question[] => [
    ['getShards', { seqno }],
    ['getBlockHeader', { workchain: -1, shard: WHOLE, seqno }],
    ['getBlockTransactions', { workchain: -1, shard: WHOLE, seqno }],
  ]),
  ['getBlockHeader', { workchain: 0, shard: WHOLE, seqno: 1 }],
  ['getBlockHeader', { workchain: 0, shard: LEFT, seqno: 30 }],
  ['getBlockTransactions', { workchain: 0, shard: LEFT, seqno: 34, count: 2 }],
  ['getBlockTransactionsExt', { workchain: 0, shard: LEFT, seqno: 34 }],
  ...[
    { seqno: 30 },
    { lt: '37000001' },
    { lt: '37000000' },
    { lt: '20000000' },
    { lt: '30000000' },
    { unixtime: 1795238273 },
    { unixtime: 1795238274 },
  ].flatMap((by): Question[] => [
    ['lookupBlock', { workchain: 0, shard: LEFT, ...by }],
    ['lookupBlock', { workchain: 0, shard: RIGHT, ...by }],
    ['lookupBlock', { workchain: -1, shard: WHOLE, ...by }],
  ]),
  ...[BUSY, WALLET, MASTER_WALLET, ELECTOR, CONFIG, GIVER, MISSING_ACCOUNT].flatMap((address): Question[] => [
    ['getAddressInformation', { address }],
    ['getExtendedAddressInformation', { address }],
    ['getAddressBalance', { address }],
    ['getAddressState', { address }],
    ['getShardAccountCell', { address }],
    ['getWalletInformation', { address }],
    ['getTransactions', { address, limit: 5 }],
    ['getTransactionsStd', { address, limit: 3 }],
  ]),
  ['getTransactions', { address: BUSY, limit: 40 }],
  ['getAddressInformation', { address: MASTER_WALLET, seqno: 100 }],
  ['getConfigParam', { param: 17 }],
  ['getConfigParam', { param: 17, seqno: 3 }],
  ['getConfigAll', {}],
  ['runGetMethod', { address: WALLET, method: 'seqno', stack: [] }],
  ['runGetMethodStd', { address: ELECTOR, method: 'active_election_id', stack: [] }],
]

const HEAD: Question = ['getMasterchainInfo', {}]
/** Requests to an index of a part of the chain, sent in the same way. */
const LATE_QUESTIONS: readonly Question[] = [605, 608, 609, 610, 630].flatMap((seqno): Question[] => [
  ['getBlockHeader', { workchain: -1, shard: WHOLE, seqno }],
  ['getConfigParam', { param: 4, seqno }],
  ['getConfigAll', { seqno }],
  ['getAddressInformation', { address: ELECTOR, seqno: 630 }],
])

type Outcome = { readonly result?: unknown; readonly error?: string }

/** Asks before and after the only liteserver is gone. */
async function openOffline(
  contents: ArchiveContents,
  ranges: readonly SampleRange[],
  questions: readonly Question[],
) {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-offline-'))
  await indexContents(dir, contents, ranges)
  const server = await serveContents(contents)
  const network = await openLiteNetwork({ config: server.config })
  const { zeroState } = server.config
  const thread = startOfflineThread({ file: databaseFile(dir), archiveDir: archiveFolder(dir), zeroState })
  const tvm = createTvmPool()
  const archive = {
    session: (signal: AbortSignal | undefined) => archiveSession(thread, zeroState, signal),
    newestSeqno: () => ranges.at(-1)?.last,
    seenSeqno: () => 0,
  }
  const online = await askAll(createV2Api({ network, tvm }), questions)
  await server.close()
  await vi.waitFor(() => expect(network.consensusSeqno()).toBeUndefined(), { timeout: 20_000 })
  return {
    online,
    api: createV2Api({ network: withArchive(network, archive), tvm }),
    async [Symbol.asyncDispose]() {
      await tvm.close()
      await thread.close()
      network.close()
      contents.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

describe('with every liteserver gone', () => {
  let opened: Awaited<ReturnType<typeof openOffline>>
  beforeAll(async () => {
    opened = await openOffline(sampleUntil(LAST), [{ first: 1, last: LAST }], QUESTIONS)
  }, 60_000)
  afterAll(() => opened[Symbol.asyncDispose]())

  test('everything that was answered before is answered again, to the last byte', async () => {
    const { online, api } = opened
    expect([...online.values()].filter(({ error }) => error !== undefined)).toEqual([])
    const offline = await askAll(api, QUESTIONS)
    for (const question of QUESTIONS) {
      const name = JSON.stringify(question)
      expect.soft(JSON.stringify(offline.get(question)), name).toBe(JSON.stringify(online.get(question)))
    }
  })

  test('the newest covered block is the consensus block', async () => {
    const { result } = await outcomeOf(opened.api, 'getConsensusBlock', {})
    expect(result).toMatchObject({ consensus_block: LAST })
  })

  test.each([
    ['getLibraries', { libraries: ['0'.repeat(64)] }, 'does not keep public libraries'],
    ['getOutMsgQueueSize', {}, 'does not keep message queues'],
    ['getMasterchainBlockSignatures', { seqno: 5 }, "does not keep validators' signatures"],
    ['getShardBlockProof', { workchain: 0, shard: LEFT, seqno: 30 }, 'does not keep proofs'],
    ['getShards', { seqno: 121 }, 'masterchain block 121 is not in the index: covered are'],
    ['lookupBlock', { workchain: 0, shard: LEFT, lt: '999000000000' }, 'is not in the index'],
    ['lookupBlock', { workchain: -1, shard: WHOLE, unixtime: 2_000_000_000 }, 'is not in the index'],
    ['lookupBlock', { workchain: 7, shard: WHOLE, seqno: 1 }, 'is not in the index'],
    ['getAddressInformation', { address: BUSY, seqno: 40 }, 'the state of account'],
  ] as const)('%s %j is refused as not indexed or not covered', async (name, params, text) => {
    expect((await outcomeOf(opened.api, name, params)).error).toContain(text)
  })

  test('a block with wrong hashes is not found', async () => {
    const hashes = { root_hash: ZERO_HASH, file_hash: ZERO_HASH }
    const params = { workchain: -1, shard: WHOLE, seqno: 5, ...hashes }
    const { error } = await outcomeOf(opened.api, 'getBlockHeader', params)
    expect(error).toContain('LiteServerError: there is no such block')
  })

  test('no message is taken', async () => {
    const message = beginCell()
      .store(storeMessage(external({ to: Address.parse(WALLET) })))
      .endCell()
    const { error } = await outcomeOf(opened.api, 'sendBoc', { boc: message.toBoc().toString('base64') })
    expect(error).toContain('NoServerError')
  })
})

describe('with an index of a part of the chain', () => {
  let opened: Awaited<ReturnType<typeof openOffline>>
  beforeAll(async () => {
    const ranges = [
      { first: 20, last: 22 },
      { first: 605, last: 630 },
    ]
    opened = await openOffline(readArchive(SAMPLE), ranges, [HEAD, ...LATE_QUESTIONS])
  }, 60_000)
  afterAll(() => opened[Symbol.asyncDispose]())

  test('the configuration is that of the last key block, or of the zero state', async () => {
    expect([...opened.online.values()].filter(({ error }) => error !== undefined)).toEqual([])
    const offline = await askAll(opened.api, LATE_QUESTIONS)
    for (const question of LATE_QUESTIONS) {
      expect.soft(offline.get(question), JSON.stringify(question)).toEqual(opened.online.get(question))
    }
  })

  const covered = 'covered are masterchain blocks 20-22, 605-630'
  test.each([
    ['getBlockHeader', { workchain: -1, shard: WHOLE, seqno: 300 }],
    ['getShards', { seqno: 604 }],
    // The first indexed one is not necessarily the first of the chain.
    ['lookupBlock', { workchain: -1, shard: WHOLE, lt: '400000000' }],
    ['lookupBlock', { workchain: -1, shard: WHOLE, unixtime: 1 }],
    ['getAddressInformation', { address: MISSING_ACCOUNT, seqno: 630 }],
  ] as const)('%s %j is refused as outside of coverage', async (name, params) => {
    const { error } = await outcomeOf(opened.api, name, params)
    expect(error).toMatch(/^CoverageError: no liteserver is available, and .* is not in the index/)
    expect(error).toContain(covered)
  })

  test('the head stays the newest proved block, and no answer is of an older one', async () => {
    const head = opened.online.get(HEAD)?.result
    expect(head).toMatchObject({ last: { seqno: 800 } })
    expect((await outcomeOf(opened.api, ...HEAD)).result).toEqual(head)
    const consensus = await outcomeOf(opened.api, 'getConsensusBlock', {})
    expect(consensus.result).toMatchObject({ consensus_block: 800 })
    for (const [name, params] of [
      ['getAddressInformation', { address: ELECTOR }],
      ['getTransactions', { address: ELECTOR, limit: 2 }],
      ['getConfigParam', { param: 17 }],
      ['runGetMethod', { address: ELECTOR, method: 'active_election_id', stack: [] }],
    ] as const) {
      const { error } = await outcomeOf(opened.api, name, params)
      expect.soft(error, name).toMatch(/^NoServerError: .*block 800 is known, but the index ends at 630$/)
    }
  })
})

async function askAll(api: V2Api, questions: readonly Question[]): Promise<ReadonlyMap<Question, Outcome>> {
  const outcomes = new Map<Question, Outcome>()
  for (const question of questions) outcomes.set(question, await outcomeOf(api, ...question))
  return outcomes
}

async function outcomeOf(api: V2Api, name: V2Name, params: Params): Promise<Outcome> {
  const values = readBody(v2Operations[name] as never, params as never)
  try {
    return { result: await api.call(name, values as never, { signal: AbortSignal.timeout(20_000) }).result }
  } catch (error) {
    return { error: String(error) }
  }
}
