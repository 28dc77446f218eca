import { beforeAll, describe, expect, it } from 'vitest'
import { LiteServerError, ProofError } from '../../src-main/liteserver/errors.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { TlError } from '../../src-main/liteserver/tl/tlError.ts'
import { LinkVerifier } from '../../src-main/liteserver/verify/blockLink.ts'
import { readRealnetLines } from '../fixtures/recorded.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { LIES } from '../integration/liteserver/lies/answerLies.ts'
import { meaningOf } from '../integration/liteserver/lies/sameValue.ts'
import { decodeLiteQuery } from '../liteserver/decodeLiteQuery.ts'
import { verifyBlockProof } from '../liteserver/verifyBlockProof.ts'
import { type Recorded, recordedAnswers, verifiers, verifyRecorded } from './recordedAnswers.ts'

/** Queries without a requested proof. */
const WITHOUT_PROOF =
  /^(list|list reverse|list ext|list with metadata|list 256 of .*|after page of .*|reverse of .*|queue size)$/

describe('answers of the reference liteserver', () => {
  let recorded: Recorded[]
  beforeAll(() => {
    const all = verifiers()
    recorded = recordedAnswers().filter(({ name, note }) => all[name] && !WITHOUT_PROOF.test(note))
  })

  it('are all verified', () => {
    const all = verifiers()
    const counts: Record<string, number> = {}
    for (const line of recorded) {
      verifyRecorded(line, line.answer, all)
      counts[line.name] = (counts[line.name] ?? 0) + 1
    }
    expect(counts).toEqual({
      getAccountState: 34,
      getAccountStatePrunned: 17,
      getAllShardsInfo: 3,
      getBlockHeader: 9,
      getBlockOutMsgQueueSize: 3,
      getBlockProof: 5,
      getConfigAll: 3,
      getConfigParams: 3,
      getLibrariesWithProof: 1,
      getOneTransaction: 2,
      getShardBlockProof: 3,
      getShardInfo: 18,
      getState: 1,
      getTransactions: 34,
      getValidatorStats: 3,
      listBlockTransactions: 6,
      listBlockTransactionsExt: 3,
      lookupBlock: 9,
      lookupBlockWithProof: 4,
    })
  })

  it('prove every masterchain block by its own validators, from the block before it', () => {
    const links = new LinkVerifier()
    const blocks = readRealnetLines<{ seqno: number; answer: string }>('block-proofs.ndjson.gz').map(
      (line) => {
        const answer = liteApi.getBlockProof.decodeResponse(Buffer.from(line.answer, 'base64'))
        const proved = verifyBlockProof({ knownBlock: answer.from, targetBlock: answer.to }, answer, links)
        return { asked: line.seqno, proved: proved.at(-1)?.to.seqno, isKeyBlock: proved.at(-1)?.isKeyBlock }
      },
    )
    expect(blocks).toHaveLength(860)
    expect(blocks.filter(({ asked, proved }) => asked !== proved)).toEqual([])
    expect(blocks.filter(({ isKeyBlock }) => isKeyBlock).map(({ proved }) => proved)).toEqual([609])
  })

  it('are refused, or mean the same, when anything in them is changed', { timeout: 300_000 }, async () => {
    const outcome = { told: 0, refused: 0, same: 0 }
    const accepted: string[] = []
    const onTheChain = new Set(
      readRealnetLines<{ answer: string }>('block-proofs.ndjson.gz').map(({ answer }) =>
        meaningOf(liteApi.getBlockProof.decodeResponse(Buffer.from(answer, 'base64')).to),
      ),
    )
    // lookupBlock has no proof: it is used only without verification.
    const lines = recorded.filter(({ name }) => name !== 'lookupBlock')
    for (const [index, line] of lines.entries()) {
      const truth = meaningOf(verifyRecorded(line, line.answer))
      const query = decodeLiteQuery(line.request)
      for (const [number, [lie, tell]] of Object.entries(LIES).entries()) {
        for (let round = 0; round < 2; round++) {
          const random = new SeededRandom(index * 1000 + number * 10 + round)
          const others = lines.filter((other) => other.name === line.name && other !== line)
          const other = async () => (others.length > 0 ? random.pick(others).answer : undefined)
          const answer = await tell({ query, answer: line.answer, random, other })
          if (!answer || answer.equals(line.answer)) continue
          outcome.told++
          try {
            // A new verifier: one that has proved the validators does not read their proof again.
            const meaning = meaningOf(verifyRecorded(line, answer))
            if (line.name === 'getShardBlockProof' && !onTheChain.has(meaning)) {
              // The masterchain block is left to be proved by getBlockProof, which couldn't be done.
              outcome.refused++
              continue
            }
            if (meaning === truth) outcome.same++
            else accepted.push(`${line.name} (${line.note}), ${lie}: ${meaning.slice(0, 200)}`)
          } catch (error) {
            const isTyped =
              error instanceof ProofError || error instanceof TlError || error instanceof LiteServerError
            if (!isTyped) throw error
            outcome.refused++
          }
        }
      }
    }
    expect(accepted).toEqual([])
    expect(outcome.refused).toBeGreaterThan(1500)
    console.log(
      `${outcome.told} changed answers: ${outcome.refused} refused, ${outcome.same} with the same meaning`,
    )
  })
})
