import type { Cell } from '@ton/core'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { type BlockIdExt, MASTERCHAIN } from '../chain/blockId.ts'
import { configParam } from '../chain/config/configParams.ts'
import { loadWorkchains } from '../chain/config/workchainDescr.ts'
import { intOfKey } from '../chain/hashmap/key.ts'
import { openCell } from '../chain/tlb.ts'
import type { NetworkSession } from '../liteserver/network/verifiedSession.ts'
import type { RetryingClient } from './fetch/retryingClient.ts'
import type { BlockFile } from './parse/parseJobs.ts'

const WORKCHAINS_PARAM = 12

/**
 * Fetches the states before the first blocks: the masterchain's from the network's config, and those of the
 * workchains in the configuration of masterchain block 1.
 */
export async function fetchZeroStates(
  zeroState: BlockIdExt,
  client: RetryingClient,
  signal: AbortSignal,
): Promise<readonly BlockFile[]> {
  const ids = await client.request((session) => workchainsOf(session), signal)
  const all = [{ ...zeroState, workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: 0 }, ...ids]
  return Promise.all(
    all.map(async (id) => {
      const { data } = await client.request((session) => session.zeroState(id), signal)
      return { id, data }
    }),
  )
}

async function workchainsOf(session: NetworkSession): Promise<readonly BlockIdExt[]> {
  const first = await session.masterchainBlock(1)
  return zeroStatesIn(await session.configParam(first, WORKCHAINS_PARAM))
}

/** Returns the zero states that a configuration names. */
export function zeroStatesOfConfig(config: Cell): readonly BlockIdExt[] {
  return zeroStatesIn(configParam(config, WORKCHAINS_PARAM))
}

function zeroStatesIn(cell: Cell | undefined): readonly BlockIdExt[] {
  if (!cell) return []
  const workchains = loadWorkchains(openCell(cell, 'ConfigParam 12'))
  return [...workchains.entries()].map(({ key, value }) => ({
    workchain: Number(intOfKey(key, 32)),
    shard: FULL_SHARD,
    seqno: 0,
    rootHash: value.zerostateRootHash,
    fileHash: value.zerostateFileHash,
  }))
}
