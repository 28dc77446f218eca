import type { Cell } from '@ton/core'
import { shardPrefixLength, shardsIntersect } from '#shared/ton/shard.ts'
import type { GlobalVersion } from '../../chain/block/globalVersion.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import type { BlockLimits } from '../../chain/config/blockLimits.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import type { MsgForwardPrices } from '../../chain/config/msgForwardPrices.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import { NO_CURRENCIES } from '../../chain/state/currencies.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { RefusedMessage, TransactionExecutor } from '../executor/transactionExecutor.ts'
import { Collation } from './collation.ts'
import type { ResizeIntent } from './loadHistory.ts'
import { startLtAfter } from './logicalTime.ts'
import {
  allDeliveredMessages,
  areNeighbours,
  deliveredMessages,
  inboundMessages,
  type Neighbour,
} from './neighbours.ts'
import type { OpenedMasterchain } from './openedState.ts'
import { type Claim, type ShardEndLt, withClaim } from './processed.ts'
import { type SealedBlock, sealBlock } from './sealBlock.ts'
import { type BlockBase, shardCatchainSeqno, type Tip } from './shardBase.ts'

/** The input of both kinds of blocks. */
export type CollationInput = {
  readonly executor: TransactionExecutor
  /** Unix seconds; not less than those of earlier blocks. */
  readonly utime: number
  readonly randSeed: Buffer
  /** The public key of the block's validator. */
  readonly createdBy: Buffer
  readonly genSoftware: GlobalVersion
  /** External messages to this shard, in the order in which they are tried. */
  readonly externals: readonly Cell[]
  readonly shardEndLt: ShardEndLt
  /** See tvm/prevBlocks.ts: those of the masterchain block to which the new one refers. */
  readonly prevBlocks: Cell | undefined
}

/** The outcome of an external message; `left` if the block had no room for it. */
export type ExternalOutcome = { readonly kind: 'imported' } | RefusedMessage | { readonly kind: 'left' }

export type CollatedBlock = SealedBlock & {
  /** In the order of the input's externals. */
  readonly externals: readonly ExternalOutcome[]
}

export type ShardCollationInput = CollationInput & {
  readonly base: BlockBase
  /** The masterchain block that the new block refers to. */
  readonly masterchain: Tip<OpenedMasterchain>
  /** The masterchain and all shards according to that block. */
  readonly neighbours: readonly Neighbour[]
  /** See BlockFrame. */
  readonly beforeSplit: boolean
  readonly intent: ResizeIntent | undefined
}

/** Collates the next block of a shard outside of the masterchain. */
export function collateShard(input: ShardCollationInput): CollatedBlock {
  const { base, masterchain } = input
  const { ident } = base
  const { config } = masterchain.state.extra.config
  const startLt = startLtAfter([base.genLt, masterchain.ref.endLt])
  const collation = new Collation({
    shard: ident,
    startLt,
    executor: input.executor,
    environment: {
      config,
      libraries: masterchain.state.details.libraries.root,
      utime: input.utime,
      randSeed: input.randSeed,
      prevBlocks: input.prevBlocks,
    },
    limits: requireLimits(readConfigParam(config, 23)),
    transitFrac: transitFracOf(readConfigParam(config, 25)),
    accounts: base.accounts,
    queue: base.queue,
    queueSize: base.queueSize,
  })
  const neighbours = neighboursOf(input)
  const delivered = base.prev.length === 2 ? allDeliveredMessages : deliveredMessages
  for (const message of delivered(base.queue, neighbours, input.shardEndLt)) collation.dequeue(message)
  const inboundEmpty = importInbound(collation, neighbours, base.claims, input.shardEndLt)
  const externals = importExternals(collation, input.externals)
  collation.deliverNew()

  const { ref } = masterchain
  const claims = claimsAfter(collation, base.claims, ref.seqno, inboundEmpty ? ref.endLt - 1n : undefined)
  const session = shardCatchainSeqno(masterchain.state.extra.shardHashes, ident)
  const { ccSeqno, hashShort } = signersOf(config, ident, session)
  const created = readConfigParam(config, 14)?.basechainBlockFee ?? 0n
  const sealed = sealBlock(
    collation,
    {
      globalId: base.globalId,
      base,
      validators: { hashShort, ccSeqno },
      minRefMcSeqno: Math.min(ref.seqno, ...claims.map(({ mcSeqno }) => mcSeqno)),
      prevKeyBlockSeqno: lastKeyBlockSeqno(masterchain),
      masterRef: ref,
      createdBy: input.createdBy,
      genSoftware: input.genSoftware,
      claims,
      beforeSplit: input.beforeSplit,
      intent: input.intent,
    },
    {
      created: { coins: created >> BigInt(shardPrefixLength(ident.shard)) },
      minted: NO_CURRENCIES,
      recovered: NO_CURRENCIES,
      feesImported: NO_CURRENCIES,
    },
    undefined,
  )
  return { ...sealed, externals }
}

/**
 * Returns the shards whose queues can have messages for the shard: its own state before the block, its other half after
 * a split, and its neighbours.
 */
function neighboursOf({ base, neighbours }: ShardCollationInput): readonly Neighbour[] {
  const { ident } = base
  const isOther = (other: ShardIdent) =>
    other.workchain !== ident.workchain || !shardsIntersect(other.shard, ident.shard)
  const around = neighbours.filter((other) => isOther(other.ident) && areNeighbours(other.ident, ident))
  const self = { ident, endLt: base.prev[0].endLt, queue: base.queue, claims: base.claims }
  return [self, ...(base.sibling ? [base.sibling] : []), ...around]
}

/** Delivers queued messages until the block is full. @returns whether nothing is left */
export function importInbound(
  collation: Collation,
  neighbours: readonly Neighbour[],
  claims: readonly Claim[],
  shardEndLt: ShardEndLt,
): boolean {
  for (const message of inboundMessages(collation.start.shard, neighbours, claims, shardEndLt)) {
    if (collation.isFull) return false
    collation.importQueued(message)
  }
  return true
}

export function importExternals(collation: Collation, messages: readonly Cell[]): readonly ExternalOutcome[] {
  return messages.map((message) => (collation.isFull ? { kind: 'left' } : collation.importExternal(message)))
}

const LAST_HASH = Buffer.alloc(32, 0xff)

/**
 * Returns the block's claims: messages are processed up to its last one or, if none waited, up to all that can have
 * been sent before `everythingLt`.
 */
export function claimsAfter(
  { start, lastProcessed }: Collation,
  claims: readonly Claim[],
  mcSeqno: number,
  everythingLt: bigint | undefined,
): readonly Claim[] {
  const { shard } = start.shard
  if (lastProcessed) {
    const { lt: lastMsgLt, hash: lastMsgHash } = lastProcessed
    return withClaim(claims, { shard, mcSeqno, lastMsgLt, lastMsgHash })
  }
  // Before the first block nothing was sent.
  if (everythingLt === undefined || everythingLt < 0n) return claims
  return withClaim(claims, { shard, mcSeqno, lastMsgLt: everythingLt, lastMsgHash: LAST_HASH })
}

/** Returns the masterchain's last key block up to and including `tip`; 0 if there is only the zero state. */
export function lastKeyBlockSeqno({ ref, state: { extraDetails } }: Tip<OpenedMasterchain>): number {
  return extraDetails.afterKeyBlock ? ref.seqno : (extraDetails.lastKeyBlock?.seqno ?? 0)
}

export function transitFracOf(prices: MsgForwardPrices | undefined): number {
  if (!prices) throw new TlbError('ConfigParams', 'there are no prices of messages')
  return prices.nextFrac
}

export function requireLimits(limits: BlockLimits | undefined): BlockLimits {
  if (!limits) throw new TlbError('ConfigParams', 'there are no block limits')
  return limits
}
