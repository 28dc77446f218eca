import { describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { type Archive, withArchive } from '../../../../src-main/indexer/offline/withArchive.ts'
import { NoServerError, ProvingError } from '../../../../src-main/liteserver/errors.ts'
import type { LiteNetwork, LiteSession, MasterchainInfo } from '../../../../src-main/liteserver/session.ts'
import { blockId, fakeNetwork } from '../../api/v2/fakeSession.ts'

const MASTERCHAIN = -1
const OLD = 751
const HEAD = 800

function infoOf(seqno: number): MasterchainInfo {
  return {
    last: blockId(MASTERCHAIN, seqno),
    stateRootHash: Buffer.alloc(32, seqno % 7),
    init: blockId(MASTERCHAIN, 0),
  }
}

function sessionUntil(newest: number): Partial<LiteSession> {
  return {
    servers: [],
    last: async () => blockId(MASTERCHAIN, newest),
    masterchainInfo: async () => infoOf(newest),
    masterchainBlock: async (seqno = newest) => blockId(MASTERCHAIN, seqno),
  }
}

type Known = Pick<LiteNetwork, 'knownHead' | 'knownInfo'> & Partial<Pick<Archive, 'seenSeqno'>>

/** No liteserver answers, and the archive ends at a block. */
function openOffline(
  newest: number,
  { seenSeqno = () => 0, ...known }: Known,
  error: Error = new NoServerError(),
) {
  const fail = async (): Promise<never> => {
    throw error
  }
  const live = fakeNetwork({ servers: [], last: fail, masterchainInfo: fail, masterchainBlock: fail })
  const stored = fakeNetwork(sessionUntil(newest))
  return withArchive(
    { ...live.network, ...known },
    { session: () => stored.network.session(), newestSeqno: () => newest, seenSeqno },
  )
}

const seqnoOf = async (id: Promise<BlockIdExt>) => (await id).seqno

describe('withArchive', () => {
  const known: Known = { knownHead: () => HEAD, knownInfo: () => infoOf(HEAD) }
  const text = `block ${HEAD} is known, but the index ends at ${OLD}`

  it('rejects requests for the newest block if the archive ends before the newest known block', async () => {
    const network = openOffline(OLD, known)
    await expect(network.session().last()).rejects.toThrow(text)
    await expect(network.session().masterchainBlock()).rejects.toThrow(text)
    const session = network.session()
    expect(await seqnoOf(session.masterchainBlock(OLD))).toBe(OLD)
    await expect(session.last()).rejects.toThrow(text)
  })

  it('answers masterchainInfo with the newest known block, and rejects if a part of it is unknown', async () => {
    const session = openOffline(OLD, known).session()
    expect(await session.masterchainInfo()).toEqual(infoOf(HEAD))
    expect(session.indexHead).toBe(OLD)
    for (const knownInfo of [() => undefined, () => infoOf(HEAD - 1)]) {
      const other = openOffline(OLD, { ...known, knownInfo }).session()
      await expect(other.masterchainInfo()).rejects.toThrow(text)
    }
  })

  it('returns the newest known block as the consensus block', () => {
    expect(openOffline(OLD, known).consensusSeqno()).toBe(HEAD)
    expect(openOffline(HEAD + 1, known).consensusSeqno()).toBe(HEAD + 1)
    expect(openOffline(OLD, known).indexHead?.()).toBe(OLD)
  })

  it('answers from an archive that has the newest known block, or if no head is known', async () => {
    for (const network of [openOffline(HEAD, known), openOffline(HEAD, {})]) {
      const session = network.session()
      expect(await seqnoOf(session.last())).toBe(HEAD)
      expect(await session.masterchainInfo()).toEqual(infoOf(HEAD))
      expect(session.indexHead).toBe(HEAD)
    }
  })

  it('rejects requests for the newest block if the newest one of the last run is not known', async () => {
    const network = openOffline(OLD, { seenSeqno: () => undefined })
    const reason = `the newest block of the last run is not known, and the index ends at ${OLD}`
    await expect(network.session().last()).rejects.toThrow(reason)
    await expect(network.session().masterchainInfo()).rejects.toThrow(reason)
    expect(await seqnoOf(network.session().masterchainBlock(OLD))).toBe(OLD)
    expect(network.consensusSeqno()).toBeUndefined()
    const heard = openOffline(HEAD, { ...known, seenSeqno: () => undefined })
    expect(await seqnoOf(heard.session().last())).toBe(HEAD)
    expect(heard.consensusSeqno()).toBe(HEAD)
  })

  it("reads the configuration of the archive's newest block in any case", async () => {
    const { lastReadable } = openOffline(OLD, known).session()
    expect((await lastReadable?.())?.seqno).toBe(OLD)
  })

  it('keeps the error of a chain that is being proved, which tells when to retry', async () => {
    const proving = new ProvingError({ proved: 1, expected: 9, seqno: 7 })
    await expect(openOffline(OLD, known, proving).session().last()).rejects.toBe(proving)
  })
})
