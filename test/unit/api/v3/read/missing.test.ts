import { afterAll, describe, expect, test } from 'vitest'
import type { ReadName } from '../../../../../src-main/api/v3/context.ts'
import { answerQuery } from '../../../../../src-main/api/v3/read/answer.ts'
import { missingDataKey, type ReadAnswer, type ReadOptions } from '../../../../../src-main/api/v3/reading.ts'
import { createContractNames } from '../../../../../src-main/api/v3/render/contractNames.ts'
import type { ParsedTransaction } from '../../../../../src-main/store/parsedBlock.ts'
import { SYSTEM } from '../../../../../src-main/store/systemMessage.ts'
import { indexFacts, sampleFacts, type TestIndex } from '../../../store/queries/sampleIndex.ts'

/** A completely indexed chain, and one with only its last blocks indexed. */
const HEAD = 110
const facts = sampleFacts(1, HEAD)
const whole = indexFacts(facts)
const part = indexFacts(facts.slice(80))
afterAll(() => {
  whole.remove()
  part.remove()
})

const transactions = facts.flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
const late = facts.slice(80).flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
/** Has transactions before block 81 and after it. */
const busy = late.find(
  (one) => one.account[0] === 0 && one.prevLt > 0n && !late.some(({ hash }) => hash.equals(one.prevHash)),
)!
const history = transactions.filter(({ account }) => account.equals(busy.account))
const recent = late.filter(({ account }) => account.equals(busy.account))
const unknown = transactions[0] as ParsedTransaction

const addressOf = (account: Buffer) => ({ workchain: account.readInt8(0), hash: account.subarray(1) })
const account = addressOf(busy.account)

function ask(
  index: TestIndex,
  operation: ReadName,
  values: object,
  more: Partial<ReadOptions> = {},
): ReadAnswer {
  return answerQuery(index.reader, createContractNames(), {
    operation,
    values: { limit: 10, offset: 0, sort: 'desc', ...values },
    options: { addressBook: false, metadata: false, testOnly: false, head: HEAD, ...more },
  })
}

function needsOf(answer: ReadAnswer) {
  return answer.kind === 'missing' ? answer.missing : answer.kind
}

describe('data that an index reports as missing', () => {
  const stateOfMissingAccount = { address: [addressOf(Buffer.alloc(33, 5))], include_boc: false }
  test.each<readonly [operation: ReadName, values: object, need: object]>([
    [
      'transactions',
      { account: [account], limit: 1000 },
      { kind: 'history', account: busy.account, count: 1000 },
    ],
    ['transactions', { hash: [unknown.hash] }, { kind: 'transaction', hash: unknown.hash }],
    ['transactions', { mc_seqno: 7 }, { kind: 'masterchainBlock', seqno: 7 }],
    ['transactionsByMasterchainBlock', { seqno: 7 }, { kind: 'masterchainBlock', seqno: 7 }],
    ['blocks', { workchain: -1, seqno: 7 }, { kind: 'masterchainBlock', seqno: 7 }],
    ['masterchainBlockShards', { seqno: 7 }, { kind: 'masterchainBlock', seqno: 7 }],
    [
      'messages',
      { destination: account, direction: 'in', limit: 1000 },
      // Messages from outside come before all others, whenever they were received.
      { kind: 'history', account: busy.account, count: 100_000 },
    ],
    ['traces', { tx_hash: [unknown.hash] }, { kind: 'trace', transaction: unknown.hash }],
    [
      'adjacentTransactions',
      { hash: unknown.hash, direction: 'both' },
      { kind: 'neighbours', transaction: unknown.hash },
    ],
    ['accountStates', stateOfMissingAccount, { kind: 'state', account: Buffer.alloc(33, 5) }],
    ['walletStates', stateOfMissingAccount, { kind: 'state', account: Buffer.alloc(33, 5) }],
  ])('is named for %s with %o', (operation, values, item) => {
    expect(needsOf(ask(part, operation, values))).toEqual(expect.arrayContaining([item]))
    expect(needsOf(ask(whole, operation, values))).not.toEqual(expect.any(Array))
  })

  test('a transaction whose trace began before coverage needs the root, and is shown without it', () => {
    const sentIn = new Map(
      facts.flatMap(({ blocks }, at) =>
        blocks.flatMap((block) =>
          block.transactions.flatMap(({ outMsgs }) =>
            outMsgs.map(({ hash }) => [hash.toString('hex'), at] as const),
          ),
        ),
      ),
    )
    const amid = facts
      .flatMap(({ blocks }, at) =>
        blocks.flatMap((block) => block.transactions.map((transaction) => ({ transaction, at }))),
      )
      .find(({ transaction: { inMsg }, at }) => (sentIn.get(inMsg?.hash.toString('hex') ?? '') ?? at) < at)!
    const late = indexFacts(facts.slice(amid.at))
    try {
      const { hash } = amid.transaction
      const traceOf = (answer: ReadAnswer) =>
        answer.kind === 'json' && JSON.parse(Buffer.from(answer.json).toString()).transactions[0].trace_id
      expect(needsOf(ask(late, 'transactions', { hash: [hash] }))).toEqual([
        { kind: 'root', transaction: hash, isOptional: true },
        { kind: 'states', transaction: hash, isOptional: true },
      ])
      // Without the root there is no trace id: that of the fragment would name another trace.
      const without = ask(late, 'transactions', { hash: [hash] }, { isFinal: true })
      expect(traceOf(without)).toBeUndefined()
      expect(without).toMatchObject({
        coverage: `${amid.at + 1}-${HEAD}; trace_id of 1 transaction not known; account states of 1 transaction not read`,
      })
      expect(ask(late, 'transactions', { hash: [hash] }, { offline: true })).toEqual(without)
      // What could not be fetched is omitted; the rest is still needed.
      const keyOf = (kind: 'root' | 'states') => missingDataKey({ kind, transaction: hash, isOptional: true })
      const givenUp = [keyOf('states')]
      expect(needsOf(ask(late, 'transactions', { hash: [hash] }, { givenUp }))).toEqual([
        { kind: 'root', transaction: hash, isOptional: true },
      ])
      expect(ask(late, 'transactions', { hash: [hash] }, { givenUp: [...givenUp, keyOf('root')] })).toEqual(
        without,
      )
      expect(traceOf(ask(whole, 'transactions', { hash: [hash] }))).toEqual(expect.any(String))
    } finally {
      late.remove()
    }
  })

  test('a page that covered blocks fill needs nothing', () => {
    expect(ask(part, 'transactions', { account: [account], limit: recent.length }).kind).toBe('json')
    expect(ask(part, 'transactions', { account: [account], limit: recent.length + 1 }).kind).toBe('missing')
    expect(ask(part, 'transactions', { account: [account], limit: recent.length, sort: 'asc' }).kind).toBe(
      'missing',
    )
    const since = { account: [account], start_lt: recent[0]!.lt + 1n }
    expect(ask(part, 'transactions', since).kind).toBe('json')
  })

  test('an empty list is never the answer outside of coverage', () => {
    const missingAccount = addressOf(Buffer.alloc(33, 9))
    for (const [operation, values] of [
      ['transactions', { account: [missingAccount] }],
      ['transactions', { hash: [Buffer.alloc(32, 1)] }],
      ['messages', { msg_hash: [Buffer.alloc(32, 1)], exclude_externals: false, only_externals: false }],
      ['messages', { source: missingAccount, exclude_externals: false, only_externals: false }],
      ['traces', { account: missingAccount }],
      ['blocks', { root_hash: Buffer.alloc(32, 1) }],
    ] as const) {
      expect(ask(part, operation, values).kind, operation).toBe('missing')
      expect(ask(whole, operation, values).kind, operation).toBe('json')
    }
  })

  test('masterchainInfo never states an older head than the newest known one', () => {
    for (const known of [{ head: HEAD + 5 }, { head: HEAD + 5, offline: true, isHeadOld: true }]) {
      expect(ask(whole, 'masterchainInfo', {}, known).kind).toBe('missing')
    }
    expect(ask(whole, 'masterchainInfo', {}, { head: HEAD, offline: true }).kind).toBe('json')
  })

  test('a masterchain block beyond the head is not found', () => {
    for (const index of [part, whole]) {
      const asked = [{ key: `block:${HEAD + 1}`, isFound: false }]
      for (const [seqno, known] of [
        [HEAD + 1, { fetched: asked }],
        [HEAD + 100, {}],
      ] as const) {
        expect(ask(index, 'transactions', { mc_seqno: seqno }, known)).toEqual({
          kind: 'refused',
          status: 404,
          text: `masterchain block ${seqno} not found`,
        })
      }
    }
  })

  test('the network is asked for a masterchain block that can be newer than the known head', () => {
    for (const index of [part, whole]) {
      for (const [operation, values] of [
        ['transactions', { mc_seqno: HEAD + 1 }],
        ['transactionsByMasterchainBlock', { seqno: HEAD + 1 }],
        ['masterchainBlockShards', { seqno: HEAD + 1 }],
        ['masterchainBlockShardState', { seqno: HEAD + 1 }],
        ['blocks', { workchain: -1, seqno: HEAD + 1 }],
        ['traces', { mc_seqno: HEAD + 1 }],
        ['actions', { mc_seqno: HEAD + 1 }],
      ] as const) {
        expect(ask(index, operation, values), operation).toMatchObject({
          kind: 'missing',
          missing: [{ kind: 'masterchainBlock', seqno: HEAD + 1 }],
        })
      }
    }
  })

  /** The index of the last blocks with the rest of the busy account's history, as read-through writes it. */
  function withHistory(searchedSeqno: number): TestIndex {
    const index = indexFacts(facts.slice(80))
    // The system address sent the first message: the trace's root is read with the history.
    const senders = facts
      .slice(0, 80)
      .flatMap(({ blocks }) => blocks.flatMap(({ transactions }) => transactions))
      .filter((one) => one.account.equals(SYSTEM))
    const older = [...history.filter(({ lt }) => lt < recent[0]!.lt), ...senders]
    const place = facts[80]!.blocks[0]!.id
    index.writeHistory({
      transactions: older.map((one, i) => ({
        ...one,
        block: { ...place, workchain: 0, seqno: 1_000_000 + i },
        mcSeqno: 5,
      })),
      states: [],
      histories: [
        {
          account: busy.account,
          mcSeqno: HEAD,
          newestLt: history.at(-1)!.lt,
          oldestLt: history[0]!.lt,
          isComplete: true,
          searchedSeqno,
        },
      ],
    })
    return index
  }
  const extent = `account 0:${busy.account.toString('hex', 1).toUpperCase()} lt ${history[0]!.lt}-${history.at(-1)!.lt}`
  // Those that the index has from read-through; the next one's state before it is not known either.
  const unread = 'account states of 4 transactions not read'
  const oldestFirst = { account: [account], limit: 1000, sort: 'asc' }

  test("read-through completes an account's history, and the answer reports it", () => {
    const index = withHistory(5)
    try {
      const answer = ask(index, 'transactions', oldestFirst)
      expect(answer).toMatchObject({ kind: 'json', coverage: `${extent} complete; ${unread}` })
      const body = answer.kind === 'json' && JSON.parse(Buffer.from(answer.json).toString())
      expect(body.transactions.map(({ lt }: { lt: string }) => BigInt(lt))).toEqual(
        history.map(({ lt }) => lt),
      )
    } finally {
      index.remove()
    }
  })

  test('a history is searched back to the deployment on a chain that is short enough', () => {
    expect(history[0]!.origStatus).toBe('nonexist')
    const index = withHistory(0)
    try {
      expect(needsOf(ask(index, 'transactions', oldestFirst, { searchDepth: HEAD }))).toEqual([
        { kind: 'history', account: busy.account, count: 100_000 },
      ])
      expect(ask(index, 'transactions', oldestFirst, { searchDepth: HEAD - 1 })).toMatchObject({
        kind: 'json',
        coverage: `${extent} since deployment; ${unread}`,
      })
    } finally {
      index.remove()
    }
  })

  test('messages in transit to an account are refused with the request to use instead', () => {
    const to = { destination: account, limit: 1000 }
    expect(ask(part, 'messages', to)).toMatchObject({
      kind: 'missing',
      missing: [],
      reason: expect.stringContaining('direction=in lists those that arrived'),
    })
    for (const only of [{ only_externals: true }, { source: null }]) {
      expect(needsOf(ask(part, 'messages', { ...to, ...only })), JSON.stringify(only)).toEqual([
        { kind: 'history', account: busy.account, count: 100_000 },
      ])
    }
  })

  test('the traces of an account need all of its history', () => {
    const answer = ask(part, 'traces', { account, limit: 1 })
    expect(needsOf(answer)).toEqual([{ kind: 'history', account: busy.account, count: 128 }])
    expect(answer).toMatchObject({
      reason: expect.stringContaining(`is known back to lt ${recent[0]!.lt}`),
    })
  })
})

test('an account of a workchain that does not exist has no transactions', () => {
  const elsewhere = { workchain: 300, hash: Buffer.alloc(32, 1) }
  const answer = ask(whole, 'transactions', { account: [elsewhere] }, { head: HEAD })
  if (answer.kind !== 'json') throw new Error(answer.kind)
  expect(JSON.parse(Buffer.from(answer.json).toString())).toMatchObject({ transactions: [] })
})
