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

/** A shard's word that it has processed all messages to it up to (lt, hash) that masterchain block `mcSeqno` knew. */
export type Claim = ProcessedUpto & { readonly shard: bigint; readonly mcSeqno: number }

/** What of an enqueued message decides whether it was processed. */
export type QueuedMessageRef = {
  /** When it was created (or left a dispatch queue). */
  readonly lt: bigint
  readonly enqueuedLt: bigint
  /** Of the message cell. */
  readonly hash: Buffer
  readonly current: AddressPrefix
  readonly next: AddressPrefix
}

/** End lt of the shard that covers a place, as a masterchain block knew it. */
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

/** With a new claim, and without those that say nothing that another doesn't. */
export function withClaim(claims: readonly Claim[], added: Claim): readonly Claim[] {
  return joinedClaims(claims, [added])
}

/** What is left of the claims of a shard in one of its halves. */
export function splitClaims(claims: readonly Claim[], half: bigint): readonly Claim[] {
  const ours = claims.filter(({ shard }) => shardsIntersect(shard, half))
  return joinedClaims(
    ours.map((claim) => (isShardAncestor(claim.shard, half) ? { ...claim, shard: half } : claim)),
    [],
  )
}

/** The claims of both, without those that say nothing that another doesn't. */
export function joinedClaims(claims: readonly Claim[], others: readonly Claim[]): readonly Claim[] {
  const all = [...claims, ...others]
  return all.filter(
    (claim, index) => !all.some((other, at) => at !== index && covers(other, claim, at < index)),
  )
}

/** Of two that say the same the earlier one (`wins`) stays. */
function covers(other: Claim, claim: Claim, wins: boolean): boolean {
  if (!isShardAncestor(other.shard, claim.shard) || other.mcSeqno < claim.mcSeqno) return false
  const order = compareLtHash(other.lastMsgLt, other.lastMsgHash, claim.lastMsgLt, claim.lastMsgHash)
  if (order !== 0) return order > 0
  return other.mcSeqno > claim.mcSeqno || other.shard !== claim.shard || wins
}

/** The order in which messages are processed. */
export function compareLtHash(ltA: bigint, hashA: Buffer, ltB: bigint, hashB: Buffer): number {
  if (ltA !== ltB) return ltA < ltB ? -1 : 1
  return hashA.compare(hashB)
}

/** Whether a shard of workchain `workchain` with these claims has processed a message. */
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
    // Messages of the shard to itself it sees without the masterchain.
    if (shardCovers(owner, message.current)) return true
    return message.enqueuedLt < shardEndLt(claim.mcSeqno, message.current)
  })
}
