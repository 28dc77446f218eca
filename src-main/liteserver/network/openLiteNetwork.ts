import type { BlockIdExt } from '../../chain/blockId.ts'
import { connectAdnl } from '../adnl/client.ts'
import type { ProofProgress } from '../errors.ts'
import type { Clock } from '../pool/clock.ts'
import type { ConnectLiteServer, LiteServerAddress } from '../pool/liteConnection.ts'
import { LitePool } from '../pool/litePool.ts'
import type { PoolLimits } from '../pool/poolOptions.ts'
import { PoolSession } from '../pool/poolSession.ts'
import type { PoolStats } from '../pool/poolStats.ts'
import type { LiteNetwork, SessionOptions } from '../session.ts'
import { Trust } from '../verify/trust.ts'
import { Masterchain } from './masterchain.ts'
import { blockKey, emptyCaches, type SessionContext } from './sessionContext.ts'
import { type NetworkSession, verifiedSession } from './verifiedSession.ts'

/** What a global config says: whom to ask and what to believe. */
export type LiteNetworkConfig = {
  readonly liteservers: readonly LiteServerAddress[]
  readonly zeroState: BlockIdExt
  /** Where trust starts; the zero state where the config has none. */
  readonly initBlock?: BlockIdExt | undefined
}

export type LiteNetworkOptions = {
  readonly config: LiteNetworkConfig
  /** False (`--trust-liteservers`): signatures, the chain and block ids are believed. */
  readonly verify?: boolean
  readonly limits?: Partial<PoolLimits>
  /**
   * Keeps the newest proved key block between runs, so that the next one needn't prove the years since the config's
   * block again. What it loads is trusted like the anchor.
   */
  readonly trustStore?: TrustStore | undefined
  /** Called with each link of a proof over many key blocks, and with undefined when it ends. */
  readonly onProving?: ((progress: ProofProgress | undefined) => void) | undefined
  /**
   * How old, in milliseconds, a server's newest block may be when a session gives it out again; 0 unless told: every
   * session asks. Sessions that ask at the same time share one query anyway.
   */
  readonly headAgeMs?: number
  readonly connect?: ConnectLiteServer
  readonly clock?: Clock
  /** In [0, 1), as Math.random. */
  readonly random?: () => number
}

export type TrustStore = {
  load(): Promise<BlockIdExt | undefined>
  save(keyBlock: BlockIdExt): void
  /** No server knows the loaded block: trust started at the anchor again. */
  onUnknown?(keyBlock: BlockIdExt): void
}

export type LiteNetworkStats = PoolStats & {
  readonly verify: boolean
  /** The newest proved masterchain block. */
  readonly newest: BlockIdExt
  readonly keyBlock: BlockIdExt
  /** How far a proof over many key blocks is that is under way. */
  readonly proving: ProofProgress | undefined
}

export type OpenLiteNetwork = Required<Omit<LiteNetwork, 'session' | 'indexHead'>> & {
  session(options?: SessionOptions): NetworkSession
  /** The highest masterchain seqno proved (or believed, where nothing is verified), undefined before any. */
  bestSeqno(): number | undefined
  /**
   * Tells that the masterchain block `seqno` exists: sessions that ask for the head from now on get no older one, and
   * servers that are far behind it are not asked.
   */
  announce(seqno: number): void
  stats(): LiteNetworkStats
  /** Closes all connections; sessions reject from then on. */
  close(): void
}

/** Starts connecting to the servers of a config. Doesn't wait for any: the first session does. */
export async function openLiteNetwork(options: LiteNetworkOptions): Promise<OpenLiteNetwork> {
  const { config, trustStore } = options
  const verify = options.verify ?? true
  const remembered = await trustStore?.load()
  const trust = new Trust({ anchor: config.initBlock ?? config.zeroState, remembered })
  const pool = new LitePool({
    servers: config.liteservers,
    connect: options.connect ?? connectAdnl,
    onHead: (server, info) => masterchain.noteClaim(server, info),
    ...(options.limits && { limits: options.limits }),
    ...(options.clock && { clock: options.clock }),
    ...(options.random && { random: options.random }),
  })
  const masterchain = new Masterchain({
    pool,
    trust,
    zeroState: config.zeroState,
    verify,
    headAgeMs: options.headAgeMs ?? 0,
    onKeyBlock: (id) => trustStore?.save(id),
    onProving: options.onProving,
    onStoredBlockUnknown: (id) => trustStore?.onUnknown?.(id),
  })
  const shared: Omit<SessionContext, 'pool'> = { masterchain, caches: emptyCaches(), verify }
  return {
    session: ({ archival, signal }: SessionOptions = {}) =>
      verifiedSession({ ...shared, pool: new PoolSession(pool, { archival, signal }) }),
    consensusSeqno: () => consensusSeqno(pool),
    bestSeqno: () => pool.best,
    knownHead: () => knownHead(pool, trust),
    knownInfo: () => (verify ? provedInfo(shared, config.zeroState) : masterchain.newestClaim),
    announce: (seqno) => masterchain.announce(seqno),
    stats: () => ({
      ...pool.stats(),
      verify,
      newest: trust.newest,
      keyBlock: trust.keyBlock,
      proving: masterchain.proving,
    }),
    close: () => pool.close(),
  }
}

/**
 * The newest proved block, or where trust starts: the key block of an earlier run. Without any liteserver the network is
 * out of reach, and trust alone says nothing.
 */
function knownHead(pool: LitePool, trust: Trust): number | undefined {
  const isHeard = pool.servers.some(({ seqno }) => seqno !== undefined)
  return isHeard ? Math.max(pool.known, trust.newest.seqno) : undefined
}

function provedInfo({ masterchain, caches }: Omit<SessionContext, 'pool'>, init: BlockIdExt) {
  const last = masterchain.trust.newest
  const stateRootHash = caches.stateHashes.get(blockKey(last))
  return stateRootHash && { last, stateRootHash, init }
}

/** Servers claim any seqno: the answer is the newest proved one, which stays when the server that has it goes away. */
function consensusSeqno(pool: LitePool): number | undefined {
  return pool.alive.length > 0 ? pool.known : undefined
}
