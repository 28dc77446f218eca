import type { BlockIdExt } from '../../src-main/chain/blockId.ts'
import type { CreatorStats } from '../../src-main/chain/state/blockCreateStats.ts'
import { openMcStateDetails } from '../../src-main/chain/state/mcStateExtra.ts'
import type { ValidatorStats } from '../../src-main/liteserver/tl/config.ts'
import { expectAnswerTo } from '../../src-main/liteserver/verify/header.ts'
import { expect, proving } from '../../src-main/liteserver/verify/proving.ts'
import { masterchainExtra, provedStateOf } from '../../src-main/liteserver/verify/state.ts'

const CHECK = 'validator stats'

/** The maximum number of creators in a liteserver's answer. */
const MAX_CREATORS = 1000

/** A page of block creators. */
export type ValidatorStatsRequest = {
  readonly id: BlockIdExt
  /** Bit 0: after `startAfter`; bit 1: including `startAfter`; bit 2: only creators active since `modifiedAfter`. */
  readonly mode: number
  readonly limit: number
  readonly startAfter?: Buffer | undefined
  /** Unix seconds. */
  readonly modifiedAfter?: number | undefined
}

/** A block creator's public key (32 bytes) and numbers of blocks. */
export type CreatorEntry = { readonly publicKey: Buffer; readonly stats: CreatorStats }

/**
 * Verifies liteServer.getValidatorStats at a trusted masterchain block and returns the numbers of created
 * blocks, by ascending public key.
 * @throws ProofError
 */
export function verifyValidatorStats(
  request: ValidatorStatsRequest,
  answer: ValidatorStats,
): { readonly creators: readonly CreatorEntry[]; readonly complete: boolean } {
  return proving(CHECK, () => {
    expectAnswerTo(request.id, answer.id, CHECK)
    const state = provedStateOf(request.id, answer.stateProof, answer.dataProof)
    const { blockCreateStats } = openMcStateDetails(masterchainExtra(state).details)
    expect(blockCreateStats !== undefined, CHECK, 'the state has none')
    const size = Math.min(request.limit, MAX_CREATORS)
    const range = { from: request.startAfter, after: (request.mode & 3) === 1 }
    const creators: CreatorEntry[] = []
    let complete = true
    for (const { key, value } of blockCreateStats.counters.entries(range)) {
      if (isOlder(value, request.modifiedAfter)) continue
      creators.push({ publicKey: key, stats: value })
      complete = false
      if (creators.length === size) break
      complete = true
    }
    expect(answer.count === creators.length, CHECK, `${answer.count} counted of ${creators.length}`)
    expect(answer.complete === complete, CHECK, 'whether more follow is misstated')
    return { creators, complete }
  })
}

function isOlder({ mcBlocks, shardBlocks }: CreatorStats, since: number | undefined): boolean {
  return since !== undefined && mcBlocks.lastUpdated < since && shardBlocks.lastUpdated < since
}
