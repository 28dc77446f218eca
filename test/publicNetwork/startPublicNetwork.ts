import { connectAdnl } from '../../src-main/liteserver/adnl/client.ts'
import type { GlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { type Clock, systemClock } from '../../src-main/liteserver/pool/clock.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { startFarServer } from './farServer.ts'
import { Heads } from './heads.ts'
import { Ledger } from './ledger.ts'
import { type FarServerProfile, PRESETS, type PresetName } from './profiles.ts'

export type PublicNetworkOptions = {
  /** The config of a chain with one liteserver on this machine. */
  readonly chain: GlobalConfig
  readonly servers: PresetName | readonly FarServerProfile[]
  /** Makes latencies and stalls reproducible. */
  readonly seed?: number | string
  /** Of delays, rates and restarts. */
  readonly clock?: Clock
}

/** A simulated public network over a chain. */
export type PublicNetwork = {
  /** Names the simulated servers. */
  readonly config: GlobalConfig
  readonly ledger: Ledger
  /** Shortest round trip of its servers, ms. */
  readonly rttMs: number
  close(): Promise<void>
}

/** Starts the liteservers of a simulated public network on loopback. */
export async function startPublicNetwork({
  chain,
  servers,
  seed = 'public network',
  clock = systemClock,
}: PublicNetworkOptions): Promise<PublicNetwork> {
  const [address] = chain.liteservers
  if (!address) throw new Error('the chain has no liteserver')
  const source = await connectAdnl(address)
  const heads = new Heads(source)
  await heads.start()
  const ledger = new Ledger()
  const profiles = typeof servers === 'string' ? PRESETS[servers]() : servers
  const started = await Promise.all(
    profiles.map((profile, index) =>
      startFarServer(
        profile,
        { source, heads, ledger, clock, random: new SeededRandom(`${seed} ${index}`) },
        index,
      ),
    ),
  )
  return {
    config: { ...chain, liteservers: started.map((server) => server.address) },
    ledger,
    rttMs: Math.min(...profiles.map(({ rttMs }) => rttMs)),
    async close() {
      heads.close()
      for (const server of started) await server.close()
      source.close()
    },
  }
}
