import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { LiteServerError, ProofError, type ProofProgress } from '../errors.ts'
import { askServer, judged } from '../pool/askServer.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import { StaleServerError, UnprovedClaimError } from '../pool/serverFaults.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { BlockLink } from '../tl/proofs.ts'
import type { MasterchainInfo } from '../tl/serverInfo.ts'
import type { Trust } from '../verify/trust.ts'
import { abortable } from './abortable.ts'
import { ChainProver, type ChainProverOptions } from './chainProver.ts'

export type MasterchainOptions = ChainProverOptions & {
  readonly zeroState: BlockIdExt
  /** False: what servers say of the masterchain is believed. */
  readonly verify: boolean
  /** How old, in milliseconds, a server's head may be when it is given out again; 0: it is asked for every time. */
  readonly headAgeMs: number
}

/** The newest masterchain block at the moment of an answer. */
export type ChainHead = {
  /** Never older than a block that was proved before, whichever server is asked. */
  readonly last: BlockIdExt
  /** What the server said of its own head, which can be a few blocks older; the newest of any where nothing is verified. */
  readonly claimed: MasterchainInfo
}

/**
 * The masterchain as far as it is proved. Proofs that several callers need at once are fetched once; they continue when
 * a caller aborts.
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
  /** The newest head that any server named; undefined before the first. */
  #newestClaim: MasterchainInfo | undefined

  constructor(options: MasterchainOptions) {
    this.trust = options.trust
    this.#options = options
    this.#prover = new ChainProver(options)
  }

  /** The newest head that any server named; undefined before the first. */
  get newestClaim(): MasterchainInfo | undefined {
    return this.#newestClaim
  }

  /** How far a proof over many key blocks is that is under way. */
  get proving(): ProofProgress | undefined {
    return this.#prover.proving
  }

  /**
   * The newest block, after a server was asked for its head and that was proved. A server that is a few blocks behind
   * does not take the head back: the newest proved block stands. Rejects with StaleServerError where the server's head
   * is far behind what it showed before, or the network's, and with ProvingError while a long proof goes on.
   */
  async head(server: PoolServer, signal?: AbortSignal): Promise<ChainHead> {
    if (!this.#options.verify) {
      const claimed = await this.#sharedHead(server, signal)
      return this.#newestOf(claimed)
    }
    await this.#prover.awaitCatchUp(signal)
    return this.#newestOf(await this.#prover.untilLong(this.#sharedHead(server, signal)))
  }

  #newestOf(claimed: MasterchainInfo): ChainHead {
    if (!this.#options.verify) {
      const newest = this.#newestClaim ?? claimed
      return { last: newest.last, claimed: newest }
    }
    const { newest } = this.trust
    return { last: newest.seqno > claimed.last.seqno ? newest : claimed.last, claimed }
  }

  /** Records that a block exists: a query that was under way before is not shared if it found an older head. */
  announce(seqno: number): void {
    this.#options.pool.announce(seqno)
  }

  async #sharedHead(server: PoolServer, signal: AbortSignal | undefined): Promise<MasterchainInfo> {
    const { pool } = this.#options
    const recent = this.#recentHeads.get(server)
    if (recent && recent.info.last.seqno >= pool.announced && pool.clock.now() < recent.until)
      return recent.info
    const known = this.#heads.get(server)
    if (!known) return this.#newHead(server, signal)
    const { announced } = pool
    const info = await abortable(known, signal)
    return info.last.seqno >= announced ? info : this.#newHead(server, signal)
  }

  #newHead(server: PoolServer, signal: AbortSignal | undefined): Promise<MasterchainInfo> {
    const known = this.#heads.get(server)
    if (known) return abortable(known, signal)
    const flight = this.#fetchHead(server).finally(() => this.#heads.delete(server))
    this.#heads.set(server, flight)
    return abortable(flight, signal)
  }

  /** A head that a server claimed when polled: proved in the background if it is news. */
  noteClaim(server: PoolServer, info: MasterchainInfo): void {
    const { pool, verify } = this.#options
    if (!verify) pool.noteBest(info.last.seqno)
    if (!verify || info.last.seqno <= (pool.best ?? -1) || this.#proofs.size > 0) return
    // A server that fails here is quarantined or rests already; nothing waits for the result.
    this.#proveClaim(server, info.last).catch(() => {})
  }

  /**
   * Proves that a block is on the masterchain, by what `server` shows. Rejects with ProofError if it isn't, and with
   * ProvingError while a long proof goes on.
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
      // It may be another server's: whether that one failed is for those who asked it.
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
      check: (answer) => {
        if (this.#options.verify) expectZeroState(answer, zeroState)
        return answer
      },
    })
    const { seqno } = info.last
    if (seqno < shown - pool.limits.maxLag) {
      throw new StaleServerError(server.name, `its head is ${seqno}, it was ${shown}`)
    }
    if (this.#options.verify) await this.#proveClaim(server, info.last)
    this.#highest.set(server, Math.max(seqno, this.#highest.get(server) ?? 0))
    if (!this.#options.verify) pool.noteBest(seqno)
    pool.noteHead(server, seqno)
    if (pool.known - seqno > pool.limits.maxLag) {
      throw new StaleServerError(server.name, `its head is ${seqno}, the network's at least ${pool.known}`)
    }
    if (seqno > (this.#newestClaim?.last.seqno ?? -1)) this.#newestClaim = info
    this.#recentHeads.set(server, { info, until: askedAt + this.#options.headAgeMs })
    return info
  }

  /**
   * Proves a block that the server itself named. Rejects with UnprovedClaimError, and lets the server rest, where it
   * refuses to prove it: that is no lie yet, for it may only be busy.
   */
  async proveClaim(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    if (!this.#options.verify) return
    await this.#prover.awaitCatchUp(signal)
    await this.#prover.untilLong(this.#proveClaim(server, id, signal))
  }

  async #proveClaim(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    await judged(server, async () => this.trust.isProved(id))
    try {
      await this.#prove(server, id, signal)
    } catch (error) {
      if (!(error instanceof LiteServerError)) throw error
      const claim = new UnprovedClaimError(
        server.name,
        `it does not prove ${formatBlockId(id)}, which it named`,
        {
          cause: error,
        },
      )
      server.rest(claim)
      throw claim
    }
  }

  /** Checks a link whose `from` is proved, all signatures included, and notes where it leads. @throws ProofError */
  verifyLink(link: BlockLink): void {
    this.#prover.verifyLink(link)
  }
}

function expectZeroState({ init }: MasterchainInfo, zeroState: BlockIdExt): void {
  const isSame =
    init.workchain === zeroState.workchain &&
    init.rootHash.equals(zeroState.rootHash) &&
    init.fileHash.equals(zeroState.fileHash)
  if (!isSame) throw new ProofError('zero state', 'it is of another network')
}
