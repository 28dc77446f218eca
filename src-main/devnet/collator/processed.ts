import { isShardAncestor, shardsIntersect } from '#shared/ton/shard.ts'
import { HashmapE } from '../../chain/hashmap/hashmap.ts'
import {
  PROCESSED_INFO,
  type ProcessedInfo,
  type ProcessedUpto,
  parseProcessedKey,
  processedKey,
} from '../../chain/state/processedUpto.ts'
import { type AddressPrefix, shardCovers } from './addressPrefix.ts'

/** A shard's claim that it has processed all messages to it up to (lt, hash), as of masterchain block `mcSeqno`. */
export type Claim = ProcessedUpto & { readonly shard: bigint; readonly mcSeqno: number }

/** The parts of an enqueued message that decide whether it was processed. */
export type QueuedMessageRef = {
  /** Lt at which it was created or left a dispatch queue. */
  readonly lt: bigint
  readonly enqueuedLt: bigint
  /** Hash of the message cell. */
  readonly hash: Buffer
  readonly current: AddressPrefix
  readonly next: AddressPrefix
}

/** Returns the end lt of the shard that covers a prefix, as of a masterchain block. */
export type ShardEndLt = (mcSeqno: number, place: AddressPrefix) => bigint

export function claimsOf(info: ProcessedInfo): readonly Claim[] {
  return [...info.entries()].map(({ key, value }) => ({ ...parseProcessedKey(key), ...value }))
}

export function processedInfoOf(claims: readonly Claim[]): ProcessedInfo {
  const entries = claims.map((claim) => ({ key: processedKey(claim.shard, claim.mcSeqno), value: claim }))
  return HashmapE.from(
    PROCESSED_INFO,
    entries.toSorted((a, b) => a.key.compare(b.key)),
  )
}

/** Adds a claim, and removes claims that another one includes. */
export function withClaim(claims: readonly Claim[], added: Claim): readonly Claim[] {
  return joinedClaims(claims, [added])
}

/** Returns the claims of one half of a shard. */
export function splitClaims(claims: readonly Claim[], half: bigint): readonly Claim[] {
  const ours = claims.filter(({ shard }) => shardsIntersect(shard, half))
  return joinedClaims(
    ours.map((claim) => (isShardAncestor(claim.shard, half) ? { ...claim, shard: half } : claim)),
    [],
  )
}

/** Returns the claims of both, without those that another one includes. */
export function joinedClaims(claims: readonly Claim[], others: readonly Claim[]): readonly Claim[] {
  const all = [...claims, ...others]
  return all.filter(
    (claim, index) => !all.some((other, at) => at !== index && covers(other, claim, at < index)),
  )
}

/** Returns whether a claim makes another one superfluous; of two equal claims the earlier one (`wins`) stays. */
function covers(other: Claim, claim: Claim, wins: boolean): boolean {
  if (!isShardAncestor(other.shard, claim.shard) || other.mcSeqno < claim.mcSeqno) return false
  const order = compareLtHash(other.lastMsgLt, other.lastMsgHash, claim.lastMsgLt, claim.lastMsgHash)
  if (order !== 0) return order > 0
  return other.mcSeqno > claim.mcSeqno || other.shard !== claim.shard || wins
}

/** Compares messages in the order in which they are processed. */
export function compareLtHash(ltA: bigint, hashA: Buffer, ltB: bigint, hashB: Buffer): number {
  if (ltA !== ltB) return ltA < ltB ? -1 : 1
  return hashA.compare(hashB)
}

/** Returns whether a shard of workchain `workchain` with these claims has processed a message. */
export function isProcessed(
  claims: readonly Claim[],
  workchain: number,
  message: QueuedMessageRef,
  shardEndLt: ShardEndLt,
): boolean {
  return claims.some((claim) => {
    const owner = { workchain, shard: claim.shard }
    if (!shardCovers(owner, message.next)) return false
    if (compareLtHash(message.lt, message.hash, claim.lastMsgLt, claim.lastMsgHash) > 0) return false
    // The shard sees its messages to itself without the masterchain.
    if (shardCovers(owner, message.current)) return true
    return message.enqueuedLt < shardEndLt(claim.mcSeqno, message.current)
  })
}
