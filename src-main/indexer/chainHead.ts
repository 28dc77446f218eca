import { setTimeout as sleep } from 'node:timers/promises'
import type { BlockIdExt } from '../chain/blockId.ts'
import { abortable } from '../liteserver/network/abortable.ts'
import type { IndexStore, Written } from '../store/indexStore.ts'
import type { BlockRecord } from '../store/queries/blocks.ts'
import { unpackMcBlock } from '../store/unpackParsed.ts'
import type { IndexNetwork } from './fetch/retryingClient.ts'
import type { Follower } from './follower.ts'
import type { ParsePool } from './parse/parsePool.ts'
import type { SeenHead } from './seenHead.ts'

/**
 * The newest block of the network, for requests whose answer depends on it: this seqno and the coverage together tell
 * whether the index is current.
 */
export type ChainHead = {
  /**
   * Returns the newest seqno that the follower has seen. If the follower is only a few blocks behind, waits until the
   * index covers it, at most FOLLOW_MS. While the follower is off, paused or stopped, returns the newest proved one if
   * that needs no query, else undefined: then the network must be asked. Rejects with the signal's reason.
   */
  followed(signal: AbortSignal): Promise<number | undefined>
  /** Requests and proves the network's newest block. Rejects as sessions do. */
  proved(signal: AbortSignal): Promise<number>
  /** The same by a query that begins now: a client can name a block that came a moment ago. Rejects as sessions do. */
  asked(signal: AbortSignal): Promise<number>
  /** Returns the newest seqno seen so far without a request; undefined if there is none. */
  seen(): number | undefined
  /**
   * Returns the newest seqno that was proved, also in an earlier run; 0 if there is none, undefined if it is not
   * known.
   */
  lastProved(): number | undefined
  /** Reads the network's newest masterchain block without indexing it. Rejects as sessions and the parser do. */
  block(signal: AbortSignal): Promise<BlockRecord>
}

/** Dependencies of a chain head. */
export type ChainHeadContext = {
  readonly network: IndexNetwork
  readonly store: Pick<IndexStore, 'coverage'>
  readonly follower: Pick<Follower, 'isRunning' | 'seen'>
  readonly seenHead: Pick<SeenHead, 'seqno' | 'note'>
  readonly parser: Pick<ParsePool, 'masterchainBlock'>
  /** Registers a listener for commits; returns a function that removes it. */
  readonly onWritten: (listener: (written: Written) => void) => () => void
}

/**
 * Number of masterchain blocks that a follower catches up within FOLLOW_MS; it does not fully close a larger gap in
 * that time.
 */
const CLOSE = 32
const FOLLOW_MS = 2_000

/** Creates the head of a follower's chain. */
export function createChainHead(context: ChainHeadContext): ChainHead {
  const { network, store, follower, seenHead, parser, onWritten } = context
  let newest: BlockRecord | undefined

  const covered = () => store.coverage().at(-1)?.last ?? 0

  function seen(): number | undefined {
    const seqno = Math.max(follower.seen(), network.bestSeqno() ?? 0, covered())
    return seqno === 0 ? undefined : seqno
  }

  /** Resolves when the index covers a seqno, or after FOLLOW_MS. */
  async function reached(seqno: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const removeListener = onWritten(() => {
      if (covered() >= seqno) resolve()
    })
    const timer = new AbortController()
    try {
      if (covered() >= seqno) return
      const late = sleep(FOLLOW_MS, undefined, { signal: timer.signal, ref: false }).catch(() => {})
      await abortable(Promise.race([promise, late]), signal)
    } finally {
      timer.abort()
      removeListener()
    }
  }

  async function readBlock(id: BlockIdExt, signal: AbortSignal): Promise<BlockRecord> {
    if (newest?.seqno === id.seqno && newest.rootHash.equals(id.rootHash)) return newest
    const { data } = await network.session({ signal }).block(id)
    const facts = unpackMcBlock(await parser.masterchainBlock({ files: [{ id, data }], shardTops: [] }))
    const [block] = facts.blocks
    if (!block) throw new Error('the parsed block is missing')
    const place = { ...id, shard: BigInt.asIntN(64, id.shard), mcSeqno: id.seqno }
    newest = { ...place, ...block.header, txCount: block.transactions.length }
    return newest
  }

  /** Returns the newest block of a far network whose head is followed. */
  function followedHead(): number | undefined {
    const head = network.followedHead()
    if (head) seenHead.note(head.seqno)
    return head?.seqno
  }

  return {
    seen,
    lastProved: () => seenHead.seqno(),
    async followed(signal) {
      if (!follower.isRunning()) return followedHead()
      const seqno = seen()
      const canCatchUp = seqno !== undefined && seqno - covered() <= CLOSE && network.stats().alive > 0
      if (canCatchUp) await reached(seqno, signal)
      return follower.isRunning() ? seqno : followedHead()
    },
    async proved(signal) {
      const { seqno } = await network.session({ signal }).last()
      seenHead.note(seqno)
      return seqno
    },
    async asked(signal) {
      const { seqno } = await network.session({ signal }).askedLast()
      seenHead.note(seqno)
      return seqno
    },
    async block(signal) {
      return readBlock(await network.session({ signal }).last(), signal)
    },
  }
}
