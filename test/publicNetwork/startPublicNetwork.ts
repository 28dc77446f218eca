import { connectAdnl } from '../../src-main/liteserver/adnl/client.ts'
import type { GlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { type Clock, systemClock } from '../../src-main/liteserver/pool/clock.ts'
import { liteserver } from '../../src-main/liteserver/server/liteserver.ts'
import type { MasterchainInfo } from '../../src-main/liteserver/tl/serverInfo.ts'
import { SeededRandom } from '../fixtures/seededRandom.ts'
import { type FarServerContext, startFarServer } from './farServer.ts'
import { followChain, Heads, replayHeads } from './heads.ts'
import { Ledger } from './ledger.ts'
import { type FarServerProfile, PRESETS, type PresetName } from './profiles.ts'
import { openRecording, type Recording } from './recordChain.ts'

export type ServersOptions = {
  readonly servers: PresetName | readonly FarServerProfile[]
  /** Makes latencies and stalls reproducible. */
  readonly seed?: number | string
  /** Of delays, rates and restarts. */
  readonly clock?: Clock
}

export type PublicNetworkOptions = ServersOptions & {
  /** The config of a chain with one liteserver on this machine. */
  readonly chain: GlobalConfig
}

export type ReplayOptions = ServersOptions & {
  readonly recording: Recording
  /** Seqno of the head at the start. */
  readonly from: number
  /** Masterchain blocks by which the head then moves each second. */
  readonly perSecond: number
}

/** A simulated public network over a chain. */
export type PublicNetwork = {
  /** Names the simulated servers. */
  readonly config: GlobalConfig
  readonly ledger: Ledger
  /** Shortest round trip of its servers, ms. */
  readonly rttMs: number
  /** Seqno of the newest block of a server that does not lag. */
  head(): number
  close(): Promise<void>
}

/** Starts the liteservers of a simulated public network on loopback. */
export async function startPublicNetwork({
  chain,
  ...options
}: PublicNetworkOptions): Promise<PublicNetwork> {
  const [address] = chain.liteservers
  if (!address) throw new Error('the chain has no liteserver')
  const source = await connectAdnl(address)
  const heads = new Heads()
  await followChain(heads, source)
  const network = await startServers(options, { source, heads, chain })
  return {
    ...network,
    async close() {
      await network.close()
      source.close()
    },
  }
}

/**
 * Starts such liteservers over a recorded chain, whose head moves along the recording from now on: a rate that no
 * machine could make and read at once.
 */
export async function replayPublicNetwork({
  recording,
  from,
  perSecond,
  ...options
}: ReplayOptions): Promise<PublicNetwork> {
  const { store, close } = await openRecording(recording)
  const answer = liteserver({ store, now: () => Math.floor(Date.now() / 1_000) })
  const { signal } = new AbortController()
  const source = { query: (data: Buffer) => answer(data, { signal }) }
  const infos: MasterchainInfo[] = []
  for (let seqno = from; seqno <= recording.last; seqno++) {
    const { id, head } = store.findBySeqno({ ...store.zeroState, seqno }) ?? {}
    if (!id || !head) throw new Error(`the recording has no block ${seqno}`)
    infos.push({ last: id, stateRootHash: head.stateHash, init: store.zeroState })
  }
  const heads = new Heads()
  replayHeads(heads, infos, { perSecond, clock: options.clock ?? systemClock })
  const { zeroState } = store
  const chain = { liteservers: [], zeroState, initBlock: zeroState, hardforks: [] }
  const network = await startServers(options, { source, heads, chain })
  return {
    ...network,
    async close() {
      await network.close()
      await close()
    },
  }
}

async function startServers(
  { servers, seed = 'public network', clock = systemClock }: ServersOptions,
  { source, heads, chain }: Pick<FarServerContext, 'source' | 'heads'> & { readonly chain: GlobalConfig },
): Promise<PublicNetwork> {
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
    head: () => heads.behind(0).last.seqno,
    async close() {
      heads.close()
      for (const server of started) await server.close()
    },
  }
}
