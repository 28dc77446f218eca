import type { Devnet } from '../chain/devnet.ts'
import { DevnetRefusal } from './runningDevnet.ts'

/** Makes it the number of the basechain's shards that is wanted. Throws DevnetRefusal (conflict) where it can't be. */
export async function applyShards(_devnet: Devnet, shards: number): Promise<void> {
  if (shards !== 1) throw new DevnetRefusal('conflict', 'this devnet cannot split its basechain yet')
}
