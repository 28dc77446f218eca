import { describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { parseBoc } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { ProofError } from '../../../../src-main/liteserver/errors.ts'
import { verifyAccountState } from '../../../../src-main/liteserver/verify/account.ts'
import { account, asker, sampleContext } from '../server/sampleServer.ts'

const context = sampleContext()
const ask = asker(context)
const id = context.store.head()
const wallet = account(0, '11b44e43a78a1686cdc779875b14d76a096f1d0fcc0f7f96abd9cb01cf00f366')
const missingAccount = account(0, '12'.repeat(32))

/** Stores proved hashes, like a session's caches. */
function memory(first?: Buffer) {
  const noted: Buffer[] = first ? [first] : []
  const states = {
    find: (_block: BlockIdExt) => noted.at(-1),
    note: (_block: BlockIdExt, hash: Buffer) => void noted.push(hash),
  }
  return { noted, states }
}

describe('verifyAccountState with a proved state of the shard', () => {
  it('returns the same account without reading the header again', async () => {
    const { noted, states } = memory()
    const answer = await ask('getAccountState', { id, account: wallet })
    const proved = verifyAccountState({ id, account: wallet }, answer, { states })
    expect(noted).toEqual([context.store.find(answer.shardblk)?.head?.stateHash])

    const state = parseBoc(answer.proof)[1]
    if (!state) throw new Error('no proof over the state')
    const headless = { ...answer, proof: serializeBoc([state, state]) }
    expect(verifyAccountState({ id, account: wallet }, headless, { states })).toEqual(proved)
    expect(noted).toHaveLength(1)
    expect(() => verifyAccountState({ id, account: wallet }, headless)).toThrow(ProofError)
  })

  it.each([
    ['an active account', wallet],
    ['a missing account', missingAccount],
  ] as const)(
    'follows from that state alone: any other byte of the proof over it is refused (%s)',
    async (_who, who) => {
      const { states } = memory()
      const answer = await ask('getAccountState', { id, account: who })
      const honest = verifyAccountState({ id, account: who }, answer, { states })
      let refused = 0
      for (let at = 0; at < answer.proof.length; at++) {
        const proof = Buffer.from(answer.proof)
        proof[at] = (proof[at] as number) ^ 0x10
        try {
          // A different header makes no difference; other changes must be refused.
          expect(verifyAccountState({ id, account: who }, { ...answer, proof }, { states })).toEqual(honest)
        } catch (error) {
          expect(error).toBeInstanceOf(ProofError)
          refused++
        }
      }
      expect(refused).toBeGreaterThan(answer.proof.length / 2)
    },
  )

  it('rejects a state with another hash', async () => {
    const { states } = memory(Buffer.alloc(32, 1))
    const answer = await ask('getAccountState', { id, account: wallet })
    expect(() => verifyAccountState({ id, account: wallet }, answer, { states })).toThrow(
      'not the state after the block',
    )
  })
})
