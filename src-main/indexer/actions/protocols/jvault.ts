import type { Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { JVAULT } from '#shared/contracts/jvault.ts'
import { HashmapE } from '../../../chain/hashmap/hashmap.ts'
import { uintOfKey } from '../../../chain/hashmap/key.ts'
import { firstEntries, leafCodec } from '../../../contracts/firstEntries.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { addressOf, fieldsOf, readAddress } from '../bodyReader.ts'
import { dataOf, decimal, integer } from '../details.ts'
import type { FactsSource } from '../factsSource.ts'
import { call, either, type Match, made, type Pattern, type PatternLinks, repeated } from '../pattern.ts'
import type { ActionRow } from '../row.ts'
import { built, type Rule } from '../rule.ts'
import { tonTransfer } from './basic.ts'
import { jettonTransfer } from './jettons.ts'

/** JVault's staking pools for jettons (docs/actions §12.7). */

const op = (name: string) => opcodeOf(JVAULT, `jvault_${name}`)

/** Matches referrers, which are informed one after another; the last one requests no further. */
const referral: Pattern = either(
  [
    call(op('update_referrer')),
    call(op('request_update_referrer'), { child: either([repeated(() => referral)], { optional: true }) }),
  ],
  { optional: true },
)

/** Matches a stake wallet's request to its pool, with the pool's answer and other messages. */
const settled = (besides: readonly Pattern[] = []): PatternLinks => ({
  name: 'pool',
  child: referral,
  children: [...besides, call(op('update_rewards'))],
})

type Stake = {
  readonly staker: string | null
  readonly stakerWallet: string | null
  readonly pool: string | null
  readonly stakeWallet: string | null
  /** Jetton master. */
  readonly asset: string | null
  readonly amount: bigint
  /** Seconds. */
  readonly period: number
}

const jvaultStake: ActionKind<Stake> = {
  block: 'jvault_stake',
  fields: ({ staker, stakerWallet, pool, stakeWallet, asset, amount, period }) => ({
    source: staker,
    source_secondary: stakerWallet,
    destination: pool,
    asset,
    amount,
    jvault_stake_data: { period: period.toString(), stake_wallet: stakeWallet },
  }),
}

const stakeRule: Rule = {
  name: 'JVault stake',
  pattern: made(jettonTransfer, {
    children: [
      call(op('receive_jettons'), {
        name: 'stake',
        child: either([
          call(op('request_update_rewards'), settled()),
          call(op('cancel_stake'), {
            name: 'cancelled',
            child: made(jettonTransfer, { optional: true }),
          }),
        ]),
      }),
      call(op('set_data'), { optional: true }),
    ],
  }),
  build(match) {
    const transfer = factsOf(match.anchor, jettonTransfer)
    const received = match.get('stake')
    const payload = transfer?.request.forwardPayload
    if (!transfer || !received || !payload) return undefined
    const stake = received.ownMessage
    const pool = match.get('pool')
    return built(
      jvaultStake,
      {
        staker: transfer.sender,
        stakerWallet: transfer.senderWallet,
        pool: stake.source,
        stakeWallet: stake.destination,
        asset: transfer.asset,
        amount: transfer.request.amount,
        period: payload.beginParse().skip(32).loadUint(32),
      },
      { failed: received.failed || (pool?.failed ?? true) },
    )
  },
}

type Unstake = {
  readonly staker: string | null
  readonly stakeWallet: string | null
  readonly pool: string | null
  readonly amount: bigint
  /** Exit code of a stake wallet that did not call its pool; null if it did. */
  readonly exitCode: number | null
  /** The staked jettons, and the jettons that represent them. */
  readonly asset: string | null
  readonly stakingAsset: string | null
}

function unstakeKind(block: string): ActionKind<Unstake> {
  return {
    block,
    fields: ({ staker, stakeWallet, pool, amount, exitCode, asset, stakingAsset }) => ({
      source: staker,
      source_secondary: stakeWallet,
      destination: pool,
      asset,
      asset2: stakingAsset,
      amount,
      // The reference serves the exit code in this field.
      opcode: exitCode,
    }),
  }
}

const jvaultUnstake = unstakeKind('jvault_unstake')
const jvaultUnstakeRequest = unstakeKind('jvault_unstake_request')

/** Reads a request to a stake wallet; `pool` is the block with the pool's answer. */
function readUnstake({ anchor }: Match, pool: Block | undefined, facts: FactsSource): Unstake {
  const message = anchor.ownMessage
  const { destination: stakeWallet } = message
  const stored = stakeWallet === null ? undefined : storedStake(facts.data(stakeWallet))
  const poolAddress = pool?.message?.destination ?? stored?.pool ?? null
  const lockWallet = poolAddress === null ? null : lockWalletOf(facts.data(poolAddress))
  return {
    staker: message.source,
    stakeWallet,
    pool: poolAddress,
    amount: fieldsOf(message).skip(64).loadCoins(),
    exitCode: pool ? null : (anchor.nodes[0]?.transaction.exitCode ?? null),
    asset: lockWallet === null ? null : (facts.jettonWallet(lockWallet)?.jetton ?? null),
    stakingAsset: stored?.minter ?? null,
  }
}

/** Reads the addresses at the start of a stake wallet's storage; undefined for another contract. */
function storedStake(data: Cell | undefined) {
  try {
    const slice = data?.beginParse()
    return slice && { pool: readAddress(slice), minter: readAddress(slice) }
  } catch {
    // The storage of another contract.
    return undefined
  }
}

/** Returns the wallet in which a pool keeps the staked jettons; null if the pool's storage does not have it. */
function lockWalletOf(data: Cell | undefined): string | null {
  try {
    const slice = data?.beginParse().skip(33)
    if (!slice) return null
    readAddress(slice)
    readAddress(slice)
    return readAddress(slice)
  } catch {
    // The storage of another contract.
    return null
  }
}

const unstakeRule: Rule = {
  name: 'JVault unstake',
  pattern: call(op('unstake_jettons'), {
    child: call(op('request_update_rewards'), {
      ...settled([made(tonTransfer, { optional: true }), made(jettonTransfer)]),
      optional: true,
    }),
  }),
  // As in the reference, a success even if the stake wallet failed.
  build: (match, { facts }) => built(jvaultUnstake, readUnstake(match, match.get('pool'), facts)),
}

const unstakeRequestRule: Rule = {
  name: 'JVault unstake request',
  pattern: call(op('unstake_request'), {
    child: call(op('request_update_rewards'), { ...settled(), optional: true }),
  }),
  build(match, { facts }) {
    const pool = match.get('pool')
    const failed = match.anchor.failed || (pool?.failed ?? true)
    return built(jvaultUnstakeRequest, readUnstake(match, pool, facts), { failed })
  },
}

type Claim = {
  readonly staker: string | null
  readonly stakeWallet: string | null
  readonly pool: string | null
  readonly jettons: readonly string[]
  readonly amounts: readonly bigint[]
}

const jvaultClaim: ActionKind<Claim> = {
  block: 'jvault_claim',
  fields: ({ staker, stakeWallet, pool, jettons, amounts }) => ({
    source: staker,
    source_secondary: stakeWallet,
    destination: pool,
    jvault_claim_data: {
      claimed_jettons: jettons,
      claimed_amounts: amounts.map((amount) => amount.toString()),
    },
  }),
}

const claimRule: Rule = {
  name: 'JVault claim',
  pattern: call(op('claim_rewards_msg'), {
    child: call(op('send_claimed_rewards'), {
      name: 'pool',
      children: [made(jettonTransfer, { name: 'reward' }), call(op('update_rewards'))],
    }),
  }),
  build(match) {
    const message = match.anchor.ownMessage
    const reward = factsOf(match.get('reward'), jettonTransfer)
    if (!reward) return undefined
    return built(jvaultClaim, {
      staker: message.source,
      stakeWallet: message.destination,
      pool: match.get('pool')?.message?.destination ?? null,
      jettons: addressesIn(fieldsOf(message).skip(64).loadMaybeRef()),
      amounts: [reward.amount],
    })
  },
}

/** Maximum number of jettons of a claim; larger sets are truncated. */
const MAX_CLAIMED = 256
/** Bits of a plain internal address: tag, no anycast, workchain, hash. */
const ADDRESS_BITS = 2 + 1 + 8 + 256
const ADDRESS_SET = leafCodec('addresses of jettons to claim', ADDRESS_BITS)

function addressesIn(dictionary: Cell | null): string[] {
  return firstEntries(new HashmapE(ADDRESS_SET, dictionary), MAX_CLAIMED).map(({ key }) => {
    const bits = uintOfKey(key, ADDRESS_BITS)
    const hash = BigInt.asUintN(256, bits).toString(16).padStart(64, '0')
    return addressOf(Number(BigInt.asIntN(8, bits >> 256n)), Buffer.from(hash, 'hex'))
  })
}

export const jvaultRules: readonly Rule[] = [stakeRule, unstakeRule, claimRule, unstakeRequestRule]

const unstakeDetails = (row: ActionRow) => ({
  source: row.source ?? null,
  stake_wallet: row.source_secondary ?? null,
  pool: row.destination ?? null,
  amount: decimal(row.amount),
  exit_code: row.opcode ?? null,
  asset: row.asset ?? null,
  staking_asset: row.asset2 ?? null,
})

export const JVAULT_TYPES: readonly ActionType[] = [
  {
    name: 'jvault_stake',
    since: 'v2',
    groups: ['jvault'],
    details(row) {
      const data = dataOf(row.jvault_stake_data)
      return {
        period: integer(data.period),
        // The reference never sets this field.
        minted_stake_jettons: null,
        stake_wallet: data.stake_wallet ?? null,
        source: row.source ?? null,
        source_jetton_wallet: row.source_secondary ?? null,
        asset: row.asset ?? null,
        pool: row.destination ?? null,
        amount: decimal(row.amount),
      }
    },
  },
  { name: 'jvault_unstake', since: 'v2', groups: ['jvault'], details: unstakeDetails },
  { name: 'jvault_unstake_request', since: 'v2', groups: ['jvault'], details: unstakeDetails },
  {
    name: 'jvault_claim',
    since: 'v2',
    groups: ['jvault'],
    details(row) {
      const data = dataOf(row.jvault_claim_data)
      return {
        claimed_rewards: claimedRewards(data.claimed_jettons, data.claimed_amounts),
        source: row.source ?? null,
        stake_wallet: row.source_secondary ?? null,
        pool: row.destination ?? null,
      }
    },
  },
]

/** Returns the claimed rewards; as in the reference, none if the numbers of amounts and jettons differ. */
function claimedRewards(jettons: unknown, amounts: unknown) {
  if (!Array.isArray(jettons) || !Array.isArray(amounts) || jettons.length !== amounts.length) return []
  return jettons.map((jetton, i) => ({ jetton, amount: amounts[i] }))
}
