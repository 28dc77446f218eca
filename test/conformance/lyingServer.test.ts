import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REALNET } from '../fixtures/recorded.ts'
import { type OpenSubject, openSubject } from '../integration/liteserver/lies/archiveSubject.ts'
import { ALL_LIES, type Court, newVerdict, openCourt } from '../integration/liteserver/lies/interrogation.ts'
import { QUESTIONS } from '../integration/liteserver/lies/questions.ts'

/**
 * Answers with unread parts. A lie about those parts leaves the answer to every question true, and is the only
 * kind that can pass.
 */
const UNREAD: Readonly<Record<string, string>> = {
  getMasterchainInfo:
    'polled heads only steer the choice of servers; old heads are none to who asks about a block',
  getBlockProof: 'sent in the background when a poll finds a new head',
  getAccountState:
    'the copy of an account that is known by its hash, the header of a state that is proved already',
  getTransactions: 'the blocks that the server says the transactions are in',
  listBlockTransactions: 'the echo of the requested count',
  getOutMsgQueueSizes: 'everything but the limit, which is a setting of the server',
  lookupBlockWithProof: 'the header before a block that was made in the requested second',
  getConfigParams: 'parameters that were not requested',
}

describe('a liar in front of a whole network', () => {
  const verdict = newVerdict()
  let opened: OpenSubject
  let court: Court
  let seed = 0

  beforeAll(async () => {
    opened = await openSubject(REALNET)
    court = await openCourt(opened.honest, opened.subject)
  })
  afterAll(async () => {
    await court?.close()
    opened?.close()
  })

  it.each(Object.keys(QUESTIONS))('gets no lie about %s accepted', { timeout: 120_000 }, async (question) => {
    const before = verdict.accepted.length
    for (const fn of await court.answersTo(question)) {
      // A run requests one proof of its head, so each lie about it occurs once a run: two seeds make two runs.
      const lies = fn === 'getBlockProof' ? [...ALL_LIES, ...ALL_LIES] : ALL_LIES
      for (const lie of lies) await court.tryLie(question, fn, lie, ++seed, verdict)
    }
    expect(verdict.accepted.slice(before)).toEqual([])
  })

  it('was refused more than a thousand times, and harmless only in unread parts', () => {
    expect(verdict.accepted).toEqual([])
    expect(verdict.refused).toBeGreaterThanOrEqual(1000)
    expect(verdict.told).toBe(verdict.refused + verdict.harmless)
    // A proof without a cell that its check does not read proves the same.
    const told = verdict.harmlessLies.filter((lie) => !lie.includes(', a truncated proof, '))
    const passed = told.map((lie) => lie.split(', ').at(-3))
    expect(passed.filter((fn) => !fn || !(fn in UNREAD))).toEqual([])
    console.log(`${verdict.told} lies: ${verdict.refused} refused, ${verdict.harmless} harmless, 0 accepted`)
  })
})
