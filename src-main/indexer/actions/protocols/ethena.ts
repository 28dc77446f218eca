import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { ETHENA } from '#shared/contracts/ethena.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import { type ActionKind, factsOf } from '../block.ts'
import { call, made } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import {
  INTERNAL_TRANSFER,
  jettonMint,
  jettonTransfer,
  NOTIFICATION,
  readInternalTransfer,
  TRANSFER,
} from './jettons.ts'
import { stakingData } from './stakes.ts'

/** Staking of Ethena's dollar (docs/actions §11). */

const MINT = opcodeOf(JETTON, 'jetton_mint')
const UNSTAKE_TRANSFER = opcodeOf(ETHENA, 'ethena_unstake_transfer')
const [STAKED, MINTED] = (ETHENA.accounts ?? []).map(({ address }) => address.toUpperCase())

type Stake = {
  readonly holder: string | null
  readonly wallet: string | null
  readonly pool: string | null
  /** Jetton masters of the minted or burnt jettons, and of the paid ones. */
  readonly asset: string | null
  readonly paidAsset: string | null
  readonly amount: bigint
  readonly tokensMinted: bigint
}

const fields = ({ holder, wallet, pool, asset, paidAsset, amount, tokensMinted }: Stake) => ({
  source: holder,
  source_secondary: wallet,
  destination: pool,
  asset,
  asset2: paidAsset,
  amount,
  staking_data: stakingData({ provider: 'ethena', tokensMinted }),
})

const deposit: ActionKind<Stake> = { block: 'ethena_deposit', type: 'stake_deposit', fields }
const request: ActionKind<Stake> = {
  block: 'ethena_withdrawal_request',
  type: 'stake_withdrawal_request',
  fields,
}

export const ethenaDepositRule: Rule = {
  name: 'Ethena deposit',
  pattern: made(
    jettonTransfer,
    { child: made(jettonMint, { name: 'minted' }, ({ asset }) => asset === MINTED) },
    ({ asset }) => asset === STAKED,
  ),
  build(match) {
    const transfer = factsOf(match.anchor, jettonTransfer)
    const minted = factsOf(match.get('minted'), jettonMint)
    if (!transfer || !minted) return undefined
    return built(deposit, {
      holder: transfer.sender,
      wallet: transfer.senderWallet,
      pool: transfer.receiver,
      asset: minted.asset,
      paidAsset: transfer.asset,
      amount: transfer.amount,
      tokensMinted: minted.amount ?? 0n,
    })
  },
}

/** The staked jettons go back to their minter, which creates a claim on the dollars. */
export const ethenaRequestRule: Rule = {
  name: 'Ethena withdrawal request',
  pattern: call(TRANSFER, {
    child: call(INTERNAL_TRANSFER, {
      name: 'returned',
      child: call(NOTIFICATION, {
        child: call(MINT, { name: 'mint', child: call(UNSTAKE_TRANSFER, { name: 'minted' }) }),
      }),
    }),
  }),
  build(match, { facts }) {
    const { source, destination } = match.anchor.ownMessage
    const [returned, mint, minted] = ['returned', 'mint', 'minted'].map((name) => match.get(name)?.ownMessage)
    if (!returned || !mint || !minted) return undefined
    const wallet = destination === null ? undefined : facts.jettonWallet(destination)
    const receiver = minted.destination === null ? undefined : facts.jettonWallet(minted.destination)
    if (!wallet || wallet.owner !== source || wallet.jetton !== returned.destination) return undefined
    if (!receiver || receiver.owner !== source || receiver.jetton !== minted.source) return undefined
    return built(request, {
      holder: source,
      wallet: destination,
      pool: mint.source,
      asset: wallet.jetton,
      paidAsset: null,
      amount: readInternalTransfer(returned).amount,
      // It has the layout of an internal transfer.
      tokensMinted: readInternalTransfer(minted).amount,
    })
  },
}
