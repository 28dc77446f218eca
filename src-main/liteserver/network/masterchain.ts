import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { LiteServerError, ProofError, type ProofProgress } from '../errors.ts'
import { askServer, quarantineOnFault } from '../pool/askServer.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import { StaleServerError, UnprovedClaimError } from '../pool/serverFaults.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { BlockLink } from '../tl/proofs.ts'
import type { MasterchainInfo } from '../tl/serverInfo.ts'
import type { Trust } from '../verify/trust.ts'
import { abortable } from './abortable.ts'
import { ChainProver, type ChainProverOptions } from './chainProver.ts'

/** The code of a refusal because a block did not come in time. */
const WAIT_TIMEOUT = 652

/** Part of the wait after which a server's answer that there is no newer block counts. */
const WAITED = 0.8

/** Maximum length of a server's words in our error, characters. */
const MAX_REASON = 300

/** Options of a Masterchain. */
export type MasterchainOptions = ChainProverOptions & {
  readonly zeroState: BlockIdExt
  /** False to accept servers' statements about the masterchain without proof. */
  readonly verify: boolean
  /** Milliseconds for which a server's head is reused; 0 to query it every time. */
  readonly headAgeMs: number
}

/** The newest masterchain block at the time of an answer. */
export type ChainHead = {
  /** The newest block; never older than a block that was proved earlier, for any server. */
  readonly last: BlockIdExt
  /**
   * The server's own head, which can be a few blocks older. Without verification: the newest head of any server.
   * Undefined if the followed head is known without a query.
   */
  readonly claimed?: MasterchainInfo
}

/** A request for the newest masterchain block. */
export type HeadRequest = {
  /** Clock time from which a proof of the newest block counts: one of an earlier time can have an old head. */
  readonly since: number
  /** Whether the server is asked by a query that begins after this request; otherwise a known head can be recent enough. */
  readonly isAsked?: boolean
  readonly signal?: AbortSignal | undefined
}

/** A question for a head that a server does not have yet. */
export type HeadQuestion = {
  /** Number of blocks after the newest proved one. */
  readonly ahead: number
  /** Time after which the server answers that there is none, ms. */
  readonly waitMs: number
  readonly signal: AbortSignal
}

/** Age up to which a followed head is used without a question, ms: a server answers its waiting question before. */
const FOLLOWED_MS = 10_000
/** Time after which a server that has not refused a waiting question counts as one that waits, ms. */
const WAITING_MS = 500
/** Latency from which a question for the head costs more than it brings, ms: servers on the same machine are asked. */
const FAR_MS = 10

/**
 * The masterchain as far as it is proved. Concurrent callers share a proof, which continues when a caller
 * aborts.
 */
export class Masterchain {
  readonly trust: Trust
  readonly #options: MasterchainOptions
  readonly #prover: ChainProver
  readonly #heads = new Map<PoolServer, Promise<MasterchainInfo>>()
  readonly #recentHeads = new WeakMap<
    PoolServer,
    { readonly info: MasterchainInfo; readonly until: number }
  >()
  readonly #proofs = new Map<string, Promise<void>>()
  readonly #highest = new WeakMap<PoolServer, number>()
  /** The seqno of the newest block announced by `announce`. */
  #announced = 0
  /** The newest head that any server claimed; undefined before the first. */
  #newestClaim: MasterchainInfo | undefined
  /** Clock time of the last answer of a server that was asked for a newer head. */
  #confirmedAt = Number.NEGATIVE_INFINITY
  /** Clock time at which a session asked for the newest head. */
  #askedAt = Number.NEGATIVE_INFINITY
  /** Resolves, never rejects, when a server of `begin` has proved its head or all have failed. */
  #begun: Promise<void> | undefined
  /** Clock time at which the last of them has proved its head. */
  #begunAt = Number.NEGATIVE_INFINITY
  /** Servers that have been asked for a newer head and have not answered yet, since a clock time. */
  readonly #waits = new Map<PoolServer, number>()

  constructor(options: MasterchainOptions) {
    this.trust = options.trust
    this.#options = options
    this.#prover = new ChainProver(options)
  }

  /** The newest head that any server claimed; undefined before the first. */
  get newestClaim(): MasterchainInfo | undefined {
    return this.#newestClaim
  }

  /** Whether a head was proved in this run. */
  get isCaughtUp(): boolean {
    return this.#prover.isCaughtUp
  }

  get zeroState(): BlockIdExt {
    return this.#options.zeroState
  }

  /** The progress of a running proof over many key blocks. */
  get proving(): ProofProgress | undefined {
    return this.#prover.proving
  }

  /**
   * Queries a server for its head, proves it and returns the newest block. A server that is a few blocks behind does
   * not move the head back: the newest proved block counts. Rejects with StaleServerError if the server's head is far
   * behind its earlier head or the network's, and with ProvingError during a long proof.
   */
  async head(server: PoolServer, { since, isAsked = false, signal }: HeadRequest): Promise<ChainHead> {
    await this.#awaitBegin(signal)
    if (this.#begunAt >= since) return { last: this.trust.newest }
    const followed = isAsked ? undefined : this.followed(server)
    if (followed) return { last: followed }
    const ask = () => (isAsked ? this.#nextHead(server, signal) : this.#sharedHead(server, signal))
    if (!this.#options.verify) return this.#newestOf(await ask())
    await this.#prover.awaitCatchUp(signal)
    return this.#newestOf(await this.#prover.untilLong(ask()))
  }

  /**
   * Asks servers for the proof of their newest blocks as soon as they are connected, so that the first session needs no
   * question for its head.
   */
  begin(servers: readonly PoolServer[], signal: AbortSignal): void {
    const { pool } = this.#options
    const proveNewest = async (server: PoolServer) => {
      const { seqno } = await this.#prover.proveNewest(server, undefined, signal)
      pool.noteHead(server, seqno)
      this.#expectNotStale(server, seqno)
      this.#begunAt = pool.clock.now()
    }
    // A failure is recorded with the server; the head is then proved with the answers to polls.
    this.#begun = Promise.any(servers.map(proveNewest)).catch(() => {})
  }

  /** Waits for the first head of this run. Rejects with ProvingError during a long proof. */
  async #awaitBegin(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#begun || this.isCaughtUp) return
    const first = Promise.race([this.#begun, this.#prover.caughtUp])
    await this.#prover.untilLong(abortable(first, signal))
  }

  #newestOf(claimed: MasterchainInfo): ChainHead {
    if (!this.#options.verify) {
      const newest = this.#newestClaim ?? claimed
      return { last: newest.last, claimed: newest }
    }
    const { newest } = this.trust
    return { last: newest.seqno > claimed.last.seqno ? newest : claimed.last, claimed }
  }

  /**
   * Returns the newest proved block if it needs no question: a far server was asked lately to tell newer ones, and none
   * was announced.
   */
  followed(server: PoolServer): BlockIdExt | undefined {
    const { pool, verify } = this.#options
    const { newest } = this.trust
    const now = pool.clock.now()
    const askedAt = this.#isWaitedFor(now) ? this.#askedAt : Number.NEGATIVE_INFINITY
    const isFresh = now - Math.max(this.#confirmedAt, askedAt) <= FOLLOWED_MS
    const isFar = (server.latencyMs ?? 0) >= FAR_MS
    return verify && isFresh && isFar && newest.seqno >= this.#announced ? newest : undefined
  }

  /** Returns whether a server waits for a newer head: one that does not know how to wait refuses at once. */
  #isWaitedFor(now: number): boolean {
    return [...this.#waits].some(
      ([server, since]) => now - since >= Math.max(WAITING_MS, 3 * (server.latencyMs ?? 0)),
    )
  }

  /**
   * Asks a server to answer as soon as it has a head that is newer than the newest proved one, with its proof. Resolves
   * when that head is proved, or when the server has answered after the wait that there is none. Rejects like askServer,
   * with LiteServerError if the server refuses, and with StaleServerError if it answers with an older head.
   */
  async awaitHead(server: PoolServer, { ahead, waitMs, signal }: HeadQuestion): Promise<void> {
    const { pool } = this.#options
    const wait = { seqno: this.trust.newest.seqno + ahead, timeoutMs: waitMs }
    const begun = pool.clock.now()
    this.#waits.set(server, begun)
    try {
      const head = await this.#prover.proveNewest(server, wait, signal)
      pool.noteHead(server, head.seqno)
      if (head.seqno < wait.seqno) {
        throw new StaleServerError(server.name, `its head is ${head.seqno}, it was asked for ${wait.seqno}`)
      }
    } catch (error) {
      // A server that does not wait says nothing about newer blocks.
      const hasWaited = pool.clock.now() - begun >= waitMs * WAITED
      if (!(error instanceof LiteServerError) || !isWaitOver(error) || !hasWaited) throw error
      pool.noteHead(server, Math.max(server.seqno ?? 0, wait.seqno - ahead))
    } finally {
      this.#waits.delete(server)
    }
    this.#confirmedAt = pool.clock.now()
  }

  /** Records that a block exists: queries that started earlier are not shared if they find an older head. */
  announce(seqno: number): void {
    this.#announced = Math.max(seqno, this.#announced)
  }

  async #sharedHead(server: PoolServer, signal: AbortSignal | undefined): Promise<MasterchainInfo> {
    const recent = this.#recentHeads.get(server)
    if (recent && recent.info.last.seqno >= this.#announced && this.#options.pool.clock.now() < recent.until)
      return recent.info
    const known = this.#heads.get(server)
    if (!known) return this.#newHead(server, signal)
    const announced = this.#announced
    const info = await abortable(known, signal)
    return info.last.seqno >= announced ? info : this.#newHead(server, signal)
  }

  /** Returns the answer to a query that has not begun yet: one under way can have been answered before a new block. */
  async #nextHead(server: PoolServer, signal: AbortSignal | undefined): Promise<MasterchainInfo> {
    await abortable(Promise.allSettled([this.#heads.get(server)]), signal)
    return this.#newHead(server, signal)
  }

  #newHead(server: PoolServer, signal: AbortSignal | undefined): Promise<MasterchainInfo> {
    const known = this.#heads.get(server)
    if (known) return abortable(known, signal)
    const flight = this.#fetchHead(server).finally(() => this.#heads.delete(server))
    this.#heads.set(server, flight)
    return abortable(flight, signal)
  }

  /** Handles a head that a polled server claimed: proves it in the background if it is new. */
  noteClaim(server: PoolServer, info: MasterchainInfo): void {
    const { pool, verify } = this.#options
    if (!verify) pool.noteBest(info.last.seqno)
    if (!verify) return
    const isNew = info.last.seqno > (pool.best ?? -1) || this.trust.contradicting(info.last) !== undefined
    // A server that fails here is already quarantined or backed off; the result is not awaited.
    quarantineOnFault(server, async () => expectZeroState(info, this.#options.zeroState))
      .then(() => (isNew && this.#proofs.size === 0 ? this.#proveClaim(server, info.last) : undefined))
      .catch(() => {})
  }

  /**
   * Proves with the answers of `server` that a block is on the masterchain. Rejects with ProofError if it is not, and
   * with ProvingError during a long proof.
   */
  async prove(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    if (!this.#options.verify || this.trust.isProved(id)) return
    await this.#prover.awaitCatchUp(signal)
    await this.#prover.untilLong(this.#prove(server, id, signal))
  }

  async #prove(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    const key = `${id.seqno}:${id.rootHash.toString('latin1')}:${id.fileHash.toString('latin1')}`
    for (;;) {
      if (this.trust.isProved(id)) return
      const running = this.#proofs.get(key)
      if (!running) break
      // The shared proof can be another server's; its failure concerns that server's callers only.
      await abortable(
        running.catch(() => {}),
        signal,
      )
    }
    const flight = this.#prover.prove(server, id).finally(() => this.#proofs.delete(key))
    this.#proofs.set(key, flight)
    await abortable(flight, signal)
  }

  async #fetchHead(server: PoolServer): Promise<MasterchainInfo> {
    const { pool, zeroState } = this.#options
    const shown = this.#highest.get(server) ?? 0
    const askedAt = pool.clock.now()
    const info = await askServer(server, {
      fn: liteApi.getMasterchainInfo,
      request: {},
      kind: 'head',
      check: (answer) => {
        if (this.#options.verify) expectZeroState(answer, zeroState)
        return answer
      },
    })
    const { seqno } = info.last
    if (seqno < shown - pool.limits.maxLag && pool.isFarBehind(seqno)) {
      throw new StaleServerError(server.name, `its head is ${seqno}, it was ${shown}`)
    }
    if (this.#options.verify) await this.#proveClaim(server, info.last)
    this.#highest.set(server, Math.max(seqno, this.#highest.get(server) ?? 0))
    if (!this.#options.verify) pool.noteBest(seqno)
    pool.noteHead(server, seqno)
    this.#expectNotStale(server, seqno)
    if (seqno > (this.#newestClaim?.last.seqno ?? -1)) this.#newestClaim = info
    this.#askedAt = Math.max(this.#askedAt, askedAt)
    this.#recentHeads.set(server, { info, until: askedAt + this.#options.headAgeMs })
    return info
  }

  /** @throws StaleServerError */
  #expectNotStale(server: PoolServer, seqno: number): void {
    const { pool } = this.#options
    if (!pool.isFarBehind(seqno)) return
    throw new StaleServerError(server.name, `its head is ${seqno}, the network's at least ${pool.known}`)
  }

  /**
   * Proves a block that the server itself named. If the server refuses to prove it, backs it off and rejects with
   * UnprovedClaimError: a refusal is not a false answer, since the server can be busy.
   */
  async proveClaim(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    if (!this.#options.verify) return
    await this.#prover.awaitCatchUp(signal)
    await this.#prover.untilLong(this.#proveClaim(server, id, signal))
  }

  async #proveClaim(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    if (this.trust.contradicting(id)) await this.#prover.proveContradiction(server, id)
    try {
      await this.#prove(server, id, signal)
    } catch (error) {
      if (!(error instanceof LiteServerError)) throw error
      const claim = new UnprovedClaimError(
        server.name,
        `it does not prove ${formatBlockId(id)}, which it named: ${error.message.slice(0, MAX_REASON)}`,
        { cause: error },
      )
      server.backOff(claim)
      throw claim
    }
  }

  /** Checks a link whose `from` is proved, including all signatures, and records its end. @throws ProofError */
  verifyLink(link: BlockLink): void {
    this.#prover.verifyLink(link)
  }
}

/** Returns whether a refusal only says that the block did not come in time: by the reference's codes and texts. */
function isWaitOver({ code, message }: LiteServerError): boolean {
  return code === WAIT_TIMEOUT || /time ?out/i.test(message)
}

function expectZeroState({ init }: MasterchainInfo, zeroState: BlockIdExt): void {
  const isSame =
    init.workchain === zeroState.workchain &&
    init.rootHash.equals(zeroState.rootHash) &&
    init.fileHash.equals(zeroState.fileHash)
  if (!isSame) throw new ProofError('zero state', 'it is of another network')
}
