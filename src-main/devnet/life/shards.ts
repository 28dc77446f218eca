import type { Devnet } from '../chain/devnet.ts'

/** Makes it the number of the basechain's shards that is wanted; they split or merge in the next steps. */
export async function applyShards(devnet: Devnet, shards: number): Promise<void> {
  devnet.setShards(shards)
}
