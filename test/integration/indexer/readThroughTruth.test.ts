import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { testSeed } from '../../fixtures/testSeed.ts'
import type { Answered, Question } from './indexRig.ts'
import { openReadThroughChain, type ReadThroughChain } from './readThroughChain.ts'
import { changes, contradictions } from './readThroughFacts.ts'
import { type ChainObjects, chainObjects, readThroughQuestions } from './readThroughQuestions.ts'

/** Questions of each operation with each set of filters. `EACH=20 npx vitest run` this file for more. */
const EACH = Number(process.env.EACH ?? 1)
/**
 * Kinds of questions that share an index: to open one costs more than to ask. `SHARING=1` asks each of an empty index,
 * so that no earlier question has fetched a root for it.
 */
const SHARING = Number(process.env.SHARING ?? 6)
/** A part of the names of operations and their filters; all by default. */
const ONLY = process.env.ONLY ?? ''
/** Orders of questions. `SEEDS=500 npx vitest run` this file for more. */
const SEEDS = Number(process.env.SEEDS ?? 4)
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 0)
const QUESTIONS = 6
const MINUTE = 60_000
/** Transactions whose account states are compared. `STATES=300 npx vitest run` this file for more. */
const STATES = Number(process.env.STATES ?? 10)
const NOT_READ = 'account states of'
const SYSTEM = `-1:${'0'.repeat(64)}`

/** Read-through beside an index of the whole chain. */
describe('an index that is off', () => {
  let chain: ReadThroughChain
  let objects: ChainObjects
  beforeAll(async () => {
    chain = await openReadThroughChain()
    objects = await chainObjects(chain)
  }, 5 * MINUTE)
  afterAll(() => chain[Symbol.asyncDispose]())

  /** Answers of an empty index. */
  async function firstAnswer(question: Question): Promise<Answered> {
    await using index = await chain.open()
    return await index.ask(question)
  }

  /** Questions whose answers a later block can change. */
  function changeable(): readonly Question[] {
    const { alice } = chain.scene
    const wallet = objects.wallets.find(({ owner }) => owner === alice) ?? objects.wallets[0]
    const item = objects.items.find(({ content }) => content?.domain !== undefined)
    return [
      { name: 'accountStates', params: { address: alice } },
      { name: 'walletStates', params: { address: alice } },
      { name: 'addressInformation', params: { address: alice } },
      { name: 'walletInformation', params: { address: alice } },
      { name: 'addressBook', params: { address: alice } },
      { name: 'metadata', params: { address: wallet?.address } },
      { name: 'jetton/wallets', params: { address: wallet?.address } },
      { name: 'jetton/wallets', params: { owner_address: wallet?.owner, jetton_address: wallet?.jetton } },
      { name: 'jetton/masters', params: { address: wallet?.jetton } },
      { name: 'nft/items', params: { address: item?.address } },
      { name: 'nft/collections', params: { collection_address: item?.collection_address } },
      { name: 'dns/records', params: { domain: item?.content?.domain } },
      { name: 'multisig/wallets', params: { address: chain.scene.account('Workshop purse (2 of 3)') } },
      { name: 'vesting', params: { contract_address: chain.scene.account("Erin's vesting") } },
      { name: 'topAccountsByBalance', params: {} },
    ]
  }

  it(
    'names the same traces as an index of all blocks, whichever operation and filter',
    async () => {
      const random = new SeededRandom(testSeed())
      const kinds = Map.groupBy(
        readThroughQuestions(objects),
        ({ name, params }) => `${name} ${Object.keys(params)}`,
      )
      expect(kinds.size).toBeGreaterThan(40)
      const wanted = [...kinds].filter(([kind]) => kind.includes(ONLY))
      for (let begin = 0; begin < wanted.length; begin += SHARING) {
        await using index = await chain.open()
        for (const [, all] of wanted.slice(begin, begin + SHARING)) {
          for (let asked = 0; asked < EACH; asked++) {
            const question = random.pick(all)
            const [found, expected] = await Promise.all([index.ask(question), chain.whole(question)])
            const unlike = contradictions(question, found, expected)
            expect
              .soft(
                unlike.filter(({ path }) => path.endsWith('.trace_id')),
                JSON.stringify(question),
              )
              .toEqual([])
          }
        }
      }
    },
    60 * MINUTE,
  )

  it('refuses what can have changed when no liteserver answers, also what it has read', async () => {
    await using index = await chain.open()
    const questions = changeable()
    for (const seqno of [1, 2, 3, 4]) await index.ask({ name: 'masterchainBlockShards', params: { seqno } })
    for (const question of questions.slice(0, -1)) {
      const before = await index.ask(question)
      expect(before.kind === 'refused' ? before.text : '', JSON.stringify(question)).toBe('')
    }
    await index.offline()
    expect(await index.ask({ name: 'blocks', params: { workchain: -1, seqno: 4 } })).toMatchObject({
      kind: 'answered',
      coverage: '1-4',
    })
    for (const question of questions) {
      expect.soft(await index.ask(question), JSON.stringify(question)).toMatchObject({
        kind: 'refused',
        text: expect.stringMatching(/covers 1-4|1-4 is indexed/),
      })
    }
  })

  it('refuses the same after a restart without a liteserver, also if the file of the newest block is damaged', async () => {
    const stays = await mkdtemp(join(tmpdir(), 'tonscope-restart-'))
    try {
      const questions = changeable()
      {
        await using index = await chain.open(undefined, { stays })
        for (const seqno of [1, 2, 3, 4]) {
          await index.ask({ name: 'masterchainBlockShards', params: { seqno } })
        }
        for (const question of questions.slice(0, -1)) {
          expect(await index.ask(question), JSON.stringify(question)).toMatchObject({ kind: 'answered' })
        }
      }
      for (const damages of [false, true]) {
        if (damages) await writeFile(join(stays, 'head'), '')
        await using restarted = await chain.open(undefined, { stays, startsOffline: true })
        for (const question of questions) {
          expect.soft(await restarted.ask(question), JSON.stringify({ ...question, damages })).toMatchObject({
            kind: 'refused',
            text: expect.stringMatching(/covers 1-4|1-4 is indexed/),
          })
        }
        expect(await restarted.ask({ name: 'blocks', params: { workchain: -1, seqno: 4 } })).toMatchObject({
          kind: 'answered',
        })
      }
    } finally {
      await rm(stays, { recursive: true, force: true })
    }
  })

  it('reads the states around a transaction that a question names, and says of lists that it does not', async () => {
    const random = new SeededRandom(testSeed())
    await using index = await chain.open()
    const system = objects.transactions.find(({ in_msg }) => in_msg?.source === SYSTEM)
    const picked = Array.from({ length: STATES }, () => random.pick(objects.transactions))
    let answered = 0
    for (const transaction of [system, ...picked]) {
      const { hash, in_msg } = transaction ?? {}
      const questions: readonly Question[] = [
        { name: 'transactions', params: { hash } },
        { name: 'adjacentTransactions', params: { hash, direction: 'in' } },
        { name: 'transactionsByMessage', params: { msg_hash: in_msg?.hash } },
      ]
      for (const question of in_msg ? questions : questions.slice(0, 1)) {
        const [answer, whole] = await Promise.all([index.ask(question), chain.whole(question)])
        // A hash is searched as far back as the deadline allows.
        if (answer.kind === 'refused') continue
        answered++
        expect.soft(stateParts(answer), JSON.stringify(question)).toEqual(stateParts(whole))
        expect.soft(answer.coverage ?? '', JSON.stringify(question)).not.toContain(NOT_READ)
      }
    }
    expect(answered).toBeGreaterThan(STATES)
    for (const name of ['transactions', 'traces'] as const) {
      const list = await index.ask({ name, params: { account: chain.scene.alice, limit: 5 } })
      expect(list).toMatchObject({ coverage: expect.stringContaining(NOT_READ) })
    }
    const tx_hash = chain.scene.middle.hash
    const withTransactions = { tx_hash, include_transactions: true }
    expect(await index.ask({ name: 'actions', params: withTransactions })).toMatchObject({
      coverage: expect.stringContaining(NOT_READ),
    })
    expect((await index.ask({ name: 'actions', params: { tx_hash } })) as object).not.toMatchObject({
      coverage: expect.stringContaining(NOT_READ),
    })
  })

  it('answers or refuses, but does not call an account new that has ended', async () => {
    const ended = objects.accounts.filter(
      (account) =>
        objects.transactions.find((transaction) => transaction.account === account)?.end_status ===
        'nonexist',
    )
    expect(ended.length).toBeGreaterThan(0)
    for (const address of ended.slice(0, 3)) {
      const last = objects.transactions.find(({ account }) => account === address)
      for (const name of ['addressInformation', 'walletInformation'] as const) {
        const question = { name, params: { address } }
        expect(contradictions(question, await firstAnswer(question), await chain.whole(question))).toEqual([])
        // A chain that is too long to search.
        await using index = await chain.open(undefined, { searchDepth: 1 })
        const first = await index.ask(question)
        expect(first).toMatchObject({ coverage: expect.stringMatching(/without a state at seqno \d+/) })
        // Its last transaction shows that it is not new.
        await index.ask({ name: 'transactions', params: { mc_seqno: last?.mc_block_seqno } })
        expect(await index.ask(question)).toMatchObject({ kind: 'refused' })
      }
    }
  })

  it('verifies domains with the newest configuration, whichever old block was asked for before', async () => {
    const domains = objects.items.filter(({ content }) => content?.domain !== undefined)
    expect(domains.length).toBeGreaterThan(1)
    const oldBlocks: readonly Question[] = [
      { name: 'masterchainBlockShards', params: { seqno: 1 } },
      { name: 'transactions', params: { mc_seqno: 3 } },
    ]
    const questions = domains.flatMap(({ address, content }): Question[] => [
      { name: 'metadata', params: { address } },
      { name: 'nft/items', params: { address } },
      { name: 'dns/records', params: { domain: content?.domain } },
    ])
    for (const oldBlock of oldBlocks) {
      await using index = await chain.open()
      await index.ask(oldBlock)
      for (const question of questions) {
        const [found, whole] = [await index.ask(question), await chain.whole(question)]
        const place = `${JSON.stringify(question)} after ${JSON.stringify(oldBlock)}`
        expect.soft(found.kind, place).toBe('answered')
        expect.soft(contradictions(question, found, whole), place).toEqual([])
      }
    }
  })

  it(
    'gives each question the answer that it gives first, in any order',
    async () => {
      const all = readThroughQuestions(objects)
      const [blocks, others] = [
        all.filter(({ params }) => 'seqno' in params || 'mc_seqno' in params),
        all.filter(({ name }) =>
          /^(metadata|nft|dns|jetton|multisig|vesting|accountStates|addressBook)/.test(name),
        ),
      ]
      const first = new Map<string, Answered>()
      let answered = 0
      for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
        const random = new SeededRandom(`order ${seed}`)
        await using index = await chain.open()
        const done: string[] = []
        for (let asked = 0; asked < QUESTIONS; asked++) {
          const question = random.pick(random.pick([blocks, others, others, all]))
          const key = JSON.stringify(question)
          const expected = first.get(key) ?? (await firstAnswer(question))
          first.set(key, expected)
          const found = await index.ask(question)
          if (found.kind === 'answered') answered++
          const place = `seed ${seed}: ${key} after ${done.join(', ')}`
          expect.soft(changes(question, found, expected), place).toEqual([])
          done.push(key)
        }
      }
      expect(answered).toBeGreaterThan(0.9 * SEEDS * QUESTIONS)
      if (process.env.SEEDS)
        console.log(JSON.stringify({ seeds: SEEDS, questions: SEEDS * QUESTIONS, distinct: first.size }))
    },
    120 * MINUTE,
  )
})

/** Returns the states, the traces and the address book of an answer with transactions. */
function stateParts(answer: Answered) {
  const { transactions = [], address_book } = (answer.kind === 'answered' ? answer.body : {}) as {
    readonly transactions?: readonly TransactionJson[]
    readonly address_book?: object
  }
  const rows = transactions.map(({ hash, account_state_before, account_state_after }) => ({
    hash,
    account_state_before,
    account_state_after,
  }))
  return { rows, addresses: Object.keys(address_book ?? {}).toSorted() }
}
