import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { type ChainRig, openChainRig, VACANT } from './coverageRig.ts'
import type { IndexRig, Question } from './indexRig.ts'

const UNUSED = `0:${'77'.repeat(32)}`
const VACANT_ACCOUNT = VACANT.toRawString()

/** An index without blocks of a chain that counts as too long to search, and one of the same chain that is searched. */
/** A list does not read the states of its transactions (compatibility-v3 §4.7). */
const UNREAD = 'account states of \\d+ transactions? not read'

describe('the index of a chain that is too long to search', () => {
  let chain: ChainRig
  let unsearched: IndexRig
  let searched: IndexRig
  let late: string
  beforeAll(async () => {
    const random = new SeededRandom('unsearched chain')
    chain = await openChainRig(random)
    while (chain.late.seqno === 0) await chain.block(random)
    for (let made = 0; made < 3; made++) await chain.block(random)
    late = chain.late.address.toRawString()
    unsearched = await chain.open({ byDefault: false }, { searchDepth: 0 })
    searched = await chain.open({ byDefault: false })
  }, 120_000)
  afterAll(async () => {
    await unsearched[Symbol.asyncDispose]()
    await searched[Symbol.asyncDispose]()
    await chain[Symbol.asyncDispose]()
  })

  type Rows = { readonly [list: string]: readonly { readonly lt: string }[] }
  async function answered(rig: IndexRig, question: Question) {
    const answer = await rig.ask(question)
    if (answer.kind === 'refused') throw new Error(answer.text)
    return { body: answer.body as Rows, coverage: answer.coverage }
  }

  it("returns an account's transactions since its deployment, as the header states", async () => {
    const question = { name: 'transactions', params: { account: late, limit: 100 } } as const
    const { body: whole } = await answered(chain.whole, question)
    const found = await answered(unsearched, question)
    const all = whole.transactions ?? []
    const since = found.body.transactions ?? []
    // The others bounced messages before.
    expect(since.length).toBeGreaterThan(0)
    expect(all.length).toBeGreaterThan(since.length)
    expect(since).toEqual(all.slice(0, since.length).map((row) => expect.objectContaining({ lt: row.lt })))
    const text = `account ${late.toUpperCase()} lt ${since.at(-1)?.lt}-${all[0]?.lt}`
    expect(found.coverage).toMatch(new RegExp(`^${text} since deployment; ${UNREAD}$`))
    const complete = await answered(searched, question)
    expect(complete.body.transactions).toHaveLength(all.length)
    const extent = `account ${late.toUpperCase()} lt ${all.at(-1)?.lt}-${all[0]?.lt}`
    expect(complete.coverage).toMatch(new RegExp(`^${extent} complete; ${UNREAD}$`))
  })

  it("lists an account's traces since its deployment, as the header states", async () => {
    const { coverage } = await answered(unsearched, { name: 'traces', params: { account: late, limit: 5 } })
    expect(coverage).toMatch(new RegExp(` since deployment; ${UNREAD}$`))
  })

  it('has no row for an account without a state, and the header names the block', async () => {
    const seqno = chain.head
    for (const name of ['accountStates', 'walletStates'] as const) {
      const question = { name, params: { address: [VACANT_ACCOUNT, UNUSED, late] } }
      const list = name === 'accountStates' ? 'accounts' : 'wallets'
      const found = await answered(unsearched, question)
      expect(found.body[list]).toHaveLength(1)
      expect(found.coverage).toBe(
        [VACANT_ACCOUNT, UNUSED]
          .map((account) => `account ${account.toUpperCase()} without a state at seqno ${seqno}`)
          .join(),
      )
      const complete = await answered(searched, question)
      expect(complete.body[list]).toHaveLength(2)
      expect(complete.coverage).toBe('none')
    }
  })

  it('omits an account without a state from address books, and the operation names the block', async () => {
    const sent = {
      name: 'transactions',
      params: { account: chain.wallets[0]!.address.toRawString() },
    } as const
    const key = VACANT_ACCOUNT.toUpperCase()
    expect((await answered(unsearched, sent)).body.address_book).not.toHaveProperty([key])
    const named = await answered(unsearched, { name: 'addressBook', params: { address: [VACANT_ACCOUNT] } })
    expect(named.coverage).toBe(`account ${key} without a state at seqno ${chain.head}`)
  })

  it('refuses the transactions of an account without a state', async () => {
    const question = { name: 'transactions', params: { account: VACANT_ACCOUNT } } as const
    expect(await unsearched.ask(question)).toMatchObject({ kind: 'refused' })
    expect(await searched.ask(question)).toMatchObject({ kind: 'answered' })
  })
})
