import { cpSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { createV2Api } from '../../../src-main/api/v2/api.ts'
import type { ReadName } from '../../../src-main/api/v3/context.ts'
import type { answerQuery } from '../../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../../src-main/api/v3/render/contractNames.ts'
import type { createHttpApp } from '../../../src-main/http/app.ts'
import type { openApiDocument } from '../../../src-main/http/reference/openApi.ts'
import type { openApiV3Document } from '../../../src-main/http/reference/openApiV3.ts'
import type { LiteSession } from '../../../src-main/liteserver/session.ts'
import { blockId, fakeNetwork } from '../api/v2/fakeSession.ts'
import { indexSample, type TestIndex } from '../store/queries/sampleIndex.ts'
import { followSteps, readSteps } from './documentSteps.ts'
import { copySources, ROOT, type SourceCopy } from './sourceCopy.ts'

/** Newest masterchain block of the network and of the index. */
const HEAD = 40
const BLOCK_TIME = 1_764_000_000

describe('an operation that is added as docs/add-an-operation.md says', () => {
  const steps = readSteps(join(ROOT, 'docs/add-an-operation.md'))
  const files = [...new Set(steps.map(({ file }) => file))]
  /** Files that have a part of every operation. */
  const demanding = files.filter((file) => /(examples|handlers|answer)\.ts$/.test(file))
  const before = (file: string) => file.replace(/\.ts$/, '.before.ts')
  let copy: SourceCopy
  let index: TestIndex
  let ask: (path: string) => Promise<{ readonly status: number; readonly body: unknown }>

  beforeAll(async () => {
    copy = copySources(['src-shared', 'src-main'])
    for (const file of demanding) cpSync(join(copy.root, file), join(copy.root, before(file)))
    followSteps(copy.root, steps)
    index = indexSample(1, HEAD)
    const [{ createV2Api: v2Api }, { answerQuery: answer }, { createHttpApp: httpApp }] = await Promise.all([
      copy.load<{ createV2Api: typeof createV2Api }>('src-main/api/v2/api.ts'),
      copy.load<{ answerQuery: typeof answerQuery }>('src-main/api/v3/read/answer.ts'),
      copy.load<{ createHttpApp: typeof createHttpApp }>('src-main/http/app.ts'),
    ])
    const { network } = fakeNetwork({
      indexHead: undefined,
      masterchainBlock: async (seqno) => blockId(-1, seqno ?? HEAD),
      blockHeader: async (id) =>
        ({ id, genUtime: BLOCK_TIME }) as Awaited<ReturnType<LiteSession['blockHeader']>>,
    })
    const app = httpApp({
      v2: v2Api({ network }),
      v3: {
        async call(operation, values) {
          const options = { addressBook: false, metadata: false, testOnly: false, head: HEAD }
          const question = { operation: operation as ReadName, values, options }
          const read = answer(index.reader, createContractNames(), question)
          if (read.kind !== 'json') throw new Error(`the index answers: ${JSON.stringify(read)}`)
          return read
        },
        coverage: () => `1-${HEAD}`,
        position: () => 1,
      },
      status: () => {
        throw new Error('not asked')
      },
      health: () => Promise.reject(new Error('not asked')),
      hosts: () => ({ port: 8081 }),
      log: pino({ level: 'silent' }),
    })
    ask = async (path) => {
      const response = await app.request(path, { headers: { host: '127.0.0.1:8081' } })
      return { status: response.status, body: await response.json() }
    }
  })
  afterAll(() => {
    copy.remove()
    index.remove()
  })

  it('compiles, and would not without an example, a v2 handler or a v3 reader', () => {
    const faults = copy.compile([...files, ...demanding.map(before)])
    const faulty = new Set(faults.map((fault) => fault.split(':')[0]))
    expect([...faulty].toSorted(), faults.join('\n')).toEqual(demanding.map(before).toSorted())
  })

  it('answers in v2, and refuses what its check refuses', async () => {
    expect(await ask('/api/v2/getMasterchainBlockTime?seqno=7')).toEqual({
      status: 200,
      body: {
        ok: true,
        result: {
          '@type': 'ext.blocks.blockTime',
          id: expect.objectContaining({ '@type': 'ton.blockIdExt', workchain: -1, seqno: 7 }),
          gen_utime: BLOCK_TIME,
        },
        '@extra': expect.any(String),
      },
    })
    expect(await ask('/api/v2/getMasterchainBlockTime?seqno=0')).toMatchObject({
      status: 422,
      body: { ok: false, error: 'seqno should be positive' },
    })
  })

  it('answers in v3 from the index', async () => {
    const committed = index.facts.find(({ blocks }) =>
      blocks.some(({ id }) => id.workchain === -1 && id.seqno === 30),
    )
    const transactions = committed?.blocks.reduce((sum, block) => sum + block.transactions.length, 0)
    expect(committed?.blocks.length).toBeGreaterThan(1)
    expect(await ask('/api/v3/masterchainBlockTotals?seqno=30')).toEqual({
      status: 200,
      body: { seqno: 30, blocks: committed?.blocks.length, transactions },
    })
  })

  it('is in the OpenAPI documents', async () => {
    const { openApiDocument: v2Document } = await copy.load<{ openApiDocument: typeof openApiDocument }>(
      'src-main/http/reference/openApi.ts',
    )
    const { openApiV3Document: v3Document } = await copy.load<{
      openApiV3Document: typeof openApiV3Document
    }>('src-main/http/reference/openApiV3.ts')
    expect(v2Document('2.1.11')).toHaveProperty(['paths', '/api/v2/getMasterchainBlockTime'])
    expect(v3Document('1.2.10')).toHaveProperty(['paths', '/api/v3/masterchainBlockTotals'])
  })
})
