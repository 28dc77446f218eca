import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { parseBoc } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { ProofError } from '../../../../src-main/liteserver/errors.ts'
import { answerLiteQuery } from '../../../../src-main/liteserver/server/answer.ts'
import { type LiteFunctionName, liteApi } from '../../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import { verifyPrevBlocks } from '../../../../src-main/liteserver/verify/config.ts'
import { prevBlocksValue } from '../../../../src-main/tvm/prevBlocks.ts'
import { verifiers } from '../../../conformance/recordedAnswers.ts'
import { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { cellsBelow, pruneCell } from '../../../integration/liteserver/lies/cellLies.ts'
import { meaningOf } from '../../../integration/liteserver/lies/sameValue.ts'
import { decodeLiteQuery } from '../../../liteserver/decodeLiteQuery.ts'
import { verifyDispatchQueueMessages } from '../../../liteserver/dispatchMessages.ts'
import { verifyDispatchQueueInfo } from '../../../liteserver/dispatchQueue.ts'
import { blockId, FULL, LEFT, sampleContext } from '../server/sampleServer.ts'

/** The maximum number of cells to prune in each field of an answer. */
const CELLS_PER_FIELD = 40
/** Answers of one function with the same number of fields; the recording repeats them for many accounts. */
const ANSWERS_PER_FUNCTION = 4
/** An account and a library of the sample network. */
const WALLET = '6818dc87ad4d1928e3bd9cc2a19de6ba35e09ed95601fdf0fe2838d0cf07cd88'
const LIBRARY = 'ba2918c8947e9b25af9ac1b883357754173e5812f807a3d6e642a14709595395'
const SEED = 20_261_124

// biome-ignore lint/suspicious/noExplicitAny: a table over functions of different types, called by name
type Verify = (request: any, answer: any) => unknown
type Case = { readonly name: LiteFunctionName; readonly query: Buffer; readonly answer: Buffer }
type Fields = Record<string, unknown>

type Verifiers = Readonly<Partial<Record<LiteFunctionName, Verify>>>

const WITH_PREV_BLOCKS = 128

/** How each function's answer is verified, by a client that has verified nothing yet. */
function newVerifiers(): Verifiers {
  const recorded = verifiers()
  return {
    ...recorded,
    getConfigParams: (request, answer) =>
      request.mode & WITH_PREV_BLOCKS
        ? prevBlocksValue(request.id, verifyPrevBlocks(request, answer))
        : recorded.getConfigParams?.(request, answer),
    getDispatchQueueInfo: verifyDispatchQueueInfo,
    getDispatchQueueMessages: verifyDispatchQueueMessages,
  }
}

/** The reference server's answers about the sample network, and this server's for unrecorded queries. */
async function honestAnswers(): Promise<readonly Case[]> {
  const lines = gunzipSync(readFileSync(new URL('../server/recordedAnswers.ndjson.gz', import.meta.url)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { request: string; answer: string })
    .map(({ request, answer }) => ({
      query: Buffer.from(request, 'base64'),
      answer: Buffer.from(answer, 'base64'),
    }))
  const context = sampleContext()
  const head = context.store.head()
  const shard = blockId(context, 0, LEFT, 784)
  const place = { workchain: 0, shard: shard.shard, seqno: 0 }
  const wallet = { workchain: 0, id: Buffer.from(WALLET, 'hex') }
  const libraryList = [Buffer.from(LIBRARY, 'hex'), Buffer.alloc(32, 9)]
  const ours = [
    encodeLiteQuery(liteApi.getAccountStatePrunned, { id: head, account: wallet }),
    encodeLiteQuery(liteApi.getLibrariesWithProof, { id: head, mode: 0, libraryList }),
    encodeLiteQuery(liteApi.getConfigParams, { id: head, mode: WITH_PREV_BLOCKS, paramList: [] }),
    encodeLiteQuery(liteApi.getBlockHeader, { id: shard, mode: 1 }),
    encodeLiteQuery(liteApi.lookupBlock, { mode: 1, id: { ...place, seqno: 784 } }),
    encodeLiteQuery(liteApi.lookupBlockWithProof, {
      mode: 1,
      id: { ...place, seqno: 784 },
      mcBlockId: head,
    }),
    encodeLiteQuery(liteApi.lookupBlockWithProof, {
      mode: 2,
      id: place,
      mcBlockId: head,
      lt: 100_000_000n,
    }),
    encodeLiteQuery(liteApi.getShardBlockProof, { id: shard }),
    encodeLiteQuery(liteApi.getBlockProof, {
      mode: 0x1001,
      knownBlock: head,
      targetBlock: blockId(context, -1, FULL, 300),
    }),
    encodeLiteQuery(liteApi.getBlockProof, {
      mode: 1,
      knownBlock: context.store.zeroState,
      targetBlock: blockId(context, -1, FULL, 300),
    }),
    encodeLiteQuery(liteApi.getDispatchQueueInfo, { mode: 1, id: shard, maxAccounts: 8, wantProof: true }),
    encodeLiteQuery(liteApi.getDispatchQueueMessages, {
      mode: 1,
      id: shard,
      addr: Buffer.alloc(32),
      afterLt: 0n,
      maxMessages: 8,
      wantProof: true,
    }),
  ]
  const made = await Promise.all(
    ours.map(async (query) => ({ query, answer: await answerLiteQuery(context, query) })),
  )
  return [...lines, ...made].flatMap(({ query, answer }): Case[] => {
    const name = nameOf(query)
    return name && newVerifiers()[name] && isVerified({ name, query, answer })
      ? [{ name, query, answer }]
      : []
  })
}

function nameOf(query: Buffer): LiteFunctionName | undefined {
  try {
    return decodeLiteQuery(query).name
  } catch {
    return undefined
  }
}

function isVerified(one: Case): boolean {
  return !(outcomeOf(one, one.answer, newVerifiers()) instanceof Error)
}

/** Returns the verifier's result with every property read, or its error. */
function outcomeOf({ name, query }: Case, answer: Buffer, verify: Verifiers): string | Error {
  try {
    const { request } = decodeLiteQuery(query)
    return meaningOf(verify[name]?.(request, liteApi[name].decodeResponse(answer)))
  } catch (error) {
    return error as Error
  }
}

type Place = { readonly holder: Fields; readonly key: string; readonly roots: readonly Cell[] }

/** The fields of an answer that are bags of cells. */
function bagsIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  const holder = value as Fields
  return Object.keys(holder).flatMap((key) => {
    const field = holder[key]
    if (!Buffer.isBuffer(field) || field.length < 48) return bagsIn(field)
    try {
      return [{ holder, key, roots: parseBoc(field) }]
    } catch {
      return []
    }
  })
}

/** Each answer that differs from the honest one in one cell, which is pruned. */
function* prunedAnswers(one: Case, random: SeededRandom): Generator<Buffer> {
  const fn = liteApi[one.name]
  const decode = fn.decodeResponse as (data: Uint8Array) => Fields
  const encode = fn.encodeResponse as (value: Fields) => Buffer
  const value = decode(one.answer)
  for (const { holder, key, roots } of bagsIn(value)) {
    const honest = holder[key]
    const cells = roots.flatMap((root, at) => cellsBelow(root).map((cell) => ({ at, cell })))
    while (cells.length > CELLS_PER_FIELD) cells.splice(random.below(cells.length), 1)
    for (const { at, cell } of cells) {
      const pruned = pruneCell(roots[at] as Cell, cell)
      if (!pruned) continue
      holder[key] = serializeBoc(roots.map((root, index) => (index === at ? pruned : root)))
      yield encode(value)
    }
    holder[key] = honest
  }
}

describe(`proofs with a pruned cell (seed ${SEED})`, async () => {
  const cases = await honestAnswers()
  const names = [...new Set(cases.map(({ name }) => name))].sort()

  it('are tried for every function whose answers are verified', () => {
    expect(names).toEqual(Object.keys(newVerifiers()).sort())
  })

  it.each(names)('are rejected or prove the same: %s', (name) => {
    const random = new SeededRandom(SEED)
    const ofName = cases.filter((one) => one.name === name)
    while (ofName.length > ANSWERS_PER_FUNCTION) ofName.splice(random.below(ofName.length), 1)
    let refused = 0
    for (const one of ofName) {
      const honest = outcomeOf(one, one.answer, newVerifiers())
      for (const answer of prunedAnswers(one, random)) {
        const client = newVerifiers()
        const outcome = outcomeOf(one, answer, client)
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(ProofError)
          refused++
        } else expect(outcome).toBe(honest)
        // Nothing that the client keeps of a liar's proof makes it refuse the next server's.
        expect(outcomeOf(one, one.answer, client)).toBe(honest)
      }
    }
    expect(refused).toBeGreaterThan(0)
  })
})
