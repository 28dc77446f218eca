import { setImmediate as nextTurn } from 'node:timers/promises'
import { type BlockIdExt, formatBlockId } from '../../chain/blockId.ts'
import { LiteServerError, ProofError } from '../errors.ts'
import { askServer, judged } from '../pool/askServer.ts'
import type { LitePool } from '../pool/litePool.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import { StaleServerError, UnprovedClaimError } from '../pool/serverFaults.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { BlockLink } from '../tl/proofs.ts'
import type { MasterchainInfo } from '../tl/serverInfo.ts'
import { LinkVerifier } from '../verify/blockLink.ts'
import { expectPath } from '../verify/blockProof.ts'
import type { Trust } from '../verify/trust.ts'

/** A path to the head from an anchor years back takes some hundred answers. */
const MAX_ANSWERS = 10_000
/** `mode` of getBlockProof: bit 0, to a given target; bit 12, from the state of the later of the two blocks. */
const TO_TARGET = 1
const BASED_ON_LATER = 0x1000

export type MasterchainOptions = {
  readonly pool: LitePool
  readonly trust: Trust
  readonly zeroState: BlockIdExt
  /** False: what servers say of the masterchain is believed. */
  readonly verify: boolean
  /** How old, in milliseconds, a server's head may be when it is given out again; 0: it is asked for every time. */
  readonly headAgeMs: number
  /** Told each newer proved key block, from which a later run may start. */
  readonly onKeyBlock?: ((id: BlockIdExt) => void) | undefined
}

/**
 * The masterchain as far as it is proved. Proofs that several ask for at once are fetched once; they go on when one
 * of those who wait gives up.
 */
export class Masterchain {
  readonly trust: Trust
  readonly #options: MasterchainOptions
  readonly #verifier = new LinkVerifier()
  readonly #heads = new Map<PoolServer, Promise<MasterchainInfo>>()
  readonly #recentHeads = new WeakMap<
    PoolServer,
    { readonly info: MasterchainInfo; readonly until: number }
  >()
  readonly #proofs = new Map<string, Promise<void>>()
  readonly #highest = new WeakMap<PoolServer, number>()

  constructor(options: MasterchainOptions) {
    this.trust = options.trust
    this.#options = options
  }

  /**
   * What a server says of its head, the head proved. Rejects with StaleServerError where the head is older than what
   * the server showed before, or far behind the network's.
   */
  head(server: PoolServer, signal?: AbortSignal): Promise<MasterchainInfo> {
    const recent = this.#recentHeads.get(server)
    if (recent && this.#options.pool.clock.now() < recent.until) return Promise.resolve(recent.info)
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
    // Who fails here is set aside or rests already; nobody waits for the result.
    this.proveClaim(server, info.last).catch(() => {})
  }

  /** Proves that a block is on the masterchain, by what `server` shows. Rejects with ProofError if it isn't. */
  async prove(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    if (!this.#options.verify) return
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
    const flight = this.#proveBy(server, id).finally(() => this.#proofs.delete(key))
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
    if (seqno < shown) {
      throw new StaleServerError(server.name, `its head is ${seqno}, it was ${shown}`)
    }
    await this.proveClaim(server, info.last)
    this.#highest.set(server, Math.max(seqno, this.#highest.get(server) ?? 0))
    if (!this.#options.verify) pool.noteBest(seqno)
    pool.noteHead(server, seqno)
    const best = pool.best ?? seqno
    if (best - seqno > pool.limits.maxLag) {
      throw new StaleServerError(server.name, `its head is ${seqno}, the network's at least ${best}`)
    }
    this.#recentHeads.set(server, { info, until: askedAt + this.#options.headAgeMs })
    return info
  }

  /**
   * Proves a block that the server itself named. Rejects with UnprovedClaimError, and lets the server rest, where it
   * refuses to prove it: that is no lie yet, for it may only be busy.
   */
  async proveClaim(server: PoolServer, id: BlockIdExt, signal?: AbortSignal): Promise<void> {
    if (!this.#options.verify) return
    await judged(server, async () => this.trust.isProved(id))
    try {
      await this.prove(server, id, signal)
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

  /** Checks a link whose `from` is proved, and remembers where it leads. @throws ProofError */
  verifyLink(link: BlockLink): void {
    const { pool, onKeyBlock } = this.#options
    const before = this.trust.keyBlock
    this.trust.note(this.#verifier.verify(link))
    pool.noteBest(this.trust.newest.seqno)
    if (this.trust.keyBlock !== before) onKeyBlock?.(this.trust.keyBlock)
  }

  /** One path of links, in as many answers as it takes. */
  async #proveBy(server: PoolServer, id: BlockIdExt): Promise<void> {
    const { newest, keyBlock } = this.trust
    const isBehind = server.seqno !== undefined && server.seqno < newest.seqno
    const isForward = id.seqno > newest.seqno || (isBehind && id.seqno > keyBlock.seqno)
    let at = isForward ? keyBlock : newest
    const mode = isForward ? TO_TARGET : TO_TARGET | BASED_ON_LATER
    for (let answers = 0; answers < MAX_ANSWERS; answers++) {
      const request = { mode, knownBlock: at, targetBlock: id }
      const reached = await askServer(server, {
        fn: liteApi.getBlockProof,
        request,
        check: async (answer) => {
          for (const link of expectPath(request, answer)) {
            this.verifyLink(link)
            // A link of a large network costs some 10 ms: nobody else should wait for all of them.
            await nextTurn()
          }
          return answer
        },
        needsSeqno: isForward ? undefined : newest.seqno,
      })
      if (reached.complete) return
      // Only the first step of a path may lead back, to a key block.
      const isProgress = answers === 0 || reached.to.seqno > at.seqno
      at = reached.to
      if (!isProgress) break
    }
    await judged(server, async () => {
      throw new ProofError('block chain', 'the path does not come to its end')
    })
  }
}

function expectZeroState({ init }: MasterchainInfo, zeroState: BlockIdExt): void {
  const isSame =
    init.workchain === zeroState.workchain &&
    init.rootHash.equals(zeroState.rootHash) &&
    init.fileHash.equals(zeroState.fileHash)
  if (!isSame) throw new ProofError('zero state', 'it is of another network')
}

/** The result of work that others share, given up when `signal` fires. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    const done = () => signal.removeEventListener('abort', onAbort)
    // Also where nobody waits any more: that it fails later must not end the process.
    work.then(resolve, reject).finally(done)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
}
