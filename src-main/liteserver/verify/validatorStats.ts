import type { BlockIdExt } from '../../chain/blockId.ts'
import type { CreatorStats } from '../../chain/state/blockCreateStats.ts'
import { openMcStateDetails } from '../../chain/state/mcStateExtra.ts'
import type { ValidatorStats } from '../tl/config.ts'
import { expectAnswerTo } from './header.ts'
import { expect, proving } from './proving.ts'
import { masterchainExtra, provedStateOf } from './state.ts'

const CHECK = 'validator stats'

/** The most creators that a liteserver shows in one answer. */
export const MAX_CREATORS = 1000

export type ValidatorStatsRequest = {
  readonly id: BlockIdExt
  /** Bit 0: after `startAfter`; bit 1: `startAfter` itself too; bit 2: only those active since `modifiedAfter`. */
  readonly mode: number
  readonly limit: number
  readonly startAfter?: Buffer | undefined
  /** Unix seconds. */
  readonly modifiedAfter?: number | undefined
}

export type CreatorEntry = { readonly publicKey: Buffer; readonly stats: CreatorStats }

/** liteServer.getValidatorStats at a trusted masterchain block: who made how many blocks, by ascending key. */
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
