import { type BlockIdExt, MASTERCHAIN, sameBlock } from '../../chain/blockId.ts'
import { Lru } from '../../platform/lru.ts'
import { ForkError, type ForkedBlock, LiteServerError, type ProofProgress, ProvingError } from '../errors.ts'
import { askServer, quarantineOnFault } from '../pool/askServer.ts'
import type { Clock } from '../pool/clock.ts'
import type { LitePool } from '../pool/litePool.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { LiteWait } from '../tl/liteQuery.ts'
import type { BlockLink, PartialBlockProof } from '../tl/proofs.ts'
import { LinkVerifier, type ProvedLink } from '../verify/blockLink.ts'
import { expectPath } from '../verify/blockProof.ts'
import { provedHeader } from '../verify/header.ts'
import { openProof } from '../verify/proving.ts'
import type { Trust } from '../verify/trust.ts'
import { abortable } from './abortable.ts'
import { proveLinks, provePath } from './chainPath.ts'
import { ChainProgress } from './chainProgress.ts'

/** The `mode` bits of getBlockProof: 0 for a given target, 12 to start from the state of the later block. */
const TO_TARGET = 1
const BASED_ON_LATER = 0x1000
/** Milliseconds that a query waits for a proof over many key blocks before it is rejected with the progress. */
const PROVING_WAIT_MS = 2_000
/** Number of newest proved blocks whose links are kept as evidence: some 20 KB each. */
const EVIDENCE = 64
/** The interval, in milliseconds, of checks whether the proof by another server is too slow. */
const SLOW_CHECK_MS = 1_000

/** The servers, the proved blocks and the listeners of a ChainProver. */
export type ChainProverOptions = {
  readonly pool: LitePool
  readonly trust: Trust
  /** Called with the seqno of each newer proved block. */
  readonly onHead?: ((seqno: number) => void) | undefined
  /** Called with each newer proved key block, from which a later run can start. */
  readonly onKeyBlock?: ((id: BlockIdExt) => void) | undefined
  /** Called with each link of a proof over many key blocks, and with undefined when it ends. */
  readonly onProving?: ((progress: ProofProgress | undefined) => void) | undefined
  /** Called with the error that stops the network. */
  readonly onFork?: ((error: ForkError) => void) | undefined
  /** Called when no server has the stored key block, so that trust starts at the anchor again. */
  readonly onStoredBlockUnknown?: ((id: BlockIdExt) => void) | undefined
}

/** The proof from the start of trust to the first head, for which other proofs wait. */
type CatchUp = { readonly progress: ChainProgress; readonly done: Promise<unknown> }

/**
 * Proves paths of links between masterchain blocks with servers' answers, and records the proved blocks in
 * `trust`.
 */
export class ChainProver {
  readonly #options: ChainProverOptions
  readonly #verifier = new LinkVerifier()
  /** The evidence of the newest proved blocks, by seqno. */
  readonly #evidence = new Lru<number, ForkedBlock>(EVIDENCE)
  /** Servers that do not have the stored key block of an earlier run. */
  readonly #withoutStored = new Set<PoolServer>()
  readonly #caughtUp = Promise.withResolvers<void>()
  #catchUp: CatchUp | undefined
  /** Whether a head was proved in this run; later heads are a few links away. */
  #isCaughtUp = false

  constructor(options: ChainProverOptions) {
    this.#options = options
  }

  /** Whether a head was proved in this run: before that, other proofs would repeat the long one. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp
  }

  /** Resolves when a head is proved in this run. */
  get caughtUp(): Promise<void> {
    return this.#caughtUp.promise
  }

  /** The progress of a running proof over many key blocks. */
  get proving(): ProofProgress | undefined {
    return this.#isCaughtUp ? undefined : this.#catchUp?.progress.current
  }

  /** Checks a link whose `from` is proved, including all signatures, and records its end. @throws ProofError */
  verifyLink(link: BlockLink): void {
    this.#noteLink(this.#verifier.verify(link), { id: link.to, link })
  }

  /** @throws ForkError if another block of the seqno is proved */
  #noteLink(link: ProvedLink, evidence: ForkedBlock): void {
    this.#expectNoFork(evidence)
    this.#evidence.set(link.to.seqno, evidence)
    const { pool, onHead, onKeyBlock } = this.#options
    const { newest: newestBefore, keyBlock: before } = this.#options.trust
    this.#options.trust.note(link)
    const { newest } = this.#options.trust
    pool.noteBest(newest.seqno, newest.seqno === link.to.seqno ? link.genUtime : undefined)
    if (newest !== newestBefore) onHead?.(newest.seqno)
    if (this.#options.trust.keyBlock !== before) onKeyBlock?.(this.#options.trust.keyBlock)
  }

  #expectNoFork(evidence: ForkedBlock): void {
    const { pool, trust, onFork } = this.#options
    const other = trust.contradicting(evidence.id)
    if (!other) return
    const error = new ForkError([this.#evidence.get(other.seqno) ?? { id: other }, evidence])
    pool.stop(error)
    onFork?.(error)
    throw error
  }

  /**
   * Asks a server to prove a block that it named although another one of its seqno is proved. Rejects with ForkError if
   * it can, and with ProofError if not: then its claim is false.
   */
  async proveContradiction(server: PoolServer, id: BlockIdExt): Promise<void> {
    const { trust } = this.#options
    const path = { from: trust.keyBlock, to: id, mode: TO_TARGET, needsSeqno: undefined }
    try {
      await provePath(server, path, this.#verifier, {
        onLink: (proved, link) => this.#noteLink(proved, { id: link.to, link, server: server.name }),
        onLongPath() {},
      })
    } catch (error) {
      if (!(error instanceof LiteServerError)) throw error
    }
    await quarantineOnFault(server, async () => trust.isProved(id))
  }

  /**
   * Proves a block with the answers of `server`. The first proof of a run can be long: others wait for it, unless it is
   * slow. Rejects like askServer.
   */
  async prove(server: PoolServer, id: BlockIdExt): Promise<void> {
    await this.#waitForOther()
    const { onProving, pool, trust } = this.#options
    if (trust.isProved(id)) return
    // It was quarantined during the proof that this one waited for.
    if (server.isQuarantined && server.lastError) throw server.lastError
    const isForward = id.seqno > trust.newest.seqno
    const isFirst = !this.#isCaughtUp && !this.#catchUp && (isForward || trust.startsAtStoredBlock)
    if (!isFirst) {
      await this.#proveFromTrust(server, id)
      if (isForward) this.#noteCaughtUp()
      return
    }
    const progress = new ChainProgress(pool.clock)
    const proof = this.#proveFromStart(server, id, progress)
    this.#catchUp = { progress, done: proof.catch(() => {}) }
    try {
      await proof
      if (id.seqno >= trust.newest.seqno) this.#noteCaughtUp()
    } finally {
      this.#catchUp = undefined
      if (progress.isLong) onProving?.(undefined)
    }
  }

  /**
   * Proves the newest block that a server has: at once, or when it has reached `wait` or after its time limit. Returns
   * that block. Rejects like askServer.
   */
  async proveNewest(
    server: PoolServer,
    wait: LiteWait | undefined,
    signal: AbortSignal,
  ): Promise<BlockIdExt> {
    const request = { mode: 0, knownBlock: this.#options.trust.keyBlock }
    const query = {
      fn: liteApi.getBlockProof,
      request,
      wait,
      check: (answer: PartialBlockProof) => {
        expectPath(request, answer)
        return answer
      },
    }
    const { complete, steps, to } = await askServer(server, query, signal)
    await quarantineOnFault(server, () =>
      proveLinks(steps, this.#verifier, {
        onLink: (proved, link) => this.#noteLink(proved, { id: link.to, link, server: server.name }),
      }),
    )
    // A path that needs more answers leads over many key blocks: the usual proof goes on with it.
    if (!complete) await this.prove(server, to)
    this.#noteCaughtUp()
    return to
  }

  #noteCaughtUp(): void {
    this.#isCaughtUp = true
    this.#caughtUp.resolve()
  }

  /** Proves from the stored key block, or from the anchor if no server has that block. */
  async #proveFromStart(server: PoolServer, id: BlockIdExt, progress: ChainProgress): Promise<void> {
    try {
      await this.#proveFromTrust(server, id, progress)
    } catch (error) {
      if (!(error instanceof LiteServerError) || !(await this.#isStoredUnknown(server))) throw error
      const stored = this.#options.trust.keyBlock
      this.#options.trust.resetToAnchor()
      this.#options.onStoredBlockUnknown?.(stored)
      await this.#proveFromTrust(server, id, progress)
    }
  }

  async #proveFromTrust(server: PoolServer, id: BlockIdExt, progress?: ChainProgress): Promise<void> {
    const { newest, keyBlock } = this.#options.trust
    const isBehind = server.seqno !== undefined && server.seqno < newest.seqno
    const isForward = id.seqno > newest.seqno || (isBehind && id.seqno > keyBlock.seqno)
    const path = {
      from: isForward ? keyBlock : newest,
      to: id,
      mode: isForward ? TO_TARGET : TO_TARGET | BASED_ON_LATER,
      needsSeqno: isForward ? undefined : newest.seqno,
    }
    await provePath(server, path, this.#verifier, {
      onLink: (proved, link) => {
        this.#noteLink(proved, { id: link.to, link, server: server.name })
        progress?.noteLink(proved)
        if (progress?.isLong) this.#options.onProving?.(progress.current)
      },
      onLongPath: () => {
        if (!progress || progress.isLong) return
        progress.setTarget(id)
        void this.#estimateEnd(server, id, progress)
      },
    })
  }

  /** Fetches the time of a long path's end. It is unproved and used only for the estimate. */
  async #estimateEnd(server: PoolServer, id: BlockIdExt, progress: ChainProgress): Promise<void> {
    const question = {
      fn: liteApi.getBlockHeader,
      request: { id, mode: 0 },
      check: ({ headerProof }: { readonly headerProof: Buffer }) => {
        progress.setTarget(id, provedHeader(openProof(headerProof), id).info.genUtime)
      },
    }
    // Without the time, the estimate uses seqnos.
    await askServer(server, question).catch(() => {})
  }

  /**
   * Records that a server cannot prove anything from the stored key block, if it does not have that block. Resolves
   * with whether no server has it: every server was queried, and those that answered have another block of that seqno
   * or a head before it.
   */
  async #isStoredUnknown(server: PoolServer): Promise<boolean> {
    const { pool } = this.#options
    const { keyBlock: stored } = this.#options.trust
    if (!this.#options.trust.startsAtStoredBlock) return false
    if (await hasBlock(server, stored)) return false
    this.#withoutStored.add(server)
    return pool.isEveryServerPolled && pool.answering.every((one) => this.#withoutStored.has(one))
  }

  /** Waits while another server proves the path to the first head, unless that is slow. */
  async #waitForOther(): Promise<void> {
    const { clock } = this.#options.pool
    while (this.#catchUp && !this.#catchUp.progress.isSlow) {
      await ended(this.#catchUp.done, SLOW_CHECK_MS, clock)
    }
  }

  /** Waits up to PROVING_WAIT_MS for a running long proof. Rejects with ProvingError if it takes longer. */
  async awaitCatchUp(signal?: AbortSignal): Promise<void> {
    const { clock } = this.#options.pool
    const catchUp = this.#catchUp
    // Beside a slow proof, another server can try.
    if (this.#isCaughtUp || !catchUp?.progress.isLong || catchUp.progress.isSlow) return
    await abortable(ended(catchUp.done, PROVING_WAIT_MS, clock), signal)
    this.#refuseWhileProving()
  }

  /** Resolves with the result of `work`. Rejects with ProvingError if the chain turns out to need a long proof. */
  untilLong<T>(work: Promise<T>): Promise<T> {
    if (this.#isCaughtUp) return work
    const { clock } = this.#options.pool
    return new Promise((resolve, reject) => {
      let cancel = () => {}
      const look = () => {
        try {
          this.#refuseWhileProving()
          cancel = clock.after(PROVING_WAIT_MS, look)
        } catch (error) {
          reject(error)
        }
      }
      cancel = clock.after(PROVING_WAIT_MS, look)
      work.then(resolve, reject).finally(() => cancel())
    })
  }

  /** @throws ProvingError during a long proof that is not slow */
  #refuseWhileProving(): void {
    const { proving } = this
    if (proving && !this.#catchUp?.progress.isSlow) throw new ProvingError(proving)
  }
}

/** Resolves with whether a server has a block with exactly this id; unproved. Rejects like askServer. */
async function hasBlock(server: PoolServer, id: BlockIdExt): Promise<boolean> {
  const { workchain, shard, seqno } = { ...id, workchain: MASTERCHAIN }
  try {
    const found = await askServer(server, {
      fn: liteApi.lookupBlock,
      request: { mode: 1, id: { workchain, shard, seqno } },
      check: (answer) => answer.id,
    })
    return sameBlock(found, id)
  } catch (error) {
    if (!(error instanceof LiteServerError)) throw error
    // A refusal is not evidence (the server can be busy), but a head before that block is.
    return server.seqno === undefined || server.seqno >= seqno
  }
}

/** Resolves when `work`, which never rejects, ends, or after `ms`. */
function ended(work: Promise<unknown>, ms: number, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    void work.finally(() => {
      cancel()
      resolve()
    })
  })
}
