import type { Cell } from '@ton/core'
import { shardPrefixLength } from '#shared/ton/shard.ts'
import type { ExtBlkRef } from '../../chain/block/extBlkRef.ts'
import type { GlobalVersion } from '../../chain/block/globalVersion.ts'
import { findShard } from '../../chain/block/shardHashes.ts'
import type { BlockLimits } from '../../chain/config/blockLimits.ts'
import { readConfigParam } from '../../chain/config/configCodecs.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import { NO_CURRENCIES } from '../../chain/state/currencies.ts'
import { TlbError } from '../../chain/tlb.ts'
import type { RefusedMessage, TransactionExecutor } from '../executor/transactionExecutor.ts'
import { Collation } from './collation.ts'
import { startLtAfter } from './logicalTime.ts'
import { deliveredMessages, inboundMessages, type Neighbour } from './neighbours.ts'
import { neighbourOf, type OpenedMasterchain, type OpenedState } from './openedState.ts'
import { type Claim, type ShardEndLt, withClaim } from './processed.ts'
import { type SealedBlock, sealBlock } from './sealBlock.ts'

/** What both kinds of blocks are made from. */
export type CollationInput = {
  readonly executor: TransactionExecutor
  /** Unix seconds; not less than in the blocks before. */
  readonly utime: number
  readonly randSeed: Buffer
  /** The public key of the block's validator. */
  readonly createdBy: Buffer
  readonly genSoftware: GlobalVersion
  /** External messages to this shard, in the order in which they are tried. */
  readonly externals: readonly Cell[]
  readonly shardEndLt: ShardEndLt
  /** See tvm/prevBlocks.ts: of the masterchain block that the new one knows. */
  readonly prevBlocks: Cell | undefined
}

/** What became of an external message; those that no room was left for are `left` for the next block. */
export type ExternalOutcome = { readonly kind: 'imported' } | RefusedMessage | { readonly kind: 'left' }

export type CollatedBlock = SealedBlock & {
  /** In the order of the input's externals. */
  readonly externals: readonly ExternalOutcome[]
}

/** A state and the block it came from. */
export type Tip<S extends OpenedState = OpenedState> = { readonly ref: ExtBlkRef; readonly state: S }

export type ShardCollationInput = CollationInput & {
  readonly prev: Tip
  /** The masterchain block that the new block refers to. */
  readonly masterchain: Tip<OpenedMasterchain>
  /** The masterchain and all other shards, as that block knows them. */
  readonly neighbours: readonly Neighbour[]
}

/** Makes the next block of a shard outside of the masterchain. */
export function collateShard(input: ShardCollationInput): CollatedBlock {
  const { prev, masterchain } = input
  const { ident, state, details } = prev.state
  const { config } = masterchain.state.extra.config
  const startLt = startLtAfter([state.genLt, masterchain.ref.endLt])
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
    accounts: prev.state.accounts,
    queue: prev.state.queue,
    queueSize: prev.state.queueSize,
  })
  const neighbours = [neighbourOf(prev.state), ...input.neighbours]
  for (const delivered of deliveredMessages(collation.queue, input.neighbours, input.shardEndLt)) {
    collation.dequeue(delivered)
  }
  const inboundEmpty = importInbound(collation, neighbours, prev.state.claims, input.shardEndLt)
  const externals = importExternals(collation, input.externals)
  collation.deliverNew()

  const { ref } = masterchain
  const claims = claimsAfter(
    collation,
    prev.state.claims,
    ref.seqno,
    inboundEmpty ? ref.endLt - 1n : undefined,
  )
  const entry = findShard(masterchain.state.extra.shardHashes, ident.workchain, ident.shard)
  if (!entry) throw new TlbError('ShardHashes', 'the shard is not in the masterchain')
  const { ccSeqno, hashShort } = signersOf(config, ident, entry.descr.nextCatchainSeqno)
  const created = readConfigParam(config, 14)?.basechainBlockFee ?? 0n
  const sealed = sealBlock(
    collation,
    {
      globalId: state.globalId,
      seqno: state.seqno + 1,
      prev: prev.ref,
      prevRoot: prev.state.root,
      prevDetails: details,
      validators: { hashShort, ccSeqno },
      minRefMcSeqno: Math.min(ref.seqno, ...claims.map(({ mcSeqno }) => mcSeqno)),
      prevKeyBlockSeqno: lastKeyBlockSeqno(masterchain),
      masterRef: ref,
      createdBy: input.createdBy,
      genSoftware: input.genSoftware,
      claims,
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

/** Delivers what waits in queues, until the block is full. @returns whether nothing is left */
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
 * What the block claims to have processed: up to its last message or, where none waited, all that can have been
 * sent before `everythingLt`.
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
  // Nothing has been sent before the first block.
  if (everythingLt === undefined || everythingLt < 0n) return claims
  return withClaim(claims, { shard, mcSeqno, lastMsgLt: everythingLt, lastMsgHash: LAST_HASH })
}

/** The masterchain's last key block up to and including `tip`, 0 where there is none but the zero state. */
export function lastKeyBlockSeqno({ ref, state: { extraDetails } }: Tip<OpenedMasterchain>): number {
  return extraDetails.afterKeyBlock ? ref.seqno : (extraDetails.lastKeyBlock?.seqno ?? 0)
}

export function requireLimits(limits: BlockLimits | undefined): BlockLimits {
  if (!limits) throw new TlbError('ConfigParams', 'there are no block limits')
  return limits
}
