import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { TONSTAKERS } from '#shared/contracts/tonstakers.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf, readAddress } from '../bodyReader.ts'
import { call, type Match } from '../pattern.ts'
import { type Built, built, type Rule } from '../rule.ts'
import { BURN, BURN_NOTIFICATION, INTERNAL_TRANSFER, NOTIFICATION, readInternalTransfer } from './jettons.ts'
import { nftMint } from './nftMint.ts'
import { stakingData } from './stakes.ts'

/** Pools with jettons for stakes, such as Tonstakers (docs/actions §11). */

const DEPOSIT = opcodeOf(TONSTAKERS, 'tonstake_pool_deposit')
const WITHDRAW = opcodeOf(TONSTAKERS, 'tonstake_pool_withdraw')
const WITHDRAWAL = opcodeOf(TONSTAKERS, 'tonstake_pool_withdrawal')
const PAYOUT_MINT = opcodeOf(TONSTAKERS, 'tonstake_payout_mint_jettons')
const NFT_INIT = opcodeOf(TONSTAKERS, 'tonstake_nft_init')
const NFT_BURN = opcodeOf(TONSTAKERS, 'tonstake_nft_burn')
const NFT_BURN_NOTIFICATION = opcodeOf(TONSTAKERS, 'tonstake_nft_burn_notification')
const NFT_PAYOUT = opcodeOf(TONSTAKERS, 'tonstake_nft_payout')
const START_DISTRIBUTION = opcodeOf(TONSTAKERS, 'tonstake_start_distribution')

/** Nanoton of a deposit that a pool keeps for its fees. */
const DEPOSIT_FEE = 1_000_000_000n

const PROVIDER = 'liquid_staking'

type Deposit = {
  readonly holder: string | null
  readonly pool: string | null
  /** Jetton master. */
  readonly asset: string | null
  readonly amount: bigint
  /** Undefined if the deposit failed. */
  readonly tokensMinted: bigint | undefined
}

const deposit: ActionKind<Deposit> = {
  block: 'tonstakers_deposit',
  type: 'stake_deposit',
  fields: ({ holder, pool, asset, amount, tokensMinted }) => ({
    source: holder,
    destination: pool,
    asset,
    amount,
    staking_data: stakingData({ provider: PROVIDER, tokensMinted }),
  }),
}

export const liquidDepositRule: Rule = {
  name: 'liquid staking deposit',
  pattern: call(DEPOSIT, {
    child: call(PAYOUT_MINT, {
      child: call(INTERNAL_TRANSFER, { name: 'minted', child: call(NOTIFICATION, { optional: true }) }),
    }),
  }),
  build(match) {
    const minted = match.get('minted')?.ownMessage
    if (!minted) return undefined
    const { failed, ownMessage } = match.anchor
    const { source, destination, value } = ownMessage
    return built(
      deposit,
      {
        holder: source,
        pool: destination,
        asset: minted.source,
        amount: (value ?? 0n) - DEPOSIT_FEE,
        tokensMinted: failed ? undefined : readInternalTransfer(minted).amount,
      },
      { failed },
    )
  },
}

type Withdrawal = {
  readonly holder: string | null
  readonly pool: string | null
  /** Jetton master; null if an NFT is paid out. */
  readonly asset: string | null
  readonly amount: bigint
  readonly tokensBurnt: bigint
  readonly payoutNft: string | null
}

const withdrawal: ActionKind<Withdrawal> = {
  block: 'tonstakers_withdraw',
  type: 'stake_withdrawal',
  fields: ({ holder, pool, asset, amount, tokensBurnt, payoutNft }) => ({
    source: holder,
    destination: pool,
    asset,
    amount,
    staking_data: stakingData({ provider: PROVIDER, tokensBurnt, payoutNft }),
  }),
}

type Request = Omit<Withdrawal, 'amount'> & { readonly wallet: string | null }

const request: ActionKind<Request> = {
  block: 'tonstakers_withdraw_request',
  type: 'stake_withdrawal_request',
  fields: ({ holder, wallet, pool, asset, tokensBurnt, payoutNft }) => ({
    source: holder,
    source_secondary: wallet,
    destination: pool,
    asset,
    amount: tokensBurnt,
    staking_data: stakingData({ provider: PROVIDER, payoutNft }),
  }),
}

/** Burnt jettons are paid out immediately, or an NFT for a later payout is minted. */
export const liquidBurnRule: Rule = {
  name: 'liquid staking withdrawal',
  pattern: call(BURN, {
    child: call(BURN_NOTIFICATION, {
      child: call(WITHDRAW, {
        name: 'withdraw',
        child: call([WITHDRAWAL, PAYOUT_MINT], { name: 'outcome' }),
      }),
    }),
  }),
  build: buildBurn,
}

function buildBurn(match: Match): Built | undefined {
  const [withdraw, outcome] = [match.get('withdraw')?.ownMessage, match.get('outcome')]
  if (!withdraw || !outcome) return undefined
  const { failed, ownMessage: message } = match.anchor
  const tokensBurnt = fieldsOf(message).skip(64).loadCoins()
  const stake = { holder: message.source, pool: withdraw.destination, asset: withdraw.source, tokensBurnt }
  const paid = outcome.ownMessage
  if (paid.opcode === WITHDRAWAL) {
    const amount = (paid.value ?? 0n) - (withdraw.value ?? 0n)
    return built(withdrawal, { ...stake, amount, payoutNft: null }, { failed })
  }
  const payoutNft = payoutNftOf(outcome)
  return built(
    request,
    { ...stake, wallet: message.destination, payoutNft: payoutNft ?? null },
    { failed: failed || payoutNft === undefined },
  )
}

function payoutNftOf({ children }: Block): string | null | undefined {
  for (const child of children) {
    const mint = factsOf(child, nftMint)
    if (mint) return mint.item
    if (child.opcode === NFT_INIT) return child.ownMessage.destination
  }
  return undefined
}

/** A delayed withdrawal: its NFT is burnt and the owner is paid. */
export const liquidPayoutRule: Rule = {
  name: 'liquid staking payout',
  pattern: call(NFT_PAYOUT, {
    parent: call(NFT_BURN_NOTIFICATION, { name: 'burnt', parent: call(NFT_BURN, { name: 'burn' }) }),
  }),
  build(match) {
    const [burnt, burn] = [match.get('burnt')?.ownMessage, match.get('burn')]
    if (!burnt || !burn) return undefined
    const slice = fieldsOf(burnt).skip(64)
    const tokensBurnt = slice.loadCoins()
    return built(withdrawal, {
      holder: readAddress(slice),
      pool: poolAbove(burn),
      asset: null,
      amount: match.anchor.ownMessage.value ?? 0n,
      tokensBurnt,
      payoutNft: burnt.source,
    })
  },
}

/** Maximum length of a chain of NFTs without payouts between them. */
const MAX_CHAIN = 512

/** Returns the pool that started the payouts: NFTs are burnt one after another. */
function poolAbove(burn: Block): string | null {
  let block = burn.parent
  for (let steps = 0; block && steps < MAX_CHAIN; steps++) {
    const earlier = factsOf(block, withdrawal)
    if (earlier) return earlier.pool
    if (block.opcode === START_DISTRIBUTION) return block.ownMessage.source
    if (block.opcode !== NFT_BURN) return null
    block = block.parent
  }
  return null
}
