import { hash } from 'node:crypto'
import { crc32c } from '#shared/ton/crc32c.ts'
import { MASTERCHAIN } from '../blockId.ts'
import type { CatchainConfig } from './catchainConfig.ts'
import type { ValidatorDescr, ValidatorSet } from './validatorSet.ts'

/** The shard and the catchain session whose validators are wanted. */
export type ValidatorGroup = {
  readonly workchain: number
  /** Unsigned, with its tag bit. */
  readonly shard: bigint
  readonly catchainSeqno: number
}

/**
 * Returns the validators that sign a shard's blocks, in the order of their group. For the masterchain they
 * are the first `main` of the set (shuffled if the configuration says so), for other chains
 * `shardValidatorsNum` drawn by weight, each of which then has weight 1. (`Config::do_compute_validator_set`
 * of the reference node.)
 */
export function validatorSubset(
  set: ValidatorSet,
  config: CatchainConfig,
  group: ValidatorGroup,
): readonly ValidatorDescr[] {
  const random = groupRandom(group)
  if (group.workchain !== MASTERCHAIN) return drawByWeight(set, config.shardValidatorsNum, random)
  const main = set.list.slice(0, set.main)
  return config.shuffleMcValidators ? shuffle(main, random) : main
}

/** Returns a number from 0 to `range` - 1. */
type Random = (range: bigint) => bigint

/**
 * Returns the reference node's ValidatorSetPRNG: 64-bit big-endian words of SHA-512 over {seed: 32 bytes,
 * shard, workchain, catchain_seqno}, all big-endian. The seed starts at zero and counts up.
 */
function groupRandom(group: ValidatorGroup): Random {
  const data = Buffer.alloc(48)
  data.writeBigUInt64BE(group.shard, 32)
  data.writeInt32BE(group.workchain, 40)
  data.writeUInt32BE(group.catchainSeqno, 44)
  let words = Buffer.alloc(0)
  let at = 0
  let seed = 0
  return (range) => {
    if (at === words.length) {
      data.writeUInt32BE(seed++, 28)
      words = hash('sha512', data, 'buffer')
      at = 0
    }
    const word = words.readBigUInt64BE(at)
    at += 8
    return (word * range) >> 64n
  }
}

function shuffle(list: readonly ValidatorDescr[], random: Random): readonly ValidatorDescr[] {
  const shuffled: ValidatorDescr[] = []
  for (const [index, validator] of list.entries()) {
    const place = Number(random(BigInt(index + 1)))
    if (place < index) shuffled.push(shuffled[place] as ValidatorDescr)
    shuffled[place] = validator
  }
  return shuffled
}

/** Draws `count` different validators, each among the remaining weight. */
function drawByWeight(set: ValidatorSet, count: number, random: Random): readonly ValidatorDescr[] {
  const starts: bigint[] = []
  let total = 0n
  for (const { weight } of set.list) {
    starts.push(total)
    total += weight
  }
  /** The intervals of the validators drawn already, ascending. */
  const holes: { readonly start: bigint; readonly weight: bigint }[] = []
  const drawn: ValidatorDescr[] = []
  while (drawn.length < Math.min(count, set.list.length) && total > 0n) {
    let point = random(total)
    for (const hole of holes) {
      if (point < hole.start) break
      point += hole.weight
    }
    const index = starts.findLastIndex((start) => start <= point)
    const { publicKey, weight, adnlAddr } = set.list[index] as ValidatorDescr
    drawn.push({ publicKey, weight: 1n, adnlAddr })
    total -= weight
    holes.push({ start: starts[index] as bigint, weight })
    holes.sort((a, b) => (a.start < b.start ? -1 : 1))
  }
  return drawn
}

const VALIDATOR_SET_ID = 0x901660ed
const NO_ADDRESS = Buffer.alloc(32)

/**
 * Returns the short hash of a group, as in headers (gen_validator_list_hash_short), ValidatorInfo and
 * signature sets: the CRC-32C of boxed `test0.validatorSet`, that is its id, catchain_seqno and the vector of
 * {key, weight, address}.
 */
export function validatorListHashShort(catchainSeqno: number, list: readonly ValidatorDescr[]): number {
  const data = Buffer.alloc(12 + list.length * 72)
  data.writeUInt32LE(VALIDATOR_SET_ID, 0)
  data.writeUInt32LE(catchainSeqno, 4)
  data.writeUInt32LE(list.length, 8)
  for (const [index, { publicKey, weight, adnlAddr }] of list.entries()) {
    const at = 12 + index * 72
    publicKey.copy(data, at)
    data.writeBigUInt64LE(weight, at + 32)
    ;(adnlAddr ?? NO_ADDRESS).copy(data, at + 40)
  }
  return crc32c(data)
}
