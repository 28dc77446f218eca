import type { Slice } from '@ton/core'
import { COFFEE } from '#shared/contracts/coffee.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { JETTON } from '#shared/contracts/jetton.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { call, either, made } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { readAsset } from './coffeeVault.ts'
import { INTERNAL_TRANSFER, jettonTransfer } from './jettons.ts'

/** New vaults and pools of swap.coffee (docs/actions §12.5). */

const op = (name: string) => opcodeOf(COFFEE, `coffee_${name}`)

const DEPLOY = op('deploy')
const CREATE_POOL_PAYLOAD = op('create_pool_forward_payload')
const destinationOf = (block: Block | undefined) => block?.message?.destination ?? null

type NewVault = {
  readonly creator: string | null
  readonly vault: string | null
  readonly asset: string | null
  readonly value: bigint | null
}

const coffeeCreateVault: ActionKind<NewVault> = {
  block: 'coffee_create_vault',
  fields: ({ creator, vault, asset, value }) => ({ source: creator, destination: vault, asset, value }),
}

export const coffeeCreateVaultRule: Rule = {
  name: 'swap.coffee new vault',
  pattern: call(op('create_vault'), {
    child: call(DEPLOY, {
      name: 'vault',
      child: call(opcodeOf(JETTON, 'provide_wallet_address'), {
        optional: true,
        child: call(opcodeOf(JETTON, 'take_wallet_address'), { optional: true }),
      }),
    }),
  }),
  build(match) {
    const message = match.anchor.ownMessage
    return built(coffeeCreateVault, {
      creator: message.source,
      vault: destinationOf(match.get('vault')),
      asset: readAsset(fieldsOf(message).skip(64)),
      value: message.value,
    })
  },
}

/** A contract that collects both halves of a new pool's first deposit, and the half that it received. */
type PoolCreator = {
  readonly payer: string | null
  readonly payerWallet: string | null
  readonly recipient: string | null
  readonly contract: string | null
  /** Null for TON; so are the pool's assets. */
  readonly paidAsset: string | null
  readonly amount: bigint
  readonly asset1: string | null
  readonly asset2: string | null
}

const coffeeCreatePoolCreator: ActionKind<PoolCreator> = {
  block: 'coffee_create_pool_creator',
  fields: (creator) => ({
    source: creator.payer,
    source_secondary: creator.payerWallet,
    destination: creator.recipient,
    destination_secondary: creator.contract,
    asset: creator.paidAsset,
    asset2: creator.asset1,
    asset2_secondary: creator.asset2,
    amount: creator.amount,
  }),
}

export const coffeeCreatePoolCreatorRule: Rule = {
  name: 'swap.coffee new pool creator',
  pattern: call(op('create_pool_creator_request'), {
    child: call(DEPLOY, { name: 'contract' }),
    parent: either([
      made(
        jettonTransfer,
        { name: 'paid jettons' },
        ({ request }) => opcodeIn(request.forwardPayload) === CREATE_POOL_PAYLOAD,
      ),
      call(op('create_pool'), { name: 'paid TON' }),
    ]),
  }),
  build(match) {
    const transfer = factsOf(match.get('paid jettons'), jettonTransfer)
    return built(coffeeCreatePoolCreator, {
      ...readCreatorRequest(match.anchor.ownMessage),
      payer: transfer ? transfer.sender : (match.get('paid TON')?.message?.source ?? null),
      payerWallet: transfer?.senderWallet ?? null,
      contract: destinationOf(match.get('contract')),
      paidAsset: transfer?.asset ?? null,
    })
  },
}

function readCreatorRequest(message: TraceMessage) {
  const fields = fieldsOf(message).skip(64)
  const amount = fields.loadCoins()
  const [asset1, asset2] = readPoolAssets(fields)
  const recipient = readAddress(fields.loadRef().beginParse())
  return { amount, asset1, asset2, recipient }
}

/** Reads a pool's parameters: its assets, the kind of its curve (3 bits), settings. */
function readPoolAssets(fields: Slice): readonly [string | null, string | null] {
  const assets = [readAsset(fields), readAsset(fields)] as const
  fields.skip(3).loadMaybeRef()
  return assets
}

type NewPool = {
  readonly creator: PoolCreator
  readonly pool: string | null
  /** Side 1 is the asset that the creator's payer paid. */
  readonly otherAsset: string | null
  readonly amount1: bigint
  readonly amount2: bigint
  readonly initiator1: string | null
  readonly initiator2: string | null
  readonly minted: bigint
}

const coffeeCreatePool: ActionKind<NewPool> = {
  block: 'coffee_create_pool',
  fields: ({ creator, pool, otherAsset, amount1, amount2, initiator1, initiator2, minted }) => ({
    source: creator.payer,
    source_secondary: creator.payerWallet,
    destination: pool,
    destination_secondary: creator.contract,
    asset: creator.paidAsset,
    asset2: otherAsset,
    amount: creator.amount,
    coffee_create_pool_data: {
      amount_1: amount1.toString(),
      amount_2: amount2.toString(),
      initiator_1: initiator1,
      initiator_2: initiator2,
      provided_asset: creator.paidAsset,
      lp_tokens_minted: minted.toString(),
    },
  }),
}

export const coffeeCreatePoolRule: Rule = {
  name: 'swap.coffee new pool',
  pattern: made(coffeeCreatePoolCreator, {
    child: call(op('create_pool_request'), {
      name: 'request',
      child: call(DEPLOY, {
        name: 'pool',
        children: [
          call(INTERNAL_TRANSFER),
          call(op('deposit_liquidity_succeeded'), { name: 'log' }),
          call(op('notification'), {
            optional: true,
            child: call(op('notification_body'), { optional: true }),
          }),
        ],
      }),
    }),
  }),
  build(match) {
    const creator = factsOf(match.anchor, coffeeCreatePoolCreator)
    const request = match.get('request')?.ownMessage
    const log = match.get('log')?.ownMessage
    if (!creator || !request || !log) return undefined
    const fields = fieldsOf(request).skip(64)
    const amounts = [fields.loadCoins(), fields.loadCoins()] as const
    const initiator = readAddress(fields)
    const isFirst = creator.paidAsset === creator.asset1
    const [own, other] = isFirst ? ([0, 1] as const) : ([1, 0] as const)
    const logged = fieldsOf(log).skip(64)
    logged.loadCoins()
    logged.loadCoins()
    return built(coffeeCreatePool, {
      creator,
      pool: destinationOf(match.get('pool')),
      otherAsset: isFirst ? creator.asset2 : creator.asset1,
      amount1: amounts[own],
      amount2: amounts[other],
      initiator1: creator.payer,
      initiator2: initiator,
      minted: logged.loadCoins(),
    })
  },
}

export const COFFEE_POOL_TYPES: readonly ActionType[] = [
  {
    name: 'coffee_create_vault',
    since: 'v2',
    groups: ['coffee'],
    details: (row) => ({
      source: row.source ?? null,
      vault: row.destination ?? null,
      asset: row.asset ?? null,
      value: decimal(row.value),
    }),
  },
  {
    name: 'coffee_create_pool_creator',
    since: 'v2',
    groups: ['coffee'],
    details: (row) => ({
      source: row.source ?? null,
      source_jetton_wallet: row.source_secondary ?? null,
      deposit_recipient: row.destination ?? null,
      pool_creator_contract: row.destination_secondary ?? null,
      // The reference serves the paid asset and the pool's first one by other names.
      provided_asset: null,
      asset_1: row.asset ?? null,
      asset_2: row.asset2 ?? null,
      amount: decimal(row.amount),
    }),
  },
  {
    name: 'coffee_create_pool',
    since: 'v2',
    groups: ['coffee'],
    details(row) {
      const data = dataOf(row.coffee_create_pool_data)
      return {
        source: row.source ?? null,
        source_jetton_wallet: row.source_secondary ?? null,
        initiator_1: data.initiator_1 ?? null,
        initiator_2: data.initiator_2 ?? null,
        pool: row.destination ?? null,
        // The reference never sets this field.
        pool_creator_contract: null,
        provided_asset: data.provided_asset ?? null,
        amount: decimal(row.amount),
        asset_1: row.asset ?? null,
        asset_2: row.asset2 ?? null,
        amount_1: data.amount_1 ?? null,
        amount_2: data.amount_2 ?? null,
        lp_tokens_minted: data.lp_tokens_minted ?? null,
      }
    },
  },
]
