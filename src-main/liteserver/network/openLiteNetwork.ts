import type { BlockIdExt } from '../../chain/blockId.ts'
import { connectAdnl } from '../adnl/client.ts'
import type { ForkError, ProofProgress } from '../errors.ts'
import type { Clock } from '../pool/clock.ts'
import type { ConnectLiteServer, LiteServerAddress } from '../pool/liteConnection.ts'
import { LitePool } from '../pool/litePool.ts'
import type { PoolLimits } from '../pool/poolOptions.ts'
import { PoolSession } from '../pool/poolSession.ts'
import type { PoolStats } from '../pool/poolStats.ts'
import type { LiteNetwork, SessionOptions } from '../session.ts'
import { Trust } from '../verify/trust.ts'
import { followHead } from './headFollower.ts'
import { Masterchain } from './masterchain.ts'
import { blockKey, emptyCaches, type SessionContext } from './sessionContext.ts'
import { type NetworkSession, verifiedSession } from './verifiedSession.ts'

/** The liteservers and the trusted blocks of a global config. */
export type LiteNetworkConfig = {
  readonly liteservers: readonly LiteServerAddress[]
  readonly zeroState: BlockIdExt
  /** The block at which trust starts; the zero state by default. */
  readonly initBlock?: BlockIdExt | undefined
}

/** Options of a network of liteservers. */
export type LiteNetworkOptions = {
  readonly config: LiteNetworkConfig
  /** False (`--trust-liteservers`) to accept signatures, the chain and block ids without proof. */
  readonly verify?: boolean
  readonly limits?: Partial<PoolLimits>
  /**
   * Stores the newest proved key block between runs, so that the next run does not prove all key blocks since the
   * config's block again. The loaded block is trusted like the anchor.
   */
  readonly trustStore?: TrustStore | undefined
  /** Called with each link of a proof over many key blocks, and with undefined when it ends. */
  readonly onProving?: ((progress: ProofProgress | undefined) => void) | undefined
  /**
   * Milliseconds for which sessions reuse a server's newest block; 0 by default, so that every session queries it.
   * Concurrent sessions share one query in any case.
   */
  readonly headAgeMs?: number
  /** How the head is followed while sessions are used, so that they need no query for it; by default they ask. */
  readonly followHead?: HeadFollowing | undefined
  /** Called once with the error that stops the network; it has the evidence. */
  readonly onFork?: ((error: ForkError) => void) | undefined
  readonly connect?: ConnectLiteServer
  readonly clock?: Clock
  /** In [0, 1), as Math.random. */
  readonly random?: () => number
}

/** How the head is followed. */
export type HeadFollowing = {
  /** Returns the minimum time between two questions for it, ms; 0 to learn every block at once. */
  readonly paceMs: () => number
  /** Called with the seqno of each newer proved block. */
  readonly onHead: (seqno: number) => void
}

/** Interval of polls of each server while the head is followed, ms. */
const FOLLOWED_POLL_MS = 30_000

/** The storage of the newest proved key block. */
export type TrustStore = {
  load(): Promise<BlockIdExt | undefined>
  save(keyBlock: BlockIdExt): void
  /** Called when no server has the loaded block and trust starts at the anchor again. */
  onUnknown?(keyBlock: BlockIdExt): void
}

/** Statistics of a network, for status and metrics. */
export type LiteNetworkStats = PoolStats & {
  readonly verify: boolean
  /** The newest proved masterchain block. */
  readonly newest: BlockIdExt
  readonly keyBlock: BlockIdExt
  /** The progress of a running proof over many key blocks. */
  readonly proving: ProofProgress | undefined
  /** Why no server is used any more: a fork. */
  readonly stopped: ForkError | undefined
}

/** An open network of liteservers. Sessions of it verify every answer. */
export type OpenLiteNetwork = Required<Omit<LiteNetwork, 'session' | 'indexHead'>> & {
  session(options?: SessionOptions): NetworkSession
  /** Returns the highest proved (without verification: claimed) masterchain seqno, undefined before the first. */
  bestSeqno(): number | undefined
  /** Returns the newest block if a session would tell it without a query: see Masterchain.followed. */
  followedHead(): BlockIdExt | undefined
  /** Records that masterchain block `seqno` exists: sessions get no older head from now on. */
  announce(seqno: number): void
  /** Records that an earlier run proved masterchain block `seqno`: servers far behind it are not queried. */
  noteIndexed(seqno: number): void
  stats(): LiteNetworkStats
  /** Closes all connections. Sessions reject from then on. */
  close(): void
}

/** Starts connecting to the servers of a config. Does not wait for a connection: the first session does. */
export async function openLiteNetwork(options: LiteNetworkOptions): Promise<OpenLiteNetwork> {
  const { config, trustStore } = options
  const verify = options.verify ?? true
  // Heads that are believed come with polls.
  const followed = verify ? options.followHead : undefined
  const storedKeyBlock = await trustStore?.load()
  const trust = new Trust({ anchor: config.initBlock ?? config.zeroState, storedKeyBlock })
  const pool = new LitePool({
    servers: config.liteservers,
    connect: options.connect ?? connectAdnl,
    onHead: (server, info) => masterchain.noteClaim(server, info),
    limits: { ...(followed && { pollMs: FOLLOWED_POLL_MS }), ...options.limits },
    ...(options.clock && { clock: options.clock }),
    ...(options.random && { random: options.random }),
  })
  const masterchain = new Masterchain({
    pool,
    trust,
    zeroState: config.zeroState,
    verify,
    headAgeMs: options.headAgeMs ?? 0,
    onHead: options.followHead?.onHead,
    onFork: options.onFork,
    onKeyBlock: (id) => trustStore?.save(id),
    onProving: options.onProving,
    onStoredBlockUnknown: (id) => trustStore?.onUnknown?.(id),
  })
  const { random = Math.random } = options
  const following = followed && followHead({ pool, masterchain, paceMs: followed.paceMs, random })
  const shared: Omit<SessionContext, 'pool'> = { masterchain, caches: emptyCaches(), verify }
  return {
    session: ({ archival, signal }: SessionOptions = {}) =>
      verifiedSession({ ...shared, pool: new PoolSession(pool, { archival, signal }) }),
    consensusSeqno: () => consensusSeqno(pool),
    bestSeqno: () => pool.best,
    followedHead: () => followedHead(pool, masterchain),
    knownHead: () => knownHead(pool, trust),
    provedHead: () => provedHead(pool, trust),
    knownInfo: () => (verify ? provedInfo(shared, config.zeroState) : masterchain.newestClaim),
    announce: (seqno) => masterchain.announce(seqno),
    noteIndexed: (seqno) => pool.noteIndexed(seqno),
    stats: () => ({
      ...pool.stats(),
      verify,
      newest: trust.newest,
      keyBlock: trust.keyBlock,
      proving: masterchain.proving,
      stopped: pool.stopped,
    }),
    close() {
      following?.stop()
      pool.close()
    },
  }
}

/**
 * Returns the seqno of the newest proved block, or of the key block of an earlier run where trust starts; undefined
 * before any server has named its head.
 */
function knownHead(pool: LitePool, trust: Trust): number | undefined {
  const isHeard = pool.servers.some(({ seqno }) => seqno !== undefined)
  return isHeard ? Math.max(pool.known, trust.newest.seqno) : undefined
}

/** Returns it only if each server that a session could choose is far: a near one is asked. */
function followedHead({ alive, stopped }: LitePool, masterchain: Masterchain): BlockIdExt | undefined {
  const [first] = alive
  if (stopped || !first || !alive.every((server) => masterchain.followed(server))) return undefined
  return masterchain.followed(first)
}

function provedHead(pool: LitePool, { newest: { seqno } }: Trust) {
  const utime = pool.timeOfHead(seqno)
  return utime === undefined ? undefined : { seqno, utime }
}

function provedInfo({ masterchain, caches }: Omit<SessionContext, 'pool'>, init: BlockIdExt) {
  const last = masterchain.trust.newest
  const stateRootHash = caches.stateHashes.get(blockKey(last))
  return stateRootHash && { last, stateRootHash, init }
}

/**
 * Returns the newest proved seqno while a server is available: servers can claim any seqno. It stays when the
 * server that has the block disconnects.
 */
function consensusSeqno(pool: LitePool): number | undefined {
  return pool.alive.length > 0 ? pool.known : undefined
}
